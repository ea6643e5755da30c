import type { Invoice } from '../../shared/api/invoices.ts';
import { type MoneyIntent, newIntent, pickAgain, press, recordMoneyAnswer, stop } from './intents.ts';
import { PATIENT_TRIES } from './life.ts';
import type { Sale } from './sales.ts';
import { type Account, type CrashShop, Difference } from './shop.ts';

/** A refund that a person wants made once, however often it is pressed; by hand after a look at the invoice. */
export interface RefundIntent extends MoneyIntent {
  /**
   * Minor units. No two refunds of an invoice have the same, so that the bank's book distinguishes them. Undefined:
   * all.
   */
  amount: number | undefined;
  /** The remaining amount of the invoice when it was pressed by hand for the first time. */
  leftAtFirst: number | undefined;
}

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

  const send = async (intent: RefundIntent): Promise<void> => {
    const { invoice, key, amount } = intent;
    const query = key === undefined ? await queryByHand(intent) : '';
    if (query === undefined) return;
    const body = amount === undefined ? {} : { amount };
    const answer = await press<Invoice>(shop, intent, `invoices/${invoice}/cancel/${query}`, body);
    recordMoneyAnswer(nameOf(intent), intent, answer, ['status', 'amount', 'expected_left']);
  };

  return {
    intents,
    begin: async (sale: Sale): Promise<void> => {
      const invoice = sale.answers[0]?.invoice.id;
      if (invoice === undefined) return;
      const key = random.chance(0.5) ? `${shop.seed} refund ${intents.length + 1}` : undefined;
      const amount = random.chance(0.75) ? newAmount(sale, invoice) : undefined;
      const intent = { ...newIntent(sale.account, key), invoice, amount, leftAtFirst: undefined };
      intents.push(intent);
      await send(intent);
    },
    /** A person who has no answer, or a till that repeats a request that was done. */
    again: async (account: Account): Promise<void> => {
      const intent = pickAgain(shop, intents, account);
      if (intent) await send(intent);
    },
    /**
     * The bank is healthy: each intent without an answer is pressed once more, and until it is clear.
     * @param isClear enough time has passed since the first press: there must be a clear answer
     */
    comeBack: async (isClear: boolean): Promise<void> => {
      for (const intent of intents.filter(({ state }) => state === 'waiting')) {
        await send(intent);
        for (let tries = 1; isClear && intent.state === 'waiting' && tries < PATIENT_TRIES; tries += 1)
          await send(intent);
        if (isClear && intent.state === 'waiting')
          throw new Difference(
            `The bank is well, ${nameOf(intent)} is long over, and it has no clear answer`,
          );
      }
    },
  };
};

export type Refunds = ReturnType<typeof openRefunds>;
