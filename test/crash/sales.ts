import type { Fault } from '../../main/bank/sandbox/faults.ts';
import type { Random } from '../../main/demo/random.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import { BANK_TIMEOUT_MS } from './life.ts';
import { type Account, type CrashShop, Difference, Gone } from './shop.ts';

/** What a till wants to sell, and what it was told of it. */
export interface Sale {
  account: Account;
  key: string;
  body: object;
  terminal: number;
  amount: number;
  /** Given up: the till went on to other things without an answer. */
  state: 'asking' | 'answered' | 'given up';
  tries: number;
  /** The last answer that was no 201. */
  refusal: string;
  /** When the first 201 had come, milliseconds UTC. */
  heardAt: number | undefined;
  /** Every 201. */
  answers: { invoice: Invoice; text: string; isReplay: boolean }[];
}

/** A refund that a client asked for. */
export interface AskedRefund {
  /** Ours. */
  invoice: number;
  /** Minor units; undefined: what is left. */
  amount: number | undefined;
  /** `refused`: nothing was given back. */
  outcome: 'done' | 'refused' | 'unknown';
}

type InvoiceAnswer = Answer<Invoice & Refusal>;

/**
 * What goes wrong on the way to the bank; a bank that says "too many" has done nothing. One that opens an invoice only
 * after it has been asked again is beyond what anybody can tell, so there is no delay of that.
 */
export const anyFault = (random: Random, path: string, acts = random.chance(0.6)): Fault => {
  const kind = random.pick([
    'reset',
    'hang',
    'half-body',
    'malformed-json',
    'internal-error',
    'bad-gateway',
    'unavailable',
    'too-many-requests',
    ...(['invoice/create', '*'].includes(path) ? [] : (['delay'] as const)),
  ] as const);
  // Later than it is waited for.
  return { kind, path, ms: 1.3 * BANK_TIMEOUT_MS, acts: kind === 'too-many-requests' ? false : acts };
};

const newBody = (random: Random, terminal: number, register: number | undefined, order: number) => {
  const price = random.integer(1, 90) * 100;
  const quantity = random.integer(1, 4);
  const shared = {
    terminal,
    ...(register === undefined ? {} : { cash_register: register }),
    ...(random.chance(0.3) ? { reference: `Чек ${order}` } : {}),
    // Short ones end while the test runs.
    validity: random.weighted([
      [60, 3],
      [300, 4],
      [900, 2],
      [86_400, 1],
    ]),
  };
  if (random.chance(0.6)) return { body: { ...shared, amount: price }, amount: price };
  const items = [
    { name: 'Кава', price, quantity },
    { name: 'Тістечко', price: 5000, quantity: 1, discount_pct: 10, unit: 'шт' },
  ];
  return { body: { ...shared, items }, amount: price * quantity + 4500 };
};

