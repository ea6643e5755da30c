import type { Random } from '../../main/demo/random.ts';
import type { Poison } from '../../main/practice-bank/poison.ts';
import type { PoisonKind } from '../../main/practice-bank/poison-presets.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Refusal } from '../helpers/client.ts';
import { readDatabase } from './books.ts';
import { tagOf } from './ledger.ts';
import { PATIENT_TRIES } from './life.ts';
import { type CrashShop, Difference } from './shop.ts';

/** Makes some of the bank's invoices unreadable, while all the others stay as they are. */

/** At the same time. */
const MOST = 4;

/** Values that cannot be true. For a payment outside Kramar only these: its amount is not known otherwise. */
const UNREADABLE: readonly PoisonKind[] = [
  'unknown-status',
  'malformed-date',
  'wrong-type',
  'null-fields',
  'missing-fields',
  'malformed-refunds',
  'line-null',
  'line-text',
  'line-empty',
  'line-doubled',
  'fractional-amount',
  'negative-amount',
  'huge-amount',
];

/** Values that contradict Kramar's invoice. */
const FALSE: readonly PoisonKind[] = [
  ...UNREADABLE,
  'unknown-refund-status',
  'other-amount',
  'other-currency',
  'other-id',
  'negative-fee',
];

const anyPoison = (random: Random, isOurs: boolean): Poison => {
  if (isOurs && random.chance(0.15)) return { status: { set: { modifiedDate: '2999-12-31T23:59:59Z' } } };
  return { kind: random.pick(isOurs ? FALSE : UNREADABLE) };
};

/** The id here of one of the bank's invoices. */
const ourId = (databaseFile: string, bankId: string): number | undefined =>
  readDatabase(
    databaseFile,
    (db) =>
      db.prepare('select id from invoices where invoice_id = ?').pluck().get(bankId) as number | undefined,
  );

export const openPoisoner = (shop: CrashShop) => {
  const { random, bank } = shop;
  /** By the bank's ids: records that have been poisoned and not been read since. */
  const suspects = new Set<string>();
  const ever = new Set<string>();
  const put = (invoiceId: string, poison: Poison): void => {
    bank.poison(invoiceId, poison);
    suspects.add(invoiceId);
    ever.add(invoiceId);
  };

  return {
    /** Whether Kramar's data of it may be outdated: it is poisoned, or was until a moment ago. */
    isSuspect: (invoiceId: string): boolean => suspects.has(invoiceId),
    wasPoisoned: (invoiceId: string): boolean => ever.has(invoiceId),
    count: (): number => ever.size,
    poison: (): void => {
      if (Object.keys(bank.poisons()).length >= MOST) return;
      // What cannot be read of a deleted terminal would never become readable.
      const chosen = random.pick(bank.invoices().slice(-40));
      if (shop.isThrowaway(chosen)) return;
      put(chosen.invoiceId, anyPoison(random, tagOf(chosen) !== ''));
    },
    put,
    /** The bank is healthy again. Queried records become readable at once, the rest gradually. */
    heal: (): void => bank.heal(),
    /** A person opens each poisoned invoice: it has to be readable again. @throws Gone */
    refresh: async (): Promise<void> => {
      for (const invoiceId of suspects) {
        const id = ourId(shop.databaseFile, invoiceId);
        if (id === undefined) continue;
        const path = `invoices/${id}/refresh/`;
        const press = () => shop.ask<Invoice & Refusal>('owner', 'POST', path);
        let answer = await press();
        // On a busy machine the bank itself may be too slow for the short patience of these shops.
        for (let tries = 1; answer.body.err_code === 'TIMEOUT' && tries < PATIENT_TRIES; tries += 1)
          answer = await press();
        const { status, text } = answer;
        if (status !== 200)
          throw new Difference(
            `${invoiceId} can be read again; ${path} was answered with ${status}: ${text}`,
          );
      }
      suspects.clear();
    },
    /** So much time has passed that Kramar has looked at each by itself. */
    forget: (): void => suspects.clear(),
  };
};
