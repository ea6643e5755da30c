import { BankError, isUnanswered, PAUSED, UnreadableAnswer } from '../../bank/errors.ts';
import type { StatementItem } from '../../bank/wire.ts';
import {
  isOfOneRecord,
  isPostponed,
  noteFailure,
  noteReadable,
  type UnreadableThing,
} from '../../shop/unreadable.ts';
import { findCashRegister } from '../../store/cash-registers.ts';
import type { ClockContext, Db } from '../../store/db/connection.ts';
import { type AttemptRow, attemptsInDoubt, noteBankTime } from '../../store/invoices/attempts.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { findUnreadable } from '../../store/unreadable-records.ts';
import { applyBank, withAll } from '../bank-state/apply-bank.ts';
import { type Inquiry, openInquiry } from '../bank-state/inquiry.ts';
import { type InvoiceContext, invoiceById, lookAtBank, tokenOf } from '../bank-state/refresh.ts';
import { mismatchIn } from '../bank-state/statement-item.ts';
import { planOf, writeInvoice } from '../sale/record.ts';
import { findSaleByBankId, isOnRegisterOf, takeSaleLine } from '../sale/sale-invoices.ts';
import { attemptById, concludeAttempt, flushDeferred, recordSettled } from './attempts.ts';
import { knownById } from './invoice-money.ts';

/** By then the statement has a payment that began in the last second of the validity. */
const GIVE_UP_AFTER_MS = 10 * 60_000;

/**
 * Checks whether the bank created the invoice of an attempt in doubt, and writes it if so. Undefined: no trace of it at
 * the bank at that time.
 * @throws BankError
 */
export const settleCreation = async (
  context: InvoiceContext,
  attempt: AttemptRow,
  inquiry: Inquiry,
): Promise<InvoiceRow | undefined> =>
  (await adoptFromRegister(context, attempt, inquiry)) ??
  (await adoptFromStatement(context, attempt, inquiry));

/** Adopts the register's invoice if amount and reference agree and no other invoice claims it. */
const adoptFromRegister = async (
  context: InvoiceContext,
  attempt: AttemptRow,
  inquiry: Inquiry,
): Promise<InvoiceRow | undefined> => {
  const { db, now } = context;
  const plan = planOf(attempt);
  const { request, input } = plan;
  if (request.qrId === undefined) return undefined;
  const invoiceId = await inquiry.onRegister(request.qrId);
  if (!invoiceId || findSaleByBankId(db, invoiceId)) return undefined;
  const bankInvoice = await inquiry.invoice(invoiceId);
  return db.transaction(() => {
    const current = attemptById(db, attempt.id);
    if (current.status !== 'in_doubt') return settledInvoice(db, current);
    if (findSaleByBankId(db, invoiceId) || !isOnRegisterOf(db, current, bankInvoice)) return undefined;
    const pageUrl = findCashRegister(db, input.cash_register ?? 0)?.page_url ?? '';
    const { id } = writeInvoice(context, current, plan, { invoiceId, pageUrl }, 'invoice.adopted').invoice;
    recordSettled(db, { ...current, invoice_id: id }, 'done', now());
    return applyBank(context, knownById(db, id), { state: bankInvoice }).invoice;
  });
};

/** The invoice of an attempt that was settled meanwhile, or is being requested again. */
const settledInvoice = (db: Db, { invoice_id }: AttemptRow): InvoiceRow | undefined =>
  invoice_id === null ? undefined : invoiceById(db, invoice_id);

const adoptFromStatement = async (
  context: InvoiceContext,
  attempt: AttemptRow,
  inquiry: Inquiry,
): Promise<InvoiceRow | undefined> => {
  const items = await inquiry.paymentsTagged(attempt.tag);
  const [item] = items;
  if (!item) return undefined;
  return context.db.transaction(() => {
    const current = attemptById(context.db, attempt.id);
    if (current.status !== 'in_doubt') return settledInvoice(context.db, current);
    const { invoiceId } = item;
    // The bank returned the id of an existing invoice for this creation: only people can find out which of the two it
    // means.
    if (findSaleByBankId(context.db, invoiceId))
      throw new UnreadableAnswer(
        '/api/merchant/statement',
        { field: 'invoiceId', value: invoiceId },
        'its own',
      );
    const adopted = adopt(context, current, item);
    for (const other of items.filter((line) => !mismatchIn(adopted, line)))
      takeSaleLine(context, invoiceById(context.db, adopted.id), other);
    return invoiceById(context.db, adopted.id);
  });
};

