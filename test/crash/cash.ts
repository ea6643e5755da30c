import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { CashMove, Shift } from '../../shared/api/shifts.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import type { CashRow } from './books.ts';
import { buyerActs, type Intent, isReplay, newIntent, pickAgain, press, recordGiven } from './intents.ts';
import { PATIENT_TRIES } from './life.ts';
import { type Account, type CrashShop, Difference } from './shop.ts';

/** The drawer of a shop: goods sold for cash and in parts, returned, and cash that is put in and taken out. */

const KINDS = ['sale', 'parts', 'rest', 'return', 'move'] as const;
export type CashKind = (typeof KINDS)[number];

/** What a till wants done once, however often it sends it under its key; the key is the remark of what is written, too. */
export interface CashIntent extends Intent {
  kind: CashKind;
  key: string;
  path: string;
  body: object;
  /** Of a sale, and of a move (negative: taken out): its whole sum, minor units. */
  total: number;
  /** Of a sale in parts: its cash, minor units; of a sale all of it. */
  cash: number;
  /** What is returned, or ended. */
  sale: CashIntent | undefined;
  /** Of a rest: the end that the sale is to have. */
  by: CashRow['ended'];
  /** `refused`: nothing was done. `failed`: the bank has not done what it had accepted. */
  state: 'waiting' | 'done' | 'refused' | 'failed';
  answer: (CashSale & CashMove) | undefined;
  /** The last answer. */
  text: string;
}

type CashAnswer = Answer<CashSale & CashMove & Refusal>;

export const OPENING = 1_000_000;
/** Those that may find that another one was faster. */
const REFUSABLE: readonly CashKind[] = ['rest', 'return', 'move'];

const recordAnswer = (intent: CashIntent, answer: CashAnswer): void => {
  const { status, text, body } = answer;
  const name = `The key "${intent.key}"`;
  if (status === 200 || status === 201) {
    recordGiven(name, intent.answers, { text, isReplay: isReplay(answer) });
    Object.assign(intent, { state: 'done', answer: body, text });
    return;
  }
  const isKnown = status === 502 || (status === 400 && REFUSABLE.includes(intent.kind));
  if (intent.answer || !isKnown) throw new Difference(`${name} was answered with ${status}: ${text}`);
  intent.text = text;
  if (status === 400) intent.state = 'refused';
  // A refund that the bank refuses at once is wanted again; one that it had accepted is over.
  else if (body.err_code === 'CANCEL_FAILED') intent.state = 'failed';
};

