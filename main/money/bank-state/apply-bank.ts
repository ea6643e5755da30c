import { UnreadableAnswer } from '../../bank/errors.ts';
import type { FieldFault } from '../../bank/unreadable.ts';
import type { BankInvoice, StatementItem } from '../../bank/wire.ts';
import type { Log } from '../../platform/log.ts';
import { invoiceFacts, recordEvent } from '../../shop/events.ts';
import { invoiceThing, noteFailure, noteReadable } from '../../shop/unreadable.ts';
import type { ClockContext, Db, DbContext } from '../../store/db/connection.ts';
import { attemptsOfInvoice, openMoneyOf } from '../../store/invoices/attempts.ts';
import { findHold, type HoldRow } from '../../store/invoices/holds.ts';
import {
  type InvoiceChanges,
  type InvoiceRow,
  type KnownInvoice,
  scheduleCheck,
  updateInvoice,
} from '../../store/invoices/invoices.ts';
import { changesOfHold, noteHeldLine, noteHold } from '../hold/hold-status.ts';
import { lateCapture, settleOpenMoney, withTakenAmount } from '../journal/open-money.ts';
import { noteRefunds, type ReportedRefunds, refundsInStatement, refundsInStatus } from '../refund/refunds.ts';
import { checkInterval, firstSweep, nextCheck, nextSweep } from './poll-interval.ts';
import { mismatchIn, statementChanges } from './statement-item.ts';
import {
  applyBankStatus,
  bankRefundSince,
  contradictionIn,
  remainingAmount,
  withCredibleDates,
} from './status.ts';

/** The bank's state of an invoice, by a request or a webhook, or a line of the statement about it. */
export type BankReport =
  /** `requestedAt`: when the state was requested (ms); absent: a webhook, which may be old. */
  { state: BankInvoice; requestedAt?: number | undefined } | { line: StatementItem };

export interface Applied {
  invoice: InvoiceRow;
  isChanged: boolean;
  /** The state, with what was taken where the bank has not set it yet. */
  bankInvoice?: BankInvoice;
  /** Why nothing was applied: what the state says cannot be true beside what is stored, which is noted. */
  contradiction?: UnreadableAnswer;
  /** Why nothing was applied: the line cannot be about this invoice. */
  mismatch?: FieldFault;
}

/**
 * Changes an invoice and records the events, in one transaction. All changes that events report go through here.
 * Returns the changed invoice.
 * @param now milliseconds UTC
 * @param reported refunds reported by the bank; absent: a new refund was made now
 */
export const changeInvoice = (
  db: Db,
  invoice: InvoiceRow,
  changes: InvoiceChanges,
  now: number,
  reported: ReportedRefunds = { listed: [], otherwise: now },
): InvoiceRow =>
  db.transaction(() => {
    updateInvoice(db, invoice, changes);
    const changed = { ...invoice, ...changes };
    const about = { invoice: invoice.id, terminal: invoice.terminal_id };
    const facts = invoiceFacts(changed);
    if (changed.status !== invoice.status)
      recordEvent(db, now, {
        type: 'invoice.status_changed',
        ...about,
        data: { ...facts, previous_status: invoice.status },
      });
    // The bank may list a refund later than it lowers the final amount.
    const hasRefunds = remainingAmount(invoice) !== remainingAmount(changed) || reported.listed.length > 0;
    const refunded = hasRefunds ? noteRefunds(db, invoice, changed, reported) : 0;
    if (refunded > 0)
      recordEvent(db, now, { type: 'invoice.refunded', ...about, data: { ...facts, refunded } });
    return changed;
  });

/** What a report changes. */
interface BankFacts {
  changes: InvoiceChanges;
  refunds: ReportedRefunds;
  bankInvoice?: BankInvoice;
  /** Runs once the invoice is changed. */
  note(taken: InvoiceRow): void;
}

/** What a report is read against. */
interface Reading extends ClockContext {
  known: KnownInvoice;
  hold: HoldRow | undefined;
}

/** An invoice of which it is not known what else is kept. */
export const withAll = (invoice: InvoiceRow): KnownInvoice => ({
  invoice,
  hasHold: true,
  hasOpenMoney: true,
  isUnreadable: true,
});

/**
 * Applies what the bank says of an invoice, whichever way it came: changes its row with its events and refunds, notes its
 * hold, settles its open request, and plans the next request.
 * @param known read in this transaction
 */
export const applyBank = (context: ClockContext, known: KnownInvoice, report: BankReport): Applied => {
  const { db, now } = context;
  return db.transaction(() => {
    const { invoice, hasHold } = known;
    const reading = { ...context, known, hold: hasHold ? findHold(db, invoice.id) : undefined };
    const facts = 'line' in report ? factsOfLine(reading, report.line) : factsOfState(reading, report);
    if ('invoice' in facts) return facts;
    const taken = changeInvoice(db, invoice, facts.changes, now(), facts.refunds);
    facts.note(taken);
    const { bankInvoice } = facts;
    return { invoice: taken, isChanged: true, ...(bankInvoice && { bankInvoice }) };
  });
};

