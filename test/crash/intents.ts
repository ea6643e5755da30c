import type { Invoice } from '../../shared/api/invoices.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import { type Account, type CrashShop, Difference } from './shop.ts';

/** What clients want done once, however often they send it, and what they were answered. */

/** An answer that it is done. */
export interface Given {
  text: string;
  isReplay: boolean;
}

export interface Intent {
  account: Account;
  /** Undefined: pressed by hand, without an Idempotency-Key. */
  key: string | undefined;
  presses: number;
  /** Presses without an answer so far. */
  open: number;
  /** A press had no clear answer: the bank may have been called. */
  wasInDoubt: boolean;
  state: string;
  answers: Given[];
}

export const newIntent = (account: Account, key: string | undefined) => ({
  account,
  key,
  presses: 0,
  open: 0,
  wasInDoubt: false,
  state: 'waiting' as const,
  answers: [],
});

export const isReplay = ({ headers }: Answer<unknown>): boolean =>
  headers.get('Idempotency-Replayed') === 'true';

/**
 * Keeps an answer: under one key it is the same each time, and given anew once.
 * @param name for the message
 */
export const recordGiven = <One extends Given>(name: string, answers: One[], given: One): void => {
  answers.push(given);
  const isAnew = answers.filter((each) => !each.isReplay).length > 1;
  if (!isAnew && answers.every(({ text }) => text === given.text)) return;
  const all = answers.map((each) => `\n  ${each.isReplay ? 'repeated' : 'new'}: ${each.text}`);
  throw new Difference(`${name} was answered with: ${all.join('')}`);
};

/** Sends it, for the first time or again. @throws Gone */
export const press = async <Body>(
  shop: CrashShop,
  intent: Intent,
  path: string,
  body: object,
): Promise<Answer<Body & Refusal>> => {
  const { account, key } = intent;
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  intent.presses += 1;
  intent.open += 1;
  try {
    return await shop.ask<Body & Refusal>(account, 'POST', path, { body, headers });
  } catch (error) {
    // Cut off: as without an answer.
    if (!(error instanceof Difference)) intent.wasInDoubt = true;
    throw error;
  } finally {
    intent.open -= 1;
  }
};

/** One without an answer, or one that was done and whose request a till repeats. */
export const pickAgain = <One extends Intent>(
  { random }: CrashShop,
  intents: readonly One[],
  account: Account,
): One | undefined => {
  const mine = intents.filter((each) => each.account === account);
  const waiting = mine.filter(({ state }) => state === 'waiting').slice(-20);
  const done = mine.filter(({ state, key }) => state === 'done' && key !== undefined).slice(-10);
  const choice = waiting.length > 0 && random.chance(0.9) ? waiting : done;
  return choice.length > 0 ? random.pick(choice) : undefined;
};

/** A refund or a capture. */
export interface MoneyIntent extends Intent {
  /** The invoice here. */
  invoice: number;
  /**
   * `refused`: every press was clearly refused, so nothing was done. `left`: the person stopped without an answer, or
   * something else has happened to the invoice meanwhile.
   */
  state: 'waiting' | 'done' | 'refused' | 'left';
}

export type MoneyAnswer = Answer<Invoice & Refusal>;

/** Refusals after which nothing was done. */
const CLEAR = [
  ...['TMR', 'CANCEL_FAILED', 'WRONG_CANCEL_AMOUNT', 'BAD_REQUEST', 'CANCEL_NOT_AVAILABLE'],
  // The terminal is deleted; shops of this test lose their keys in no other way.
  'TOKEN_MISSING',
];

/** Two presses at once: the answer to one of them holds. */
export const stop = (intent: MoneyIntent, state: 'refused' | 'left'): void => {
  if (intent.state === 'waiting') intent.state = state;
};

/**
 * @param name for the message
 * @param fields that a refusal may be about
 */
export const recordMoneyAnswer = (
  name: string,
  intent: MoneyIntent,
  answer: MoneyAnswer,
  fields: readonly ('status' | 'amount' | 'expected_left')[],
): void => {
  const { status, body, text } = answer;
  if (status === 200) {
    // The buyer has paid at the bank, and Kramar does not know it yet: to cancel is to withdraw then.
    intent.state = body.status === 'expired' ? 'left' : 'done';
    const given = { text, isReplay: isReplay(answer) };
    if (intent.key !== undefined) recordGiven(name, intent.answers, given);
    return;
  }
  if (intent.answers.length > 0)
    throw new Difference(`${name} was done, and its key is answered with ${text}`);
  const isRefusal = status === 502 || (status === 400 && fields.some((field) => body.errors?.[field]));
  if (!isRefusal) throw new Difference(`${name} was answered with ${status}: ${text}`);
  // After a doubt, or while another press is open, a refusal says nothing about that press.
  if (status === 502 && !CLEAR.includes(body.err_code ?? '')) intent.wasInDoubt = true;
  else if (!intent.wasInDoubt && intent.open === 0) stop(intent, 'refused');
  // Another request for the invoice may be the one in doubt.
  else if (intent.open === 0 && !text.includes('under way')) stop(intent, 'left');
};

/** The buyer at the counter, before an invoice that can be paid. */
export const buyerActs = ({ random, bank }: CrashShop, invoiceId: string): void => {
  const does = random.weighted([
    ['pay', 10],
    ['decline', 2],
    ['processing', 1],
    ['leave', 2],
  ]);
  if (does === 'pay') bank.pay(invoiceId);
  else if (does === 'decline') bank.decline(invoiceId);
  else if (does === 'processing') bank.processing(invoiceId);
};