export const openCash = (shop: CrashShop) => {
  const { random, bank } = shop;
  const intents: CashIntent[] = [];
  let shift = 0;

  const send = async (intent: CashIntent): Promise<void> =>
    recordAnswer(intent, await press<CashSale & CashMove>(shop, intent, intent.path, intent.body));

  const begin = (
    wanted: Pick<CashIntent, 'kind' | 'account' | 'path'> & Partial<CashIntent>,
    bodyFor: (key: string) => object,
  ): Promise<void> => {
    const key = `${shop.seed} cash ${intents.length + 1}`;
    const intent: CashIntent = {
      ...newIntent(wanted.account, key),
      total: 0,
      cash: 0,
      sale: undefined,
      answer: undefined,
      by: null,
      text: '',
      key,
      body: bodyFor(key),
      ...wanted,
    };
    intents.push(intent);
    return send(intent);
  };

  const sell = (account: Account, isInParts: boolean): Promise<void> => {
    const [price, quantity] = [random.integer(2, 90) * 100, random.integer(1, 4)];
    const total = price * quantity;
    const cash = isInParts ? random.integer(1, total - 1) : total;
    const goods = { items: [{ name: 'Кава', price, quantity }], received: cash + random.integer(0, 500) };
    const parts = { cash, terminal: shop.terminals[0]?.id, validity: random.pick([60, 300, 900]) };
    return begin(
      { account, kind: isInParts ? 'parts' : 'sale', path: 'cash-sales/', total, cash },
      (comment) => ({ ...goods, ...(isInParts && parts), comment }),
    );
  };

  const answered = (kinds: readonly CashKind[], fits = (_: CashIntent): boolean => true) => {
    const found = intents.filter(
      (each) => each.answer !== undefined && kinds.includes(each.kind) && fits(each),
    );
    return found.length > 0 ? random.pick(found.slice(-30)) : undefined;
  };
  const bankInvoiceOf = ({ answer }: CashIntent) => {
    // The page has the bank's id as its last part.
    const id = answer?.qr?.page_url.split('/').at(-1) ?? '';
    return id === '' ? undefined : bank.invoice(id);
  };
  const isOpen = (sale: CashIntent) => bankInvoiceOf(sale)?.status === 'created';
  const isPaid = (sale: CashIntent) => bankInvoiceOf(sale)?.status === 'success';

  const pay = (sale: CashIntent | undefined): void => {
    const { invoiceId, status } = (sale && bankInvoiceOf(sale)) ?? {};
    if (invoiceId !== undefined && status === 'created') buyerActs(shop, invoiceId);
  };

  /** One till at a time ends a sale. */
  const rest = async (account: Account): Promise<void> => {
    const sale = answered(['parts'], (each) => !isPaid(each));
    const others = intents.filter((each) => each.kind === 'rest' && each.sale === sale);
    if (!sale?.answer || others.some(({ state }) => state !== 'refused')) return;
    const by = random.pick(['cash', 'given_back'] as const);
    const path = `cash-sales/${sale.answer.id}/rest/`;
    await begin({ account, kind: 'rest', sale, by, path }, () => ({ by: by === 'cash' ? by : 'give_back' }));
  };

  const giveBack = async (account: Account): Promise<void> => {
    const sale = answered(['sale', 'parts', 'parts'], (each) => each.kind === 'sale' || isPaid(each));
    if (!sale?.answer) return;
    const { id, items } = sale.answer;
    const what = random.pick([
      {},
      { amount: random.integer(1, sale.total) },
      { items: [{ item: items[0]?.id, quantity: 1 }] },
    ]);
    await begin({ account, kind: 'return', sale, path: `cash-sales/${id}/returns/` }, (comment) => ({
      ...what,
      comment,
    }));
  };

  const move = (account: Account): Promise<void> => {
    const amount = random.integer(1, 500);
    const direction = random.pick(['in', 'out']);
    const total = direction === 'in' ? amount : -amount;
    return begin({ account, kind: 'move', total, path: `shifts/${shift}/cash-moves/` }, (reason) => ({
      amount,
      direction,
      reason,
    }));
  };

  return {
    intents,
    shift: () => shift,
    /** While nothing kills the service. */
    openShift: async (): Promise<void> => {
      const { status, body, text } = await shop.ask<Shift>('owner', 'POST', 'shifts/', {
        body: { opening_cash: OPENING },
      });
      if (status !== 201) throw new Difference(`The shift was opened with ${status}: ${text}`);
      shift = body.id;
    },
    sell: (account: Account) => sell(account, false),
    sellInParts: async (account: Account): Promise<void> => {
      await sell(account, true);
      if (random.chance(0.6)) pay(intents.findLast(({ kind }) => kind === 'parts'));
    },
    pay: () => pay(answered(['parts'], isOpen)),
    rest,
    giveBack,
    move,
    /** A till without an answer, or one that repeats what was done. */
    again: async (account: Account): Promise<void> => {
      const closed = intents.filter(({ open }) => open === 0);
      const intent = pickAgain(shop, closed, account);
      if (intent) await send(intent);
    },
    /** The bank is healthy: each without an answer is sent again. @param sure those that must get one now */
    comeBack: async (sure: readonly CashKind[]): Promise<void> => {
      for (const intent of intents.filter(({ state }) => state === 'waiting')) {
        for (let tries = 0; intent.state === 'waiting' && tries < PATIENT_TRIES; tries += 1) {
          if (tries > 0 && !sure.includes(intent.kind)) break;
          await send(intent);
        }
        if (intent.state === 'waiting' && sure.includes(intent.kind))
          throw new Difference(`The bank is well, and the key "${intent.key}" was answered ${intent.text}`);
      }
    },
  };
};

export type Cash = ReturnType<typeof openCash>;
