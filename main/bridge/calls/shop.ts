import { refuseOpenPayment } from '../../money/bank-state/open-payments.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { recordAction } from '../../shop/actions/record.ts';
import { findOwner } from '../../store/accounts.ts';
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
