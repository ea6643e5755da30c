import type { Invoice } from '../../shared/api/invoices.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import { PATIENT_TRIES } from './life.ts';
import type { Sale } from './sales.ts';
import { type Account, type CrashShop, Difference } from './shop.ts';

/** A refund that a person wants made once, however often it is pressed. */
export interface RefundIntent {
  account: Account;
  /** The invoice here. */
  invoice: number;
  /** Undefined: pressed by hand, after a look at the invoice. */
  key: string | undefined;
  /**
   * Minor units. No two refunds of an invoice have the same, so that the bank's book distinguishes them. Undefined:
   * all.
   */
  amount: number | undefined;
  /**
   * `done`: answered with 200. `refused`: every press was clearly refused, so nothing was refunded. `left`: the
   * person stopped without an answer, saw that the remaining amount has changed, or ended what was not paid yet.
   */
  state: 'waiting' | 'done' | 'refused' | 'left';
  presses: number;
  /** Presses without an answer so far. */
  open: number;
  /** A press had no clear answer: the bank may have been called. */
  wasInDoubt: boolean;
  /** The remaining amount of the invoice when it was pressed by hand for the first time. */
  leftAtFirst: number | undefined;
  /** Every 200. */
  answers: { text: string; isReplay: boolean }[];
}

type InvoiceAnswer = Answer<Invoice & Refusal>;

/** Refusals after which nothing was done. */
const CLEAR = [
  ...['TMR', 'CANCEL_FAILED', 'WRONG_CANCEL_AMOUNT', 'BAD_REQUEST', 'CANCEL_NOT_AVAILABLE'],
  // The terminal is deleted; shops of this test lose their keys in no other way.
  'TOKEN_MISSING',
];

const REFUSED_FIELDS = ['status', 'amount', 'expected_left'] as const;

type Verdict = 'done' | 'withdrawn' | 'refused' | 'under way' | 'in doubt';

const verdictOf = ({ status, body, text }: InvoiceAnswer): Verdict => {
  // The buyer has paid at the bank, and Kramar does not know it yet: to cancel is to withdraw then.
  if (status === 200) return body.status === 'expired' ? 'withdrawn' : 'done';
  if (status === 502) return CLEAR.includes(body.err_code ?? '') ? 'refused' : 'in doubt';
  const problems = body.errors?.status as string[] | undefined;
  if (status === 400 && problems?.some((problem) => problem.includes('under way'))) return 'under way';
  if (status === 400 && REFUSED_FIELDS.some((field) => body.errors?.[field])) return 'refused';
  throw new Difference(`A refund was answered with ${status}: ${text}`);
};

const nameOf = ({ key, invoice, amount }: RefundIntent): string =>
  `the refund of ${amount ?? 'all'} of invoice ${invoice}, ${key === undefined ? 'by hand' : `key "${key}"`},`;

