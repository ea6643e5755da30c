import type { CancelExpectation, InvoiceCancel } from '../../../shared/api/invoices.ts';
import type { Bank } from '../../bank/client.ts';
import { BankError, inDoubt } from '../../bank/errors.ts';
import type { BankInvoice } from '../../bank/wire.ts';
import { createKeyedQueue } from '../../platform/async.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import type { ValidationError } from '../../shop/errors.ts';
import { type AttemptRow, findAttempt } from '../../store/invoices/attempts.ts';
import { findHold, type HoldRow } from '../../store/invoices/holds.ts';
import { type InvoiceRow, scheduleCheck } from '../../store/invoices/invoices.ts';
import type { CashSaleRow } from '../../store/shifts.ts';
import { type BankLook, type InvoiceContext, invoiceById, lookAtBank } from '../bank-state/refresh.ts';
import { type Journaled, journalMoney, type MoneyRequest } from '../guard/guard.ts';
import { loadSold, type Sold } from '../sale/sold-lines.ts';
import { attemptById, concludeAttempt, flushDeferred, runJournaled } from './attempts.ts';
import type { KeyedRequest } from './idempotency.ts';
import { type InvoiceMoney, loadMoney, moneyOf } from './invoice-money.ts';
import { isConfirmed } from './open-money.ts';

/**
 * One journaled request about the money of an invoice that the bank has (docs/money-safety.md): the invoice's state is
 * read at the bank, the guard decides and journals, the bank is called once, and its answer is written. The kinds (remove, refund, capture, release) give what differs.
 */

/**
 * Runs the requests about one invoice's money one after another. Of those that give or take money a second one is refused
 * while the first runs: once that is done, the same click repeated would be a second refund.
 */
type MoneyLock = ReturnType<typeof createMoneyLock>;

export const createMoneyLock = () => {
  const exclusive = createKeyedQueue();
  const refusals = new Map<number, () => ValidationError>();
  /**
   * @param refusal of others that bring one, while this one runs; absent: it waits its turn
   * @throws ValidationError
   */
  return async <Result>(
    invoiceId: number,
    work: () => Promise<Result>,
    refusal?: () => ValidationError,
  ): Promise<Result> => {
    if (!refusal) return exclusive(invoiceId, work);
    const other = refusals.get(invoiceId);
    if (other) throw other();
    refusals.set(invoiceId, refusal);
    try {
      return await exclusive(invoiceId, work);
    } finally {
      refusals.delete(invoiceId);
    }
  };
};

/** `lock` lets one request at a time concern an invoice's money. */
export type MoneyContext = InvoiceContext & { lock: MoneyLock };

type Kind = MoneyRequest['kind'];

/** What is requested of which invoice, by whom, and under which conditions. */
export interface MoneyCall {
  actor: Actor;
  /** As it was when the request came: a later payment was not to be refunded. */
  invoice: InvoiceRow;
  /** A removal and a release take no amount and no items. */
  input: InvoiceCancel;
  /** Ends an unpaid invoice, and never refunds. */
  isWithdrawal?: boolean;
  /** The expected state of the invoice, without which nothing is done. */
  expected: CancelExpectation & { expected_held?: number | undefined };
  keyed?: KeyedRequest | undefined;
  /** A second person's consent to what is given back above the requester's limit. */
  approval?: string | undefined;
  /** Of a refund: the sale in parts of which it gives a part back. */
  ofSale?: BesideRefund;
}

/** What goes back in cash beside a refund: the guard decides about both together. */
interface BesideRefund {
  row: CashSaleRow;
  /** Minor units. */
  cash: number;
  /** Called in the transaction that journals the refund, before it. @returns writes the cash down, after it. @throws ValidationError */
  prepare(): (journaled: Journaled<'refund'>) => void;
}

/** What is to be sent, once the guard lets it pass. */
export interface Planned<K extends Kind> {
  wanted: Extract<MoneyRequest, { kind: K }>;
  /** The JSON of the journal. */
  journal: object;
  /** Sends it. @throws BankError */
  send(bank: Bank, token: string, journaled: Journaled<K>): Promise<SentAnswer>;
}

/** What the bank's answer says of itself; the answers to a removal and a capture are empty. */
interface SentAnswer {
  /** The bank has accepted the request, and works on it. */
  isAccepted: boolean;
  modifiedDate?: number | null;
}

/** An answer of the bank, to be written in transaction 2. */
export interface Answered<K extends Kind> {
  wanted: Planned<K>['wanted'];
  /** As they are now: another request may have brought the outcome before this answer. */
  invoice: InvoiceRow;
  attempt: AttemptRow;
  /** The bank's state before the request. */
  bankInvoice: BankInvoice;
  answer: SentAnswer;
}

/** What differs between the kinds. */
export interface MoneyKind<K extends Kind> {
  /** Refuses what cannot succeed, before the bank is called. @throws ForbiddenError, NotFoundError, ValidationError */
  check(context: InvoiceContext, call: MoneyCall, money: InvoiceMoney, sold: () => Sold): void;
  /** Calls the bank before the invoice's state is read, and may change it. @throws BankError; nothing is journaled then */
  prepare?(context: InvoiceContext, invoiceId: number): Promise<unknown>;
  /** Decides by the bank's state. @throws ValidationError */
  plan(call: MoneyCall, money: InvoiceMoney, sold: () => Sold, bankInvoice: BankInvoice): Planned<K>;
  /** Writes the bank's answer, in transaction 2. */
  settle(context: InvoiceContext, answered: Answered<K>): InvoiceRow;
  /** Throws what the bank's present state says about its refusal, if it explains it. */
  explain(
    before: BankLook,
    now: BankLook & { hold: HoldRow | undefined },
    planned: Planned<K>,
    refusal: BankError,
  ): void;
  /** The bank's answer does not say everything: its state is requested once more. */
  isAnsweredInPart: boolean;
}

