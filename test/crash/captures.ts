import type { Invoice } from '../../shared/api/invoices.ts';
import type { Books } from './books.ts';
import { type MoneyIntent, newIntent, pickAgain, press, recordMoneyAnswer } from './intents.ts';
import type { Sale } from './sales.ts';
import type { Account, CrashShop } from './shop.ts';

/** A capture that a till wants made once, however often it repeats the request. */
export interface CaptureIntent extends MoneyIntent {
  /** The invoice at the bank. */
  bankId: string;
  /** Minor units. */
  amount: number;
  isWhole: boolean;
}

/** The captures of a shop, requested again and again until there is an answer. */
export const openCaptures = (shop: CrashShop) => {
  const { random } = shop;
  const intents: CaptureIntent[] = [];

  const send = async (intent: CaptureIntent): Promise<void> => {
    const { invoice, isWhole, amount } = intent;
    const answer = await press<Invoice>(
      shop,
      intent,
      `invoices/${invoice}/capture/`,
      isWhole ? {} : { amount },
    );
    recordMoneyAnswer(`The capture of invoice ${invoice}`, intent, answer, ['status']);
  };

  return {
    intents,
    begin: async (sale: Sale): Promise<void> => {
      const { id: invoice, invoice_id: bankId } = sale.answers[0]?.invoice ?? {};
      const isTried = intents.some((each) => each.invoice === invoice && each.state !== 'refused');
      if (invoice === undefined || bankId === undefined || isTried) return;
      const isWhole = random.chance(0.4);
      const amount = isWhole ? sale.amount : Math.max(1, Math.floor(sale.amount / random.integer(2, 4)));
      const key = `${shop.seed} capture ${intents.length + 1}`;
      const intent = { ...newIntent(sale.account, key), invoice, bankId, isWhole, amount };
      intents.push(intent);
      await send(intent);
    },
    /** A till without an answer, or one that repeats a request that was done. */
    again: async (account: Account): Promise<void> => {
      const intent = pickAgain(shop, intents, account);
      if (intent) await send(intent);
    },
  };
};

export type Captures = ReturnType<typeof openCaptures>;

/**
 * Differences between the captures of the bank, of the journal and of the tills: each at the bank was requested and is
 * journaled, and each that was answered as captured is captured at the bank.
 * @param isSuspect what cannot be read there is not known here as captured
 */
export const captureDifferences = (
  books: Books,
  intents: readonly CaptureIntent[],
  isSuspect: (bankId: string) => boolean,
): string[] => {
  const { bank, bankIds, attempts } = books;
  const captured = new Map(
    bank
      .filter(
        ({ paymentType, status, holdOver }) => paymentType === 'hold' && status === 'success' && !holdOver,
      )
      .map(({ invoiceId, payment }) => [invoiceId, payment?.amount ?? 0]),
  );
  const done = new Map(
    attempts
      .filter(({ kind, status }) => kind === 'capture' && status === 'done')
      .map(({ invoice_id, request }) => [bankIds.get(invoice_id), JSON.parse(request).amount as number]),
  );
  const unwanted = [...captured].filter(
    ([bankId, amount]) =>
      !intents.some((each) => each.bankId === bankId && each.amount === amount && each.state !== 'refused'),
  );
  const unwritten = [...captured].filter(
    ([bankId, amount]) => !isSuspect(bankId) && done.get(bankId) !== amount,
  );
  const untrue = intents.filter(
    ({ state, bankId }) =>
      state === 'done' &&
      !bank.some(
        ({ invoiceId, status }) => invoiceId === bankId && (status === 'success' || status === 'reversed'),
      ),
  );
  return [
    ...unwanted.map(([bankId, amount]) => `${bankId}: the bank captured ${amount}, and nobody wanted that`),
    ...unwritten.map(
      ([bankId, amount]) => `${bankId}: the bank captured ${amount}, the journal says ${done.get(bankId)}`,
    ),
    ...untrue.map(
      ({ bankId, amount }) => `${bankId}: answered as captured (${amount}), and not so at the bank`,
    ),
  ];
};
