import type { Random } from '../../main/demo/random.ts';
import type { SeededInvoice } from '../../main/practice-bank/seed.ts';

const DAY_MS = 24 * 60 * 60_000;
/** More than two slices of a statement. */
const PAYMENTS = 450;

/** Payments of the last weeks, made before Kramar was installed. @param now milliseconds UTC */
export const history = (token: string, random: Random, now: number): SeededInvoice[] =>
  Array.from({ length: PAYMENTS }, (_, at) => {
    const createdAt = now - 25 * DAY_MS + Math.floor((at / PAYMENTS) * 24 * DAY_MS);
    const amount = random.integer(10, 900) * 100;
    const outcome = random.chance(0.05) ? 'failure' : 'success';
    const back = random.weighted([
      [0, 20],
      [amount, 1],
      [amount / 2, 1],
    ]);
    const refunds = outcome === 'success' && back > 0 ? [{ amount: back, at: createdAt + 120_000 }] : [];
    return { token, amount, createdAt, outcome, refunds, merchantPaymInfo: { reference: `old ${at}` } };
  });