/**
 * Carries a request out, once for its Idempotency-Key.
 * @param refusal of another one while this one runs; absent: it waits
 * @returns the updated invoice
 * @throws ForbiddenError, NotFoundError, ValidationError, BankError
 */
export const requestMoney = <K extends Kind>(
  context: MoneyContext,
  kind: MoneyKind<K>,
  call: MoneyCall,
  refusal?: () => ValidationError,
): Promise<InvoiceRow> =>
  // A repetition settles its own earlier attempt instead of making another.
  context.lock(
    call.invoice.id,
    () => carryOut(context, kind, call),
    call.keyed?.attempt ? undefined : refusal,
  );

const carryOut = async <K extends Kind>(
  context: MoneyContext,
  kind: MoneyKind<K>,
  call: MoneyCall,
): Promise<InvoiceRow> => {
  const { db, bank } = context;
  const { keyed } = call;
  const { id } = call.invoice;
  flushDeferred(db);
  const settled = keyed?.attempt && (await settleEarlier(context, keyed.attempt));
  if (settled) return settled;

  const known = loadMoney(db, id);
  // The goods of an invoice stay the same: both transactions go by one reading.
  let goods: Sold | undefined;
  const sold = (): Sold => {
    goods ??= loadSold(db, known.invoice, known.attempts);
    return goods;
  };
  kind.check(context, call, known, sold);
  await kind.prepare?.(context, id);
  const { next: begun, ...look } = await lookAtBank(context, id, {
    ...(kind.prepare ? {} : { known: known.invoice }),
    next: ({ bankInvoice, invoice, hasHold }) => {
      const planned = kind.plan(call, moneyOf(db, invoice, hasHold), sold, bankInvoice);
      const writeBeside = call.ofSale?.prepare();
      const journaled = journalMoney(context, planned.wanted, planned.journal, keyed);
      writeBeside?.(journaled as Journaled<'refund'>);
      return { planned, journaled };
    },
  });
  if (!begun) throw new Error('The request was not journaled.');
  const { planned, journaled } = begun;
  const { token, bankInvoice } = look;
  const { attempt } = journaled;
  const answered = await runJournaled(
    context,
    attempt.id,
    () => planned.send(bank, token, journaled),
    (answer) =>
      kind.settle(context, {
        wanted: planned.wanted,
        bankInvoice,
        answer,
        invoice: invoiceById(db, id),
        attempt: attemptById(db, attempt.id),
      }),
  ).catch((error: unknown) => explainFailure(context, kind, { look, planned, attempt }, error));
  // The outcome is written already, so a failure of this request changes nothing.
  return kind.isAnsweredInPart
    ? lookAtBank(context, id, { token, known: answered }).then(
        ({ invoice }) => invoice,
        () => answered,
      )
    : answered;
};

/**
 * The result of an earlier attempt under the same Idempotency-Key. Undefined: it had no effect, so it is carried out.
 * @throws BankError IN_DOUBT while the bank does not show the outcome, or that of a request that the bank reports as failed
 */
const settleEarlier = async (
  context: InvoiceContext,
  { id, kind, invoice_id, status }: AttemptRow,
): Promise<InvoiceRow | undefined> => {
  const { db, now, bankNow } = context;
  if (invoice_id === null) return undefined;
  if (status !== 'done')
    await lookAtBank(context, invoice_id).catch((error: unknown) => {
      throw error instanceof BankError && kind !== 'remove' ? inDoubt(error) : error;
    });
  const attempt = attemptById(db, id);
  const invoice = invoiceById(db, invoice_id);
  if (kind === 'remove') {
    if (attempt.status !== 'done' && invoice.status !== 'expired') return undefined;
    if (attempt.status === 'in_doubt')
      concludeAttempt(db, attempt, 'done', { now: now(), bankNow: bankNow() });
    return invoice;
  }
  if (attempt.status === 'refused') throw cancelFailed(kind);
  if (isConfirmed(attempt)) return invoice;
  if (attempt.status === 'dropped') return undefined;
  throw inDoubt();
};

interface Failed<K extends Kind> {
  look: BankLook;
  planned: Planned<K>;
  attempt: AttemptRow;
}

/**
 * A concurrent request may have shown the outcome; otherwise the bank's current state explains a refusal. After a doubt
 * the invoice is requested again soon.
 */
const explainFailure = async <K extends Kind>(
  context: InvoiceContext,
  kind: MoneyKind<K>,
  { look, planned, attempt }: Failed<K>,
  error: unknown,
): Promise<InvoiceRow> => {
  const { db, now } = context;
  const { id } = look.invoice;
  const current = findAttempt(db, attempt.id);
  if (current && isConfirmed(current)) return invoiceById(db, id);
  if (!(error instanceof BankError)) throw error;
  if (error.inDoubt || error.code === 'CANCEL_FAILED') scheduleCheck(db, id, now());
  else {
    const present = await lookAtBank(context, id).catch(() => undefined);
    // A state from before the refusal explains nothing: the buyer may be paying since.
    if (present) kind.explain(look, { ...present, hold: findHold(db, id) }, planned, error);
  }
  throw error;
};

/** The bank reports that what it had accepted failed. */
export const cancelFailed = (kind: AttemptRow['kind']): BankError =>
  new BankError(
    'CANCEL_FAILED',
    kind === 'refund'
      ? 'The bank reports that the refund failed. No money was returned.'
      : 'The bank reports that the request failed. The hold is as it was.',
    { inDoubt: false },
  );
