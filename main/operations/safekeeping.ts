import { join } from 'node:path';
import { OS_FAULTS } from '../../shared/errors.ts';
import type { OperationInput } from '../../shared/operations/operations.ts';
import {
  type BackupState,
  backup,
  type CopiesState,
  type CopyState,
  copy,
} from '../../shared/operations/safekeeping.ts';
import { OwnerError, withAdvice } from '../platform/owner-error.ts';
import { present } from '../platform/present.ts';
import { backupState, defaultFolder, type Listed, verifyBackup } from '../safekeeping/backups/list.ts';
import { type Restored, restoreBackup } from '../safekeeping/backups/restore.ts';
import { openCopy, type RestoredCopy, restoreCopy } from '../safekeeping/copies/restore-copy.ts';
import { copyFolder, turnOffCopies, turnOnCopies } from '../safekeeping/copies/setup.ts';
import { exportData, exportLogs, nameOfMoment } from '../safekeeping/data-archive.ts';
import { logFolder, type ServiceHandle } from '../safekeeping/installation.ts';
import { moveAway, stayHere } from '../safekeeping/moving/move.ts';
import { otherDisks } from '../safekeeping/other-disks.ts';
import { NotFoundError, refusal } from '../shop/errors.ts';
import { changeLogo } from '../shop/logo/logo.ts';
import { backupFolder } from '../shop/settings.ts';
import type { Backup } from '../store/backup/files.ts';
import { type Copy, copyAt, isCopyPath } from '../store/copies/files.ts';
import { countInvoices } from '../store/invoices/invoices.ts';
import type { Handlers, OperationCall } from './operation.ts';

export const safekeepingHandlers: Handlers<
  'logo' | 'backups' | 'disks' | 'copies' | 'data' | 'logs' | 'shop.move' | 'shop.stay'
> = {
  'logo.change': ({ input: { bytes }, db, now, log }) => {
    const content = typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : bytes;
    const picture = changeLogo(db, content, now());
    log.info('The logo was changed.', { ...picture });
    return { ...picture };
  },
  'backups.list': ({ db, dataDir, backups, advice }) => {
    const listed = backups.list();
    return {
      folder: backupFolder(db, dataDir),
      backups: listed.backups.map(presentBackup),
      problems: listed.problems.map((problem) => {
        const fault = OS_FAULTS.find((each) => each === problem.facts.fault);
        return { detail: withAdvice(problem, advice), ...(fault && { fault }) };
      }),
      invoices: countInvoices(db),
    };
  },
  'backups.create': async ({ backups, log }) => {
    const backup = await backups.create('manual');
    log.info('The owner had a backup made.', { backup: backup.path });
    return { backup: presentBackup(backup) };
  },
  'backups.upload': async ({ input, file, uploads }) => {
    if (!file) throw refusal('required', 'The file is missing.');
    return { path: await uploads.take(input, file) };
  },
  'backups.verify': async ({ input, ...context }) => (await examine(context, input)).found,
  'backups.restore': async ({ input, whileRestoring, openVault, ...context }) => {
    const { dataDir, now, log } = context;
    // Checked before the service stops: a damaged backup must not stop it.
    const { wanted, copy } = await examine(context, input);
    const { backup, previous, keychain } = await whileRestoring<Restored & Partial<RestoredCopy>>(() =>
      copy
        ? restoreCopy({ dataDir, openVault, log, now: now() }, copy, input.phrase ?? '')
        : restoreBackup(dataDir, wanted.path, now()),
    );
    log.info('A backup was put in place of the database.', { backup: backup.path, kept: previous?.path });
    return {
      backup: presentBackup(backup),
      previous_path: previous?.path ?? null,
      has_keychain: keychain === undefined,
    };
  },
  'disks.list': async ({ dataDir }) => ({ disks: await otherDisks(dataDir) }),
  'copies.state': presentCopiesState,
  'copies.create': async ({ copies }) => ({ copy: presentCopy(await copies.create('manual')) }),
  'copies.setup': async ({ input: { folder, phrase }, ...context }) => {
    const { db, dataDir, guard, log, wake } = context;
    guard.requireChosenFolder(folder, copyFolder(db) ?? defaultFolder(dataDir), 'folder');
    const chosen = await turnOnCopies(context, { folder, phrase });
    log.info('Encrypted copies were turned on.', { folder: chosen });
    wake();
    return { folder: chosen };
  },
  'copies.export': async ({ input, copies, putFile }) => ({
    path: await putFile(async (folder) => (await copies.createIn(folder, input.phrase)).path),
  }),
  'data.export': async ({ dataDir, now, log, putFile }) => ({
    path: await putFile(async (folder) => {
      const at = now();
      const name = `kramar-data-${nameOfMoment(at)}.zip`;
      const { path, size } = await exportData(dataDir, join(folder, name), at);
      log.info('The owner exported all data.', { path, size });
      return path;
    }),
  }),
  'logs.export': async ({ dataDir, now, putFile }) => ({
    path: await putFile((folder) => exportLogs(logFolder(dataDir), folder, now())),
  }),
  'copies.off': ({ log, ...context }) => {
    turnOffCopies(context);
    log.info('Encrypted copies were turned off.');
    return {};
  },
  'shop.move': async (context) => ({ copy: presentCopy(await moveAway(context)) }),
  'shop.stay': (context) => {
    stayHere(context);
    context.wake();
    return {};
  },
};

type Wanted = OperationInput<'backups.verify'>;
type Sources = Pick<OperationCall<'backups.verify'>, 'backups' | 'uploads'>;

/** Reads the whole backup, a listed one or one that was sent, which goes when it can never be restored. */
const examine = async ({ backups, uploads }: Sources, { name, phrase = '' }: Wanted) => {
  const sent = uploads.find(name);
  const wanted = sent ?? listedBackup(backups.list(), name);
  const copy = sent && isCopyPath(name) ? copyAt(name) : undefined;
  try {
    if (!copy) {
      const { schema, facts } = await verifyBackup(wanted);
      const invoices = facts.tables.invoices ?? 0;
      return { wanted, copy, found: { ...presentBackup(wanted), schema, invoices } };
    }
    const { backup } = (await openCopy(copy, phrase, undefined)).about;
    const { created_at, schema, facts } = backup;
    const invoices = facts.tables.invoices ?? 0;
    const found = { ...presentBackup(wanted), created_at, schema, invoices, state: 'sound' as const };
    return { wanted, copy, found };
  } catch (error) {
    if (sent && !(error instanceof OwnerError && error.code === 'COPY_PHRASE_WRONG')) uploads.remove();
    throw error;
  }
};

/** Finds a listed backup by name or path; no other file of this computer is opened. @throws NotFoundError */
export const listedBackup = ({ backups: listed, problems }: Listed, wanted: string): Backup => {
  const found = listed.find(({ path }) => path === wanted) ?? listed.find(({ name }) => name === wanted);
  if (found) return found;
  throw new NotFoundError('backup', wanted, problems);
};

export const presentCopy = (found: Copy): CopyState => present(copy, found);

export const presentBackup = (found: Backup): BackupState =>
  present(backup, {
    ...found,
    schema: found.manifest?.schema,
    invoices: found.manifest?.facts.tables.invoices,
    state: backupState(found),
  });

function presentCopiesState({ db, copies }: Pick<ServiceHandle, 'db' | 'copies'>): CopiesState {
  const folder = copyFolder(db) ?? null;
  try {
    return { folder, copies: copies.list().map(presentCopy), is_readable: true };
  } catch {
    return { folder, copies: [], is_readable: false };
  }
}