/** The refunds of a shop, pressed again and again until there is an answer. */
export const openRefunds = (shop: CrashShop) => {
  const { random } = shop;
  const intents: RefundIntent[] = [];

  /** Small enough that the bank would make it twice, and unlike any other of the invoice. */
  const newAmount = (sale: Sale, invoice: number): number => {
    const taken = new Set(intents.filter((each) => each.invoice === invoice).map(({ amount }) => amount));
    let amount = Math.max(1, Math.floor(sale.amount / random.integer(3, 6)));
    while (taken.has(amount)) amount += 1;
    return amount;
  };

  const begin = (sale: Sale): RefundIntent | undefined => {
    const [answered] = sale.answers;
    if (!answered) return undefined;
    const invoice = answered.invoice.id;
    const intent: RefundIntent = {
      account: sale.account,
      invoice,
      presses: 0,
      open: 0,
      state: 'waiting',
      wasInDoubt: false,
      answers: [],
      key: random.chance(0.5) ? `${shop.seed} refund ${intents.length + 1}` : undefined,
      amount: random.chance(0.75) ? newAmount(sale, invoice) : undefined,
      leftAtFirst: undefined,
    };
    intents.push(intent);
    return intent;
  };

  /** What the screen shows, or what the button beside it fetches; undefined: that failed, the person waits. */
  const look = async ({ account, invoice }: RefundIntent): Promise<Invoice | undefined> => {
    const refreshes = random.chance(0.5);
    const path = `invoices/${invoice}/${refreshes ? 'refresh/' : ''}`;
    const { status, body } = await shop.ask<Invoice>(account, refreshes ? 'POST' : 'GET', path);
    return status === 200 ? body : undefined;
  };

  /** Reads first, as the program says, and sends along what was read, as its window does. Undefined: not pressed. */
  const queryByHand = async (intent: RefundIntent): Promise<string | undefined> => {
    const seen = await look(intent);
    if (!seen) return undefined;
    const left = seen.final_amount ?? seen.amount;
    if (intent.leftAtFirst !== undefined && (seen.status !== 'success' || left !== intent.leftAtFirst)) {
      stop(intent, 'left');
      return undefined;
    }
    intent.leftAtFirst = left;
    return `?expected_status=success&expected_left=${left}`;
  };

  /** Two presses at once: the answer to one of them holds. */
  const stop = (intent: RefundIntent, state: 'refused' | 'left'): void => {
    if (intent.state === 'waiting') intent.state = state;
  };

  const recordAnswer = (intent: RefundIntent, answer: InvoiceAnswer): void => {
    const verdict = verdictOf(answer);
    if (verdict === 'done' || verdict === 'withdrawn') {
      intent.state = verdict === 'done' ? 'done' : 'left';
      hearDone(intent, answer);
    } else if (intent.answers.length > 0 && intent.key !== undefined) {
      throw new Difference(`${nameOf(intent)} was done, and its key is answered with ${answer.text}`);
    } else if (verdict === 'in doubt') intent.wasInDoubt = true;
    // After a doubt, or while another press is under way, a refusal says nothing about that press.
    else if (intent.wasInDoubt || intent.open > 0) {
      if (verdict === 'refused' && intent.open === 0) stop(intent, 'left');
    } else stop(intent, 'refused');
  };

  const hearDone = (intent: RefundIntent, { text, headers }: InvoiceAnswer): void => {
    intent.answers.push({ text, isReplay: headers.get('Idempotency-Replayed') === 'true' });
    if (intent.key === undefined) return;
    const firsts = intent.answers.filter(({ isReplay }) => !isReplay);
    if (firsts.length > 1 || intent.answers.some((each) => each.text !== text)) {
      const all = intent.answers.map((each) => `\n  ${each.isReplay ? 'repeated' : 'new'}: ${each.text}`);
      throw new Difference(`${nameOf(intent)} was answered with: ${all.join('')}`);
    }
  };

  /** For the first time, or again. @throws Gone */
  const press = async (intent: RefundIntent): Promise<void> => {
    const { account, key, amount } = intent;
    const query = key === undefined ? await queryByHand(intent) : '';
    if (query === undefined) return;
    intent.presses += 1;
    intent.open += 1;
    const path = `invoices/${intent.invoice}/cancel/${query}`;
    const body = amount === undefined ? {} : { amount };
    const headers = key === undefined ? {} : { 'Idempotency-Key': key };
    try {
      const answer = await shop
        .ask<Invoice & Refusal>(account, 'POST', path, { body, headers })
        .finally(() => {
          intent.open -= 1;
        });
      recordAnswer(intent, answer);
    } catch (error) {
      // Cut off: as without an answer.
      if (!(error instanceof Difference)) intent.wasInDoubt = true;
      throw error;
    }
  };

  const waiting = () => intents.filter(({ state }) => state === 'waiting');

  return {
    intents,
    begin: async (sale: Sale): Promise<void> => {
      const intent = begin(sale);
      if (intent) await press(intent);
    },
    /** A person who has no answer, or a till that repeats a request that was done. */
    again: async (account: Account): Promise<void> => {
      const mine = intents.filter((intent) => intent.account === account);
      const done = mine.filter(({ state, key }) => state === 'done' && key !== undefined).slice(-10);
      const pressed = mine.filter(({ state }) => state === 'waiting').slice(-20);
      const choice = pressed.length > 0 && random.chance(0.9) ? pressed : done;
      if (choice.length > 0) await press(random.pick(choice));
    },
    /**
     * The bank is healthy: each intent without an answer is pressed once more, and until it is clear.
     * @param isClear enough time has passed since the first press: there must be a clear answer
     */
    comeBack: async (isClear: boolean): Promise<void> => {
      for (const intent of waiting()) {
        await press(intent);
        for (let tries = 1; isClear && intent.state === 'waiting' && tries < PATIENT_TRIES; tries += 1)
          await press(intent);
        if (isClear && intent.state === 'waiting')
          throw new Difference(
            `The bank is well, ${nameOf(intent)} is long over, and it has no clear answer`,
          );
      }
    },
  };
};

export type Refunds = ReturnType<typeof openRefunds>;
