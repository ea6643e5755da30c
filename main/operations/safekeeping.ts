import { OS_FAULTS } from '../../shared/errors.ts';
import type { BackupState, CopiesState, CopyState } from '../../shared/operations/safekeeping.ts';
import { withAdvice } from '../platform/owner-error.ts';
import { backupState, type Listed, verifyBackup } from '../safekeeping/backups/list.ts';
import { copyFolder, turnOffCopies } from '../safekeeping/copies/setup.ts';
import type { ServiceHandle } from '../safekeeping/installation.ts';
import { moveAway, stayHere } from '../safekeeping/moving/move.ts';
import { NotFoundError } from '../shop/errors.ts';
import { changeLogo } from '../shop/logo/logo.ts';
import { backupFolder } from '../shop/settings.ts';
import type { Backup } from '../store/backup/files.ts';
import type { Copy } from '../store/copies/files.ts';
import { countInvoices } from '../store/invoices/invoices.ts';
import type { Handlers } from './operation.ts';

export const safekeepingHandlers: Handlers<'logo' | 'backups' | 'copies' | 'shop.move' | 'shop.stay'> = {
  'logo.change': ({ input: { bytes }, db, now, log }) => {
    const content = typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : bytes;
    const picture = changeLogo(db, content, now());
    log.info('The logo was changed.', { ...picture });
    return {};
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
    return presentBackup(backup);
  },
  'backups.verify': async ({ input, backups }) => {
    const backup = listedBackup(backups.list(), input.name);
    const { schema, facts } = await verifyBackup(backup);
    return { ...presentBackup(backup), schema, invoices: facts.tables.invoices ?? 0 };
  },
  'copies.state': presentCopiesState,
  'copies.create': async ({ copies }) => presentCopy(await copies.create('manual')),
  'copies.off': ({ log, ...context }) => {
    turnOffCopies(context);
    log.info('Encrypted copies were turned off.');
    return presentCopiesState(context);
  },
  'shop.move': async (context) => presentCopy(await moveAway(context)),
  'shop.stay': (context) => {
    stayHere(context);
    context.wake();
    return {};
  },
};

/** Finds a listed backup by name or path; no other file of this computer is opened. @throws NotFoundError */
export const listedBackup = ({ backups: listed, problems }: Listed, wanted: string): Backup => {
  const found = listed.find(({ path }) => path === wanted) ?? listed.find(({ name }) => name === wanted);
  if (found) return found;
  throw new NotFoundError('backup', wanted, problems);
};

export const presentCopy = ({ name, path, created_at, size }: Copy): CopyState => ({
  name,
  path,
  size,
  created_at: new Date(created_at).toISOString(),
});

export const presentBackup = (backup: Backup): BackupState => ({
  name: backup.name,
  path: backup.path,
  kind: backup.kind,
  created_at: new Date(backup.created_at).toISOString(),
  size: backup.size,
  invoices: backup.manifest?.facts.tables.invoices ?? null,
  state: backupState(backup),
});

export function presentCopiesState({ db, copies }: Pick<ServiceHandle, 'db' | 'copies'>): CopiesState {
  const folder = copyFolder(db) ?? null;
  try {
    return { folder, copies: copies.list().map(presentCopy), is_readable: true };
  } catch {
    return { folder, copies: [], is_readable: false };
  }
}
