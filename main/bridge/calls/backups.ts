import { dirname } from 'node:path';
import type { BridgeCopy } from '../../../shared/bridge/copies.ts';
import type { BridgeBackup } from '../../../shared/bridge/shop.ts';
import { OwnerError, withAdvice } from '../../platform/owner-error.ts';
import {
  backupState,
  defaultFolder,
  type Listed,
  listBackups,
  verifyBackup,
} from '../../safekeeping/backups/list.ts';
import { restoreBackup } from '../../safekeeping/backups/restore.ts';
import type { RunningService } from '../../safekeeping/installation.ts';
import { NotFoundError } from '../../shop/errors.ts';
import { backupFolder } from '../../shop/settings.ts';
import { findOwner } from '../../store/accounts.ts';
import type { Backup } from '../../store/backup/files.ts';
import { type Copy, copiesIn } from '../../store/copies/files.ts';
import { countInvoices } from '../../store/invoices/invoices.ts';
import type { Handlers } from '../call.ts';
import { factsForWindow, WINDOW_ADVICE } from '../refusals.ts';

export const backupHandlers: Handlers<'backups'> = {
  'backups.list': ({ host, running }) => {
    const { db, backups } = running.handle;
    const listed = backups.list();
    return {
      folder: backupFolder(db, host.config().dataDir),
      backups: listed.backups.map(presentBackup),
      problems: listed.problems.map((problem) => ({
        detail: withAdvice(problem, WINDOW_ADVICE),
        ...factsForWindow(problem),
      })),
      invoices: countInvoices(db),
    };
  },
  'backups.choose': async ({ host, shell, running, guard }) => {
    refuseOwner(running);
    const folder = await shell.chooseFolder();
    if (folder === null) return null;
    guard.noteChosenFolder(folder);
    const { backups, problems } = listBackups(host.config().dataDir, folder);
    if (backups.length === 0 && problems[0]) throw problems[0];
    return { folder, backups: backups.map(presentBackup), copies: copiesIn(folder).map(presentCopy) };
  },
  'backups.adopt': async ({ host, input, running, guard, log }) => {
    refuseOwner(running);
    const { dataDir } = host.config();
    const folder = dirname(input.path);
    guard.requireChosenFolder(folder, defaultFolder(dataDir));
    const wanted = listedBackup(listBackups(dataDir, folder), input.path);
    await verifyBackup(wanted);
    const { now } = running.handle;
    // The command line may have made the owner while the backup was verified.
    refuseOwner(running);
    const { backup } = await host.whileStopped(() => restoreBackup(dataDir, wanted.path, now()));
    log.info('The shop begins with a backup.', { backup: backup.path });
    return presentBackup(backup);
  },
  'backups.create': async ({ running, log }) => {
    const backup = await running.handle.backups.create('manual');
    log.info('The owner had a backup made.', { backup: backup.path });
    return presentBackup(backup);
  },
  'backups.verify': async ({ input, running }) => {
    const backup = listedBackup(running.handle.backups.list(), input.name);
    const { schema, facts } = await verifyBackup(backup);
    return { ...presentBackup(backup), schema, invoices: facts.tables.invoices ?? 0 };
  },
  'backups.restore': async ({ host, input, running, log }) => {
    const { backups, now } = running.handle;
    const wanted = listedBackup(backups.list(), input.name);
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

/** A shop that has an owner is not replaced without a sign-in. @throws OwnerError */
export const refuseOwner = ({ handle }: RunningService): void => {
  if (findOwner(handle.db))
    throw new OwnerError(
      'FORBIDDEN',
      'The shop has an owner, who alone may restore a backup. Nothing was changed.',
    );
};

/** Finds a listed backup by name or path; no other file of this computer is opened. @throws NotFoundError */
const listedBackup = ({ backups: listed, problems }: Listed, wanted: string): Backup => {
  const found = listed.find(({ path }) => path === wanted) ?? listed.find(({ name }) => name === wanted);
  if (found) return found;
  throw new NotFoundError('backup', wanted, problems);
};

export const presentCopy = ({ name, path, created_at, size }: Copy): BridgeCopy => ({
  ...{ name, path, size },
  created_at: new Date(created_at).toISOString(),
});

const presentBackup = (backup: Backup): BridgeBackup => ({
  name: backup.name,
  path: backup.path,
  kind: backup.kind,
  created_at: new Date(backup.created_at).toISOString(),
  size: backup.size,
  invoices: backup.manifest?.facts.tables.invoices ?? null,
  state: backupState(backup),
});
