import type { Random } from '../../main/demo/random.ts';
import type { Fault } from '../../main/practice-bank/faults.ts';
import type { Invoice as BankInvoice } from '../../main/practice-bank/records.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import { buyerActs, type Given, isReplay, recordGiven } from './intents.ts';
import { isPayment, tagOf } from './ledger.ts';
import { BANK_TIMEOUT_MS, PATIENT_TRIES } from './life.ts';
import { type Account, type CrashShop, Difference, Gone, type Terminal } from './shop.ts';

/** A sale that a till wants, and the answers that it got. */
export interface Sale {
  account: Account;
  /** Names the sale; sent along unless it is keyed in by hand. */
  key: string;
  isKeyed: boolean;
  body: SaleBody;
  terminal: number;
  amount: number;
  /** Given up: the till continued without an answer. */
  state: 'asking' | 'answered' | 'given up';
  tries: number;
  /** The last answer that was no 201. */
  refusal: string;
  /** When the first 201 had come, milliseconds UTC. */
  heardAt: number | undefined;
  /** Every 201. */
  answers: (Given & { invoice: Invoice })[];
}

type SaleBody = { terminal: number; cash_register?: number; payment_type?: 'hold' };

type InvoiceAnswer = Answer<Invoice & Refusal>;

/** Open invoices of this age are looked up every two seconds. */
const FRESH_MS = 4 * 60_000;
/** Longer than a client waits for an answer, and than a person takes to press again. */
const lateMs = (random: Random): number => random.integer(BANK_TIMEOUT_MS, 4 * BANK_TIMEOUT_MS);

/** Faults on the way to the bank; a bank that answers "too many" has done nothing. */
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
    'delay',
    'delay',
  ] as const);
  if (kind === 'too-many-requests') return { kind, path };
  // Answered, or worked on, after the client's timeout.
  if (kind === 'delay') return { kind, path, ms: lateMs(random), acts };
  return acts && random.chance(0.4) ? { kind, path, actsAfterMs: lateMs(random) } : { kind, path, acts };
};

