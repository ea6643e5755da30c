import { dirname } from 'node:path';
import { listedBackup, presentBackup, presentCopy } from '../../operations/safekeeping.ts';
import { defaultFolder, listBackups, verifyBackup } from '../../safekeeping/backups/list.ts';
import { restoreBackup } from '../../safekeeping/backups/restore.ts';
import { openCopy, restoreCopy } from '../../safekeeping/copies/restore-copy.ts';
import { NotFoundError } from '../../shop/errors.ts';
import { copiesIn } from '../../store/copies/files.ts';
import { refuseOwner } from '../access.ts';
import type { Handlers } from '../call.ts';

export const backupHandlers: Handlers<'backups'> = {
  'backups.choose': async ({ host, shell, running, guard }) => {
    refuseOwner(running.handle.db);
    const folder = await shell.chooseFolder();
    if (folder === null) return null;
    guard.noteChosenFolder(folder);
    const { backups, problems } = listBackups(host.config().dataDir, folder);
    if (backups.length === 0 && problems[0]) throw problems[0];
    return { folder, backups: backups.map(presentBackup), copies: copiesIn(folder).map(presentCopy) };
  },
  'backups.adopt': async ({ host, input, running, guard, log }) => {
    refuseOwner(running.handle.db);
    const { dataDir } = host.config();
    const folder = dirname(input.path);
    guard.requireChosenFolder(folder, defaultFolder(dataDir));
    const wanted = listedBackup(listBackups(dataDir, folder), input.path);
    await verifyBackup(wanted);
    const { now } = running.handle;
    // The command line may have made the owner while the backup was verified.
    refuseOwner(running.handle.db);
    const { backup } = await host.whileRestoring(running.handle, () =>
      restoreBackup(dataDir, wanted.path, now()),
    );
    log.info('The shop begins with a backup.', { backup: backup.path });
    return presentBackup(backup);
  },
};

export const copyHandlers: Handlers<'copies'> = {
  'copies.adopt': async ({ host, input, running, guard, log }) => {
    refuseOwner(running.handle.db);
    const { dataDir } = host.config();
    const folder = dirname(input.path);
    guard.requireChosenFolder(folder, defaultFolder(dataDir));
    const copy = copiesIn(folder).find(({ path }) => path === input.path);
    if (!copy) throw new NotFoundError('copy', input.path);
    // Before the service stops: a wrong passphrase must not stop it.
    await openCopy(copy, input.phrase, undefined);
    // The command line may have made the owner meanwhile.
    refuseOwner(running.handle.db);
    const context = { dataDir, openVault: host.openVault, log, now: running.handle.now() };
    const restored = await host.whileRestoring(running.handle, () =>
      restoreCopy(context, copy, input.phrase),
    );
    const { tokens, keychain, computer, isMove } = restored;
    log.info('The shop begins with an encrypted copy.', { copy: copy.path, computer, tokens });
    return { ...presentCopy(copy), computer, tokens, has_keychain: keychain === undefined, is_move: isMove };
  },
};
