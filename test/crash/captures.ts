import type { Invoice } from '../../shared/api/invoices.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import type { Books } from './books.ts';
import type { Sale } from './sales.ts';
import { type Account, type CrashShop, Difference } from './shop.ts';

/** A capture that a till wants made once, however often it repeats the request. */
interface CaptureIntent {
  account: Account;
  /** The invoice here, and at the bank. */
  invoice: number;
  bankId: string;
  key: string;
  /** Minor units. */
  amount: number;
  isWhole: boolean;
  /** `refused`: every press was clearly refused. `left`: another request has ended the hold, or may have. */
  state: 'waiting' | 'done' | 'refused' | 'left';
  wasInDoubt: boolean;
}

type InvoiceAnswer = Answer<Invoice & Refusal>;

/** Refusals after which nothing was done. */
const CLEAR = ['TMR', 'BAD_REQUEST', 'TOKEN_MISSING'];

/** Another request for the same invoice runs: the answer says nothing of this one. */
const isUnderWay = ({ text }: InvoiceAnswer): boolean => text.includes('under way');

const isRefusal = ({ status, body }: InvoiceAnswer): boolean =>
  status === 502 || (status === 400 && body.errors?.status !== undefined);

const isInDoubt = ({ status, body }: InvoiceAnswer): boolean =>
  status === 502 && !CLEAR.includes(body.err_code ?? '');

/** Another press of the same key may have been refused before. */
const doubt = (intent: CaptureIntent): void => {
  intent.wasInDoubt = true;
  if (intent.state === 'refused') intent.state = 'left';
};

const recordAnswer = (intent: CaptureIntent, answer: InvoiceAnswer): void => {
  if (answer.status === 200) intent.state = 'done';
  else if (isInDoubt(answer)) doubt(intent);
  else if (!isRefusal(answer))
    throw new Difference(
      `The capture of invoice ${intent.invoice} was answered with ${answer.status}: ${answer.text}`,
    );
  else if (!isUnderWay(answer) && intent.state === 'waiting')
    intent.state = intent.wasInDoubt ? 'left' : 'refused';
};

/** The captures of a shop, requested again and again until there is an answer. */
export const openCaptures = (shop: CrashShop) => {
  const { random } = shop;
  const intents: CaptureIntent[] = [];

  /** @throws Gone */
  const press = async (intent: CaptureIntent): Promise<void> => {
    const body = intent.isWhole ? {} : { amount: intent.amount };
    const headers = { 'Idempotency-Key': intent.key };
    const path = `invoices/${intent.invoice}/capture/`;
    try {
      recordAnswer(
        intent,
        await shop.ask<Invoice & Refusal>(intent.account, 'POST', path, { body, headers }),
      );
    } catch (error) {
      // Cut off: as without an answer.
      if (!(error instanceof Difference)) doubt(intent);
      throw error;
    }
  };

  return {
    intents,
    begin: async (sale: Sale): Promise<void> => {
      const [answered] = sale.answers;
      if (
        !answered ||
        intents.some(({ invoice, state }) => invoice === answered.invoice.id && state !== 'refused')
      )
        return;
      const isWhole = random.chance(0.4);
      const intent: CaptureIntent = {
        account: sale.account,
        invoice: answered.invoice.id,
        bankId: answered.invoice.invoice_id,
        key: `${shop.seed} capture ${intents.length + 1}`,
        isWhole,
        amount: isWhole ? sale.amount : Math.max(1, Math.floor(sale.amount / random.integer(2, 4))),
        state: 'waiting',
        wasInDoubt: false,
      };
      intents.push(intent);
      await press(intent);
    },
    /** A till without an answer, or one that repeats a request that was done. */
    again: async (account: Account): Promise<void> => {
      const mine = intents.filter((intent) => intent.account === account).slice(-20);
      const waiting = mine.filter(({ state }) => state === 'waiting');
      const choice = waiting.length > 0 ? waiting : mine.filter(({ state }) => state === 'done');
      if (choice.length > 0) await press(random.pick(choice));
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
  const { bank, invoices, attempts } = books;
  const captured = new Map(
    bank
      .filter(
        ({ paymentType, status, holdOver }) => paymentType === 'hold' && status === 'success' && !holdOver,
      )
      .map(({ invoiceId, payment }) => [invoiceId, payment?.amount ?? 0]),
  );
  const ids = new Map(invoices.map(({ id, invoice_id }) => [id, invoice_id]));
  const done = new Map(
    attempts
      .filter(({ kind, status }) => kind === 'capture' && status === 'done')
      .map(({ invoice_id, request }) => [ids.get(invoice_id ?? 0), JSON.parse(request).amount as number]),
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
