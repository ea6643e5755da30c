import type { BridgeBackup } from '../../../shared/bridge.ts';
import type { Backups } from '../../domain/backups/create.ts';
import { backupState, verifyBackup } from '../../domain/backups/list.ts';
import { restoreBackup } from '../../domain/backups/restore.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { backupFolder } from '../../domain/settings.ts';
import { withAdvice } from '../../platform/owner-error.ts';
import type { Backup } from '../../store/backup/files.ts';
import { countInvoices } from '../../store/invoices/invoices.ts';
import type { Handlers } from '../call.ts';
import { WINDOW_ADVICE } from '../refusals.ts';

export const backupHandlers: Handlers<'backups'> = {
  'backups.list': ({ host, running }) => {
    const { db, backups } = running.handle;
    const listed = backups.list();
    return {
      folder: backupFolder(db, host.config().dataDir),
      backups: listed.backups.map(presentBackup),
      problems: listed.problems.map((problem) => withAdvice(problem, WINDOW_ADVICE)),
      invoices: countInvoices(db),
    };
  },
  'backups.create': async ({ running, log }) => {
    const backup = await running.handle.backups.create('manual');
    log.info('The owner had a backup made.', { backup: backup.path });
    return presentBackup(backup);
  },
  'backups.verify': async ({ input, running }) => {
    const backup = listedBackup(running.handle.backups, input.name);
    const { schema, facts } = await verifyBackup(backup);
    return { ...presentBackup(backup), schema, invoices: facts.tables.invoices ?? 0 };
  },
  'backups.restore': async ({ host, input, running, log }) => {
    const { backups, now } = running.handle;
    const wanted = listedBackup(backups, input.name);
    // Read now: the shop may be switched while this waits in the queue.
    const { dataDir } = host.config();
    // Checked before the service stops: a damaged backup must not stop it.
    await verifyBackup(wanted);
    const restored = await host.whileStopped(() => restoreBackup(dataDir, wanted.path, now()));
    const { backup, previous } = restored;
    log.info('A backup was put in place of the database.', { backup: backup.path, kept: previous?.path });
    return { backup: presentBackup(backup), previous_path: previous?.path ?? null };
  },
};

/** Finds a listed backup by name or path; no other file of this computer is opened. @throws NotFoundError */
const listedBackup = (backups: Backups, wanted: string): Backup => {
  const { backups: listed, problems } = backups.list();
  const found = listed.find(({ path }) => path === wanted) ?? listed.find(({ name }) => name === wanted);
  if (found) return found;
  throw new NotFoundError('backup', wanted, problems);
};

const presentBackup = (backup: Backup): BridgeBackup => ({
  name: backup.name,
  path: backup.path,
  kind: backup.kind,
  created_at: new Date(backup.created_at).toISOString(),
  size: backup.size,
  invoices: backup.manifest?.facts.tables.invoices ?? null,
  state: backupState(backup),
});
