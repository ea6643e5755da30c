import { dirname } from 'node:path';
import { refuseOpenPayment } from '../../money/bank-state/open-payments.ts';
import { listedBackup, presentBackup, presentCopy } from '../../operations/safekeeping.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { defaultFolder, listBackups, verifyBackup } from '../../safekeeping/backups/list.ts';
import { restoreBackup } from '../../safekeeping/backups/restore.ts';
import { openCopy, restoreCopy } from '../../safekeeping/copies/restore-copy.ts';
import { recordAction } from '../../shop/actions/record.ts';
import { NotFoundError } from '../../shop/errors.ts';
import { findOwner } from '../../store/accounts.ts';
import { copiesIn } from '../../store/copies/files.ts';
import { refuseOwner } from '../access.ts';
import type { Handlers } from '../call.ts';

export const shopHandlers: Handlers<'shop' | 'service'> = {
  'shop.switch': async ({ host, input, running, requireOwner, log }) => {
    const toPractice = input.to === 'practice';
    const { db, now } = running.handle;
    if (toPractice === host.isPractice()) return;
    if (toPractice) {
      const by = findOwner(db) && (await requireOwner())?.id;
      refuseOpenPayment(db, { now: now(), what: 'The shop is not left' });
      log.info('The practice shop takes the place of the shop.', { by });
    } else log.info('The shop takes its place again.');
    await host.switchTo(toPractice);
  },
  'service.restart': async ({ host, log }) => {
    log.info("The service is started again at the owner's request.");
    await host.whileStopped(async () => undefined);
  },
};

export const updateHandlers: Handlers<'update'> = {
  'update.state': ({ shell }) => shell.updates.state(),
  'update.check': ({ shell }) => shell.updates.check(),
  'update.download': ({ shell }) => shell.updates.download(),
  'update.install': async ({ shell, running, log }) => {
    const { db, now, backups } = running.handle;
    const { status, version } = shell.updates.state();
    if (status !== 'ready')
      throw new OwnerError('NO_UPDATE_READY', 'No update is ready. Nothing was changed. Download it first.');
    const refuse = () => refuseOpenPayment(db, { now: now(), what: 'An update is not installed' });
    refuse();
    const backup = await backups.create('manual');
    // A sale may have begun during the backup.
    refuse();
    log.info('The update is installed.', { version, backup: backup.path });
    recordAction(db, now(), { code: 'update_installed', facts: { version } });
    await shell.updates.install();
  },
};

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