/** @param holds how often the payment is held */
const newBody = (
  random: Random,
  terminal: number,
  register: number | undefined,
  order: number,
  holds: number,
) => {
  const price = random.integer(1, 90) * 100;
  const quantity = random.integer(1, 4);
  const shared = {
    terminal,
    ...(register === undefined ? {} : { cash_register: register }),
    // A register takes debits only.
    ...(register === undefined && random.chance(holds) ? { payment_type: 'hold' as const } : {}),
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
  const run = `${shop.seed} `;

  const bankInvoiceOf = (sale: Sale) => bank.invoice(sale.answers[0]?.invoice.invoice_id ?? '');
  /** All invoices that the bank has opened for the sale, also after a repetition. */
  const opened = (sale: Sale): BankInvoice[] => {
    const own = bankInvoiceOf(sale);
    return own
      ? bank.invoices().filter((each) => each === own || (tagOf(own) !== '' && tagOf(each) === tagOf(own)))
      : [];
  };
  const isPaid = (sale: Sale) => opened(sale).some(({ status }) => status === 'success');
  const isUnpaid = (sale: Sale) => bankInvoiceOf(sale)?.status === 'created' && !opened(sale).some(isPayment);
  const isHeld = (sale: Sale) => bankInvoiceOf(sale)?.status === 'hold';
  const recent = (fits: (sale: Sale) => boolean): Sale | undefined => {
    const found = sales.slice(-60).filter((sale) => sale.state === 'answered' && fits(sale));
    return found.length > 0 ? random.pick(found) : undefined;
  };

  const begin = (
    account: Account,
    terminal: Pick<Terminal, 'id' | 'registers'> = random.pick(shop.terminals),
  ): Sale => {
    // A capture needs a held payment, and a hold a sale without a register.
    const isForCapture = shop.occasion === 'capture';
    const { registers } = terminal;
    const register =
      registers.length > 0 && !isForCapture && random.chance(0.5) ? random.pick(registers) : undefined;
    const holds = isForCapture ? 0.9 : 0.3;
    const { body, amount } = newBody(random, terminal.id, register?.id, sales.length + 1, holds);
    return enter(account, body, amount, random.chance(0.8));
  };

  const enter = (account: Account, body: SaleBody, amount: number, isKeyed: boolean): Sale => {
    const key = `${run}sale ${sales.length + 1}`;
    const sale: Sale = {
      account,
      key,
      isKeyed,
      body,
      terminal: body.terminal,
      amount,
      state: 'asking',
      tries: 0,
      refusal: '',
      heardAt: undefined,
      answers: [],
    };
    sales.push(sale);
    return sale;
  };

  /** Keyed in by hand and not answered: to the shop that is another sale. */
  const keyInAgain = ({ account, body, amount }: Sale): Sale => enter(account, body, amount, false);

  /**
   * The bank carries a creation out after the connection broke, when the till has repeated it and got its 201: at a
   * register the late invoice takes the place of the one in the till's answer.
   */
  const beginLate = async (account: Account): Promise<void> => {
    const sale = begin(account);
    if (!sale.isKeyed) return attempt(sale);
    bank.fault({ kind: 'reset', path: 'invoice/create', actsAfterMs: lateMs(random) });
    await attempt(sale);
    if (sale.state === 'asking') await attempt(sale);
  };

  const recordAnswer = (sale: Sale, answer: InvoiceAnswer): void => {
    const { status, body, text } = answer;
    // An answer that was given once needs no bank any more.
    if (status === 502 && sale.answers.length === 0) {
      sale.refusal = text;
      return;
    }
    const name = `The key "${sale.key}"`;
    if (status !== 201) throw new Difference(`${name} was answered with ${status}: ${text}`);
    sale.state = 'answered';
    sale.heardAt ??= shop.now();
    if (body.amount !== sale.amount)
      throw new Difference(`${name} asked for ${sale.amount} and was answered: ${text}`);
    recordGiven(name, sale.answers, { invoice: body, text, isReplay: isReplay(answer) });
  };

  /** Requests the sale, again or for the first time; sometimes twice at the same time. */
  const attempt = async (sale: Sale): Promise<void> => {
    sale.tries += 1;
    const send = async () => {
      const headers: Record<string, string> = sale.isKeyed ? { 'Idempotency-Key': sale.key } : {};
      const answer: InvoiceAnswer = await shop.ask(sale.account, 'POST', 'invoices/', {
        body: sale.body,
        headers,
      });
      if (isOfTerminal(answer) && shop.mayBeGone(sale.terminal)) sale.state = 'given up';
      else recordAnswer(sale, answer);
    };
    try {
      await bothEnds(sale.isKeyed && random.chance(0.1) ? [send(), send()] : [send()]);
    } finally {
      // Some never come back for an answer; without a key there is none to come back for.
      if (sale.state === 'asking' && (!sale.isKeyed || random.chance(0.06))) sale.state = 'given up';
    }
  };

  /** With a healthy bank, every client that still waits for an answer gets one. */
  const comeBack = async (): Promise<void> => {
    // A register whose amount is just being paid takes no other.
    for (const { invoiceId, status } of bank.invoices()) if (status === 'processing') bank.pay(invoiceId);
    for (const sale of sales.filter(({ state }) => state === 'asking')) {
      // A busy machine may take longer than the time limit of a call; then the call is repeated once.
      for (let tries = 0; sale.state === 'asking' && tries < PATIENT_TRIES; tries += 1) await attempt(sale);
      if (sale.answers.length === 0 && !shop.mayBeGone(sale.terminal))
        throw new Difference(`The bank is well, and the key "${sale.key}" was answered ${sale.refusal}`);
    }
  };

  /** The buyer at the counter: at a register they pay the invoice on it, elsewhere the page. */
  const buy = (sale: Sale): void => {
    if (!isUnpaid(sale)) return;
    const hanging = opened(sale).find(({ onRegister, status }) => onRegister && status === 'created');
    const id = (hanging ?? bankInvoiceOf(sale))?.invoiceId ?? '';
    buyerActs(shop, id);
  };

  /** Of what is not paid yet, again when there was no answer: if it is paid at that very moment, nothing is done. */
  const cancel = async (sale: Sale): Promise<void> => {
    const [answered] = sale.answers;
    if (!answered) return;
    const way = random.chance(0.5) ? 'withdraw/' : 'cancel/?expected_status=created';
    const path = `invoices/${answered.invoice.id}/${way}`;
    for (let isClear = false, presses = 0; !isClear && presses < 3; presses += 1)
      isClear = isClearCancel(await shop.ask<Invoice & Refusal>(sale.account, 'POST', path));
  };

  /** An invoice that no client knows is paid all the same: a buyer scanned the register, say. */
  const payLost = (): void => {
    const reported = new Set(
      sales.flatMap(({ answers }) => answers.map(({ invoice }) => invoice.invoice_id)),
    );
    const lost = bank
      .invoices()
      .filter(({ invoiceId, status }) => status === 'created' && !reported.has(invoiceId))
      .filter((each) => !shop.isThrowaway(each));
    if (lost.length > 0) bank.pay(random.pick(lost).invoiceId);
  };

  /** Bank ids of a terminal's sales of the last minutes that can be paid and of which the bank has opened no second one. */
  const payable = (terminal: number): string[] =>
    sales
      .filter((sale) => sale.terminal === terminal && sale.body.payment_type === undefined)
      .filter((sale) => isUnpaid(sale) && opened(sale).length === 1)
      .filter(({ heardAt = 0 }) => shop.now() - heardAt < FRESH_MS)
      .flatMap(({ answers }) => answers[0]?.invoice.invoice_id ?? []);

  return {
    sales,
    begin,
    keyInAgain,
    comeBack,
    payLost,
    payable,
    attempt,
    beginLate,
    buy,
    cancel,
    recent,
    isPaid,
    isUnpaid,
    isHeld,
  };
};

export type Sales = ReturnType<typeof openSales>;

/** Both have ended, also when one of them failed. */
const bothEnds = async (works: Promise<void>[]): Promise<void> => {
  const failed = (await Promise.allSettled(works)).filter((each) => each.status === 'rejected');
  // The difference that was found matters more than the end of the service.
  const worst = failed.find(({ reason }) => !(reason instanceof Gone)) ?? failed[0];
  if (worst) throw worst.reason;
};

/** At a terminal that is deleted nothing is sold any more. */
const isOfTerminal = ({ status, body }: InvoiceAnswer): boolean =>
  status === 400 && body.errors?.terminal !== undefined;

/** Whether a cancel needs no repetition. */
const isClearCancel = ({ status, body, text }: InvoiceAnswer): boolean => {
  if (status === 502) return false;
  if (status === 200 && body.status !== 'created') return true;
  if (status === 400 && (body.errors?.status || body.errors?.expected_status)) return true;
  throw new Difference(`A cancel of what is unpaid was answered with ${status}: ${text}`);
};