/** The sales of a shop, whatever becomes of them. */
export const openSales = (shop: CrashShop) => {
  const { random, bank } = shop;
  const sales: Sale[] = [];
  const refunds: AskedRefund[] = [];
  const run = `${shop.seed} `;

  const isPaid = (sale: Sale) => bank.invoice(bankId(sale))?.status === 'success';
  const isUnpaid = (sale: Sale) => bank.invoice(bankId(sale))?.status === 'created';
  const bankId = (sale: Sale) => sale.answers[0]?.invoice.invoice_id ?? '';
  const recent = (fits: (sale: Sale) => boolean): Sale | undefined => {
    const found = sales.slice(-60).filter((sale) => sale.state === 'answered' && fits(sale));
    return found.length > 0 ? random.pick(found) : undefined;
  };

  const begin = (account: Account): Sale => {
    const terminal = random.pick(shop.terminals);
    const register = random.chance(0.5) ? random.pick(terminal.registers) : undefined;
    const { body, amount } = newBody(random, terminal.id, register?.id, sales.length + 1);
    const key = `${run}sale ${sales.length + 1}`;
    const sale: Sale = {
      ...{ account, key, body, terminal: terminal.id, amount },
      ...{ state: 'asking', tries: 0, refusal: '', heardAt: undefined, answers: [] },
    };
    sales.push(sale);
    return sale;
  };

  const heard = (sale: Sale, answer: InvoiceAnswer): void => {
    const { status, body, text, headers } = answer;
    // What was answered once needs no bank any more.
    if (status === 502 && sale.answers.length === 0) {
      sale.refusal = text;
      return;
    }
    if (status !== 201) throw new Difference(`The key "${sale.key}" was answered with ${status}: ${text}`);
    const isReplay = headers.get('Idempotency-Replayed') === 'true';
    sale.answers.push({ invoice: body, text, isReplay });
    sale.state = 'answered';
    sale.heardAt ??= shop.now();
    if (body.amount !== sale.amount)
      throw new Difference(`The key "${sale.key}" asked for ${sale.amount} and was answered: ${text}`);
    const firsts = sale.answers.filter((each) => !each.isReplay);
    if (firsts.length > 1 || sale.answers.some((each) => each.text !== text)) {
      const told = sale.answers.map((each) => `\n  ${each.isReplay ? 'repeated' : 'new'}: ${each.text}`);
      throw new Difference(`The key "${sale.key}" was answered with: ${told.join('')}`);
    }
  };

  /** Asks for the sale, again or for the first time; at times in both hands at once. */
  const attempt = async (sale: Sale): Promise<void> => {
    sale.tries += 1;
    const send = async () => {
      const headers = { 'Idempotency-Key': sale.key };
      heard(sale, await shop.ask(sale.account, 'POST', 'invoices/', { body: sale.body, headers }));
    };
    try {
      await bothEnds(random.chance(0.1) ? [send(), send()] : [send()]);
    } finally {
      // Some never come back for what they were not told.
      if (sale.state === 'asking' && random.chance(0.06)) sale.state = 'given up';
    }
  };

  /** With a bank that is well, whoever still waits for an answer gets one. */
  const comeBack = async (): Promise<void> => {
    // A register whose amount is just being paid takes no other.
    for (const { invoiceId, status } of bank.invoices()) if (status === 'processing') bank.pay(invoiceId);
    for (const sale of sales.filter(({ state }) => state === 'asking')) {
      await attempt(sale);
      if (sale.answers.length === 0)
        throw new Difference(`The bank is well, and the key "${sale.key}" was answered ${sale.refusal}`);
    }
  };

  /** The buyer at the counter. */
  const buy = (sale: Sale): void => {
    if (!isUnpaid(sale)) return;
    const id = bankId(sale);
    const does = random.weighted([
      ['pay', 10],
      ['decline', 2],
      ['processing', 1],
      ['leave', 2],
    ]);
    if (does === 'pay') bank.pay(id);
    else if (does === 'decline') bank.decline(id);
    else if (does === 'processing') bank.processing(id);
  };

  const askToCancel = async (sale: Sale, amount: number | undefined): Promise<void> => {
    const [answered] = sale.answers;
    if (!answered) return;
    const asked: AskedRefund = { invoice: answered.invoice.id, amount, outcome: 'unknown' };
    refunds.push(asked);
    const body = amount === undefined ? {} : { amount };
    const path = `invoices/${asked.invoice}/cancel/`;
    asked.outcome = outcomeOf(await shop.ask<Invoice & Refusal>(sale.account, 'POST', path, { body }));
  };

  /** Of what is not paid yet; should it be at that very moment, and Kramar know it already, it is refunded. */
  const cancel = (sale: Sale): Promise<void> => askToCancel(sale, undefined);

  const refund = (sale: Sale): Promise<void> =>
    askToCancel(sale, random.chance(0.5) ? Math.floor(sale.amount / random.integer(2, 5)) : undefined);

  /** An invoice that nobody was told of is paid all the same: a buyer scanned the register, say. */
  const payLost = (): void => {
    const told = new Set(sales.flatMap(({ answers }) => answers.map(({ invoice }) => invoice.invoice_id)));
    const lost = bank
      .invoices()
      .filter(({ invoiceId, status }) => status === 'created' && !told.has(invoiceId));
    if (lost.length > 0) bank.pay(random.pick(lost).invoiceId);
  };

  return { sales, refunds, begin, comeBack, payLost, attempt, buy, cancel, refund, recent, isPaid, isUnpaid };
};

export type Sales = ReturnType<typeof openSales>;

/** Both have come to their end, also when one of them failed. */
const bothEnds = async (works: Promise<void>[]): Promise<void> => {
  const failed = (await Promise.allSettled(works)).filter((each) => each.status === 'rejected');
  // What was found matters more than that the service went.
  const worst = failed.find(({ reason }) => !(reason instanceof Gone)) ?? failed[0];
  if (worst) throw worst.reason;
};

/** Refusals after which nothing was done. */
const CLEAR = ['TMR', 'CANCEL_FAILED', 'WRONG_CANCEL_AMOUNT', 'BAD_REQUEST'];

const outcomeOf = ({ status, body, text }: InvoiceAnswer): AskedRefund['outcome'] => {
  // An unpaid one is invalidated.
  if (status === 200) return body.status === 'expired' ? 'refused' : 'done';
  if (status === 502) return CLEAR.includes(body.err_code ?? '') ? 'refused' : 'unknown';
  if (status === 400 && (body.errors?.status || body.errors?.amount)) return 'refused';
  throw new Difference(`A cancel was answered with ${status}: ${text}`);
};
