import type { CaptureMode } from '../../main/practice-bank/payments.ts';
import type { RefundMode } from '../../main/practice-bank/refunds.ts';
import type { JobRun } from '../../shared/api/jobs.ts';
import { countSoundBackups } from './files.ts';
import type { Occasion } from './points.ts';
import { type CrashShop, Difference } from './shop.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The owner's work, and what happens at the bank outside Kramar. */
export const openOffice = (shop: CrashShop) => {
  const { random, bank, terminals } = shop;

  const syncInvoices = async (terminal: number): Promise<boolean> => {
    const path = `terminals/${terminal}/sync_invoices/`;
    const { status, text } = await shop.ask('owner', 'POST', path);
    // Its deletion was carried out, and the answer was cut off.
    if (status === 404 && shop.mayBeGone(terminal)) return true;
    if (status !== 200 && status !== 502)
      throw new Difference(`${path} was answered with ${status}: ${text}`);
    return status === 200;
  };

  const runJob = async (name: string): Promise<JobRun> => {
    const run = await shop.ask200<JobRun>('POST', `jobs/${name}/run/`);
    // The bank's faults have names.
    if (run.error.includes('A fault that Kramar does not know'))
      throw new Difference(`The job ${name} failed: ${run.error}`);
    return run;
  };

  /** Of a job that has nothing to do with the bank. */
  const runSoundly = async (name: string): Promise<void> => {
    const run = await runJob(name);
    if (run.status !== 'done') throw new Difference(`The job ${name} failed: ${run.error}`);
  };

  /** Keyed in at the bank, or at a register; some appear late in its statement. */
  const payPast = (): void => {
    const { token, registers } = random.pick(terminals);
    const register = random.chance(0.3) ? random.pick(registers).shortQrId : undefined;
    const date = random.chance(0.5) ? shop.now() - random.integer(0, 20 * DAY_MS) : shop.now();
    bank.payOutsideKramar(token, { amount: random.integer(1, 500) * 100, shortQrId: register, date });
  };

  const refundPast = (): void => {
    const paid = bank
      .invoices()
      .filter(
        ({ status, refunds }) => status === 'success' && refunds.every((each) => each.status === 'success'),
      )
      .filter((each) => !shop.isThrowaway(each));
    if (paid.length === 0) return;
    const { invoiceId, finalAmount = 0 } = random.pick(paid.slice(-30));
    bank.refund(invoiceId, random.chance(0.5) ? undefined : Math.floor(finalAmount / 2));
  };

  const statement = async (): Promise<void> => {
    for (let count = random.integer(2, 6); count > 0; count -= 1) payPast();
    if (random.chance(0.8)) await syncInvoices(random.pick(terminals).id);
    else await runJob('sync-statements');
  };

  /** A cart is set aside, taken, and given back or thrown away; a kill in between leaves it where it was. */
  const cart = async (): Promise<void> => {
    const lines = [{ name: 'Кава', price: random.integer(1, 90) * 100 }];
    const parked = await shop.ask<{ id: number }>('owner', 'POST', 'carts/', { body: { lines } });
    const steps = random.chance(0.5) ? ['take/', 'return/'] : ['take/'];
    const answers = [parked.status];
    for (const step of steps)
      answers.push((await shop.ask('owner', 'POST', `carts/${parked.body.id}/${step}`)).status);
    if (answers.join(' ') !== ['201', ...steps.map(() => '200')].join(' '))
      throw new Difference(`A cart, ${steps.join(', ')}, was answered with ${answers.join(', ')}.`);
  };

  const usual = async (): Promise<void> => {
    const does = random.weighted([
      ['cart', 2],
      ['past', 4],
      ['back', 2],
      ['sync', 3],
      ['job', 2],
      ['slow', 1],
      ['captures', 1],
    ]);
    if (does === 'cart') await cart();
    else if (does === 'past') payPast();
    else if (does === 'back') refundPast();
    else if (does === 'sync') await syncInvoices(random.pick(terminals).id);
    else if (does === 'job')
      await runJob(random.pick(['settle-attempts', 'sync-statements', 'sync-registers']));
    else if (does === 'captures') bank.setCaptureMode(lateCaptures());
    else if (random.chance(0.3)) settleRefunds();
    else bank.setRefundMode(slowRefunds());
  };

  /** The bank takes a while to make refunds, or to show them, or waits for a person's decision. */
  const slowRefunds = (): RefundMode => {
    const shownAfterMs = random.chance(0.6) ? random.integer(500, 6000) : undefined;
    if (random.chance(0.3)) return { mode: 'success', shownAfterMs };
    const outcome = random.chance(0.8) ? 'success' : 'failure';
    const settlesAfterMs = random.chance(0.6) ? random.integer(500, 5000) : undefined;
    return { mode: 'processing', settlesAfterMs, outcome, shownAfterMs };
  };

  /** The bank says later than "paid" how much it captured, or says another sum first. */
  const lateCaptures = (): CaptureMode => ({
    first: random.pick(['captured', 'whole', 'nothing', 'absent']),
    keepsDate: random.chance(0.5),
    shownAfterMs: random.chance(0.6) ? random.integer(500, 6000) : undefined,
  });

  const settleCaptures = (): void => {
    bank.setCaptureMode({ first: 'captured' });
    bank.showCaptures();
  };

  /** The bank comes to an end with the refunds that it was still working on. */
  const settleRefunds = (): void => {
    bank.setRefundMode('success');
    bank.settleRefunds(random.chance(0.8) ? 'success' : 'failure');
  };

  return {
    syncInvoices,
    runJob,
    settleRefunds,
    settleCaptures,
    at: async (occasion: Occasion): Promise<void> => {
      if (occasion === 'statement') await statement();
      else if (occasion === 'job') await runJob(random.pick(['settle-attempts', 'sync-registers', 'prune']));
      else if (occasion === 'backup') await runSoundly('back-up');
      else if (occasion === 'drill') {
        if (countSoundBackups(shop.dataDir) === 0) await runSoundly('back-up');
        await runSoundly('drill-backup');
      } else await usual();
    },
  };
};