/** A payment in the statement with an attempt's tag belongs to that attempt's invoice. */
export const adopt = (context: ClockContext, attempt: AttemptRow, item: StatementItem): InvoiceRow => {
  const { db, now } = context;
  return db.transaction(() => {
    // The URL of the payment page is unknown.
    const { invoiceId } = item;
    const answer = { invoiceId, pageUrl: '' };
    const { invoice } = writeInvoice(context, attempt, planOf(attempt), answer, 'invoice.adopted');
    // A dropped attempt was reported as settled before.
    if (attempt.status === 'in_doubt')
      recordSettled(db, { ...attempt, invoice_id: invoice.id }, 'done', now());
    return applyBank(context, withAll(invoice), { line: item }).invoice;
  });
};

/**
 * Settles the attempts in doubt at one terminal. An attempt unknown to the bank, whose invoice can no longer be paid,
 * is dropped.
 * @throws BankError
 */
export const resolveTerminal = async (context: InvoiceContext, terminalId: number): Promise<void> => {
  flushDeferred(context.db);
  const attempts = attemptsInDoubt(context.db, terminalId);
  if (attempts.length === 0) return;
  const token = await tokenOf(context, terminalId);
  // Attempts over by now are dropped if the bank, queried from now on, does not know them.
  const requestedAt = bankMoment(context);
  const inquiry = openInquiry(
    context,
    token,
    attempts.filter(({ kind }) => kind === 'create'),
  );
  for (const { id } of attempts) {
    const attempt = attemptById(context.db, id);
    if (attempt.status !== 'in_doubt') continue;
    const thing: UnreadableThing = {
      kind: 'attempt',
      terminal_id: attempt.terminal_id,
      key: attempt.tag,
      invoice_id: attempt.invoice_id,
      bank_id: '',
    };
    const record = findUnreadable(context.db, thing);
    if (record && isPostponed(record, context.now())) continue;
    try {
      if (attempt.kind === 'create') await resolveCreation(context, attempt, inquiry, requestedAt);
      else await resolveCancel(context, attempt);
      noteReadable(context.db, thing, context.now());
    } catch (error) {
      // A refusal about one attempt does not hold up the others; a silent bank does.
      const isRefused =
        error instanceof BankError && !error.inDoubt && !isUnanswered(error) && error.code !== PAUSED;
      if (!isRefused && !isOfOneRecord(error)) throw error;
      noteFailure(context, thing, error);
    }
  }
};

const resolveCreation = async (
  context: InvoiceContext,
  attempt: AttemptRow,
  inquiry: Inquiry,
  requestedAt: () => number | undefined,
): Promise<void> => {
  const { db, now, bankNow } = context;
  const adopted = await settleCreation(context, attempt, inquiry);
  if (adopted || !isOver(context, attempt, requestedAt())) return;
  db.transaction(() => {
    const current = attemptById(db, attempt.id);
    if (current.status === 'in_doubt')
      concludeAttempt(db, current, 'dropped', { now: now(), bankNow: bankNow() });
  });
};

/** This moment by the bank's clock (ms), which may be known only after the bank's first answer. */
const bankMoment = ({ bankNow }: InvoiceContext): (() => number | undefined) => {
  const moment = performance.now();
  return () => {
    const now = bankNow();
    return now === undefined ? undefined : now - (performance.now() - moment);
  };
};

/** Whether the invoice of an attempt can no longer have been paid, by the bank's clock: the PC's may have jumped. */
const isOver = ({ db }: InvoiceContext, attempt: AttemptRow, at: number | undefined): boolean => {
  if (at === undefined) return false;
  if (attempt.bank_created_at === null) noteBankTime(db, attempt.id, Math.ceil(at));
  const begunAt = attempt.bank_created_at ?? at;
  return at > begunAt + planOf(attempt).input.validity * 1000 + GIVE_UP_AFTER_MS;
};

/** The bank's state of the invoice shows the outcome of a cancel. Each request also settles an open refund. */
const resolveCancel = async (context: InvoiceContext, attempt: AttemptRow): Promise<void> => {
  if (attempt.invoice_id === null) return;
  const { bankInvoice } = await lookAtBank(context, attempt.invoice_id);
  if (attempt.kind !== 'remove') return;
  const times = { now: context.now(), bankNow: context.bankNow() };
  const isOver = times.now > attempt.created_at + GIVE_UP_AFTER_MS;
  if (bankInvoice.status === 'expired') concludeAttempt(context.db, attempt, 'done', times);
  else if (isOver) concludeAttempt(context.db, attempt, 'dropped', times);
};