const factsOfState = (
  reading: Reading,
  { state, requestedAt }: { state: BankInvoice; requestedAt?: number | undefined },
): BankFacts | Applied => {
  const { db, now, bankNow, known, hold } = reading;
  const { invoice } = known;
  // During the request the invoice may have come to name another bank invoice of its sale.
  if (state.invoiceId !== invoice.invoice_id) return { invoice, isChanged: false, bankInvoice: state };
  const times = { now: now(), bankNow: bankNow(), requestedAt };
  const money = { invoice, hold, attempts: hold ? attemptsOfInvoice(db, invoice.id) : [] };
  const bankInvoice = withTakenAmount(money, state, times);
  const fault = contradictionIn(invoice, bankInvoice) ?? (hold && lateCapture(money, bankInvoice, times));
  if (fault) return { ...notApplied(reading, fault), bankInvoice };
  if (known.isUnreadable) noteReadable(db, invoiceThing(invoice), now());
  const bankTime = bankInvoice.at ?? bankNow();
  const changes = changesOfHold(
    hold,
    invoice,
    bankInvoice,
    applyBankStatus(invoice, bankInvoice, now(), bankTime),
  );
  const changed = { ...invoice, ...changes };
  const open = known.hasOpenMoney ? openMoneyOf(db, invoice.id) : undefined;
  const settlement = settleOpenMoney(db, open, bankInvoice, times);
  const openSince = settlement.openSince ?? bankRefundSince(bankInvoice, now());
  return {
    changes: {
      ...changes,
      next_check_at: nextCheck(changed, now(), openSince, bankTime),
      sweep_at: nextSweep(changed, bankTime ?? now()),
    },
    refunds: refundsInStatus(withCredibleDates(bankInvoice, bankTime), now()),
    bankInvoice,
    note: (taken) => {
      noteHold({ db, now: now(), bankNow: bankTime }, hold, taken, bankInvoice);
      // After the money, so that a reader of the events knows the result of the settled request.
      settlement.write();
    },
  };
};

/** What was captured may still change; or the state cannot be true, which is noted. */
const notApplied = ({ db, now, known }: Reading, fault: UnreadableAnswer | { since: number }): Applied =>
  fault instanceof UnreadableAnswer
    ? { invoice: postponeInvoice({ db, now }, known.invoice, fault), isChanged: false, contradiction: fault }
    : {
        invoice: checkAgain(db, known.invoice, now() + checkInterval(now() - fault.since)),
        isChanged: false,
      };

/** The statement dates a payment by its hold, and lists what was captured: of both the invoice's own state tells more. */
const factsOfLine = ({ db, now, known, hold }: Reading, item: StatementItem): BankFacts | Applied => {
  const { invoice } = known;
  if (hold && hold.state !== 'captured' && item.status !== 'hold') {
    if (hold.state !== 'released') scheduleCheck(db, invoice.id, now());
    return { invoice, isChanged: false };
  }
  const mismatch = mismatchIn(invoice, item);
  if (mismatch) return { invoice, isChanged: false, mismatch };
  const changes = statementChanges(invoice, item);
  const note = (taken: InvoiceRow) => noteHeldLine(db, hold, taken, item, now());
  if (Object.keys(changes).length === 0) {
    note(invoice);
    return { invoice, isChanged: false };
  }
  // The statement has no extRef, so a request about the invoice settles an open one; it stays planned.
  const openSince = known.hasOpenMoney ? openMoneyOf(db, invoice.id)?.created_at : undefined;
  return {
    changes: {
      ...changes,
      next_check_at: nextCheck({ ...invoice, ...changes }, now(), openSince),
      ...(changes.status === undefined ? {} : { sweep_at: firstSweep(changes.status, item.date, now()) }),
    },
    refunds: refundsInStatement(item, now()),
    note,
  };
};

/** The invoice stays unchanged, and is requested ever more seldom until its state can be applied. */
export const postponeInvoice = (
  { db, now, log }: DbContext & { log?: Log | undefined },
  invoice: InvoiceRow,
  error: unknown,
): InvoiceRow =>
  db.transaction(() => {
    const noted = noteFailure({ db, now, log }, invoiceThing(invoice), error);
    return noted ? checkAgain(db, invoice, noted.nextTryAt) : invoice;
  });

const checkAgain = (db: Db, invoice: InvoiceRow, next_check_at: number): InvoiceRow => {
  scheduleCheck(db, invoice.id, next_check_at);
  return { ...invoice, next_check_at };
};
