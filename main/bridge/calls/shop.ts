import { refuseOpenPayment } from '../../money/bank-state/open-payments.ts';
import { findOwner } from '../../store/accounts.ts';
import type { Handlers } from '../call.ts';

export const shopHandlers: Handlers<'shop' | 'service'> = {
  'shop.switch': async ({ host, input, running, requireOwner, log }) => {
    const toPractice = input.to === 'practice';
    const { db, now } = running.handle;
    if (toPractice === host.isPractice()) return null;
    if (toPractice) {
      const by = findOwner(db) && (await requireOwner())?.id;
      refuseOpenPayment(db, { now: now(), what: 'The shop is not left' });
      log.info('The practice shop takes the place of the shop.', { by });
    } else log.info('The shop takes its place again.');
    await host.switchTo(toPractice);
    return null;
  },
  'service.restart': async ({ host, log }) => {
    log.info("The service is started again at the owner's request.");
    await host.whileStopped(async () => undefined);
    return null;
  },
};
