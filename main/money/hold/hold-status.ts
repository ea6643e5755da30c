import { DAY_MS, isoTime } from '../../../shared/time.ts';
import type { BankInvoice, StatementItem } from '../../bank/wire.ts';
import { invoiceFacts, recordEvent } from '../../shop/events.ts';
import type { Db } from '../../store/db/connection.ts';
import { type HoldRow, putHold } from '../../store/invoices/holds.ts';
import type { InvoiceChanges, InvoiceRow } from '../../store/invoices/invoices.ts';
import { paidAmount, refundedAmount, wasPaid } from '../bank-state/status.ts';

/**
 * What the bank's answers say of a hold. Held money is not taken: a hold becomes a payment when it is captured, in full or
 * in part, and nothing at all when it is released.
 */

/** The bank gives up a hold that was not captured by then. */
const HOLD_MS = 9 * DAY_MS;
/** The shop is warned this long before. */
const WARNED_BEFORE_MS = 2 * DAY_MS;

/** When the bank gives up the hold, ms. */
export const holdExpiry = (heldAt: number): number => heldAt + HOLD_MS;

const isHoldExpiring = (heldAt: number, now: number): boolean => now >= holdExpiry(heldAt) - WARNED_BEFORE_MS;

/**
 * What was taken of a hold, minor units; null while that is open. A reversed one whose refunds add up to the whole was
 * released: nothing tells it from one captured and refunded in full, and neither leaves anything.
 */
export const takenOfHold = (bank: BankInvoice): number | null => {
  if (bank.status === 'success') return Math.min(bank.amount, paidAmount(bank));
  if (bank.status === 'reversed') {
    const refunded = refundedAmount(bank);
    return refunded < bank.amount ? refunded : 0;
  }
  return bank.status === 'failure' || bank.status === 'expired' ? 0 : null;
};

/** Corrects the changes of an invoice that was held: only what was captured was taken, and a release is no payment. */
export const changesOfHold = (
  hold: HoldRow | undefined,
  invoice: InvoiceRow,
  bank: BankInvoice,
  changes: InvoiceChanges,
): InvoiceChanges => {
  const isKnown = wasPaid(invoice.status) && invoice.final_amount !== null;
  const isOver = wasPaid(changes.status ?? invoice.status);
  if (!hold || Object.keys(changes).length === 0 || !isOver) return changes;
  const taken = isKnown ? invoice.amount - invoice.uncaptured : takenOfHold(bank);
  const uncaptured = invoice.amount - Math.min(invoice.amount, taken ?? invoice.amount);
  return { ...changes, uncaptured, ...(uncaptured === invoice.amount ? { paid_date: null } : {}) };
};

/** What the notes of a hold say of its invoice. */
type Held = Parameters<typeof invoiceFacts>[0] & Pick<InvoiceRow, 'id' | 'terminal_id'>;

/** Where a hold is noted, and when: ms by the bank's clock where that is known, and by the PC's. */
interface NoteContext {
  db: Db;
  now: number;
  bankNow: number | undefined;
}

/** The time at which a hold began by the bank's answer; undefined: it does not report one. */
const heldSince = (bank: BankInvoice, now: number): number | undefined =>
  bank.status === 'hold' ? (bank.modifiedDate ?? bank.at ?? now) : undefined;

/** Notes what an answer of the bank says of an invoice's hold, after the invoice was changed by it. */
export const noteHold = (
  { db, now, bankNow }: NoteContext,
  hold: HoldRow | undefined,
  invoice: InvoiceRow,
  bank: BankInvoice,
): void => {
  const heldAt = heldSince(bank, now);
  if (heldAt !== undefined && invoice.status === 'processing') noteHeld(db, hold, invoice, heldAt, now);
  else if (hold && hold.state !== 'released') noteEnd(db, hold, invoice, now);
  if (hold) warnOfEnd(db, hold, invoice, bankNow ?? now);
};

/** Notes that a line of the statement shows an invoice as held. */
export const noteHeldLine = (
  db: Db,
  hold: HoldRow | undefined,
  invoice: Held,
  { status, date }: StatementItem,
  now: number,
): void => {
  if (status === 'hold' && invoice.status === 'processing') noteHeld(db, hold, invoice, date, now);
};

const noteHeld = (db: Db, hold: HoldRow | undefined, invoice: Held, held_at: number, now: number): void => {
  if (hold?.state === 'held') return;
  const { id: invoice_id, terminal_id, amount } = invoice;
  putHold(db, {
    invoice_id,
    state: 'held',
    amount,
    held_at,
    captured_amount: null,
    ended_at: null,
    warned_at: null,
  });
  const data = { ...invoiceFacts(invoice), held: amount, expires_at: isoTime(holdExpiry(held_at)) };
  recordEvent(db, now, { type: 'invoice.held', invoice: invoice_id, terminal: terminal_id, data });
};

const noteEnd = (db: Db, hold: HoldRow, invoice: InvoiceRow, now: number): void => {
  const about = { invoice: invoice.id, terminal: invoice.terminal_id };
  const facts = invoiceFacts(invoice);
  const captured = invoice.amount - invoice.uncaptured;
  const ended_at = invoice.paid_date ?? invoice.modified_date ?? now;
  if (wasPaid(invoice.status) && captured > 0) {
    if (hold.captured_amount === captured) return;
    putHold(db, { ...hold, state: 'captured', captured_amount: captured, ended_at });
    const data = { ...facts, captured };
    recordEvent(db, now, { type: 'invoice.captured', ...about, data });
  } else if (wasPaid(invoice.status) || (hold.state === 'held' && invoice.status !== 'processing')) {
    putHold(db, { ...hold, state: 'released', captured_amount: null, ended_at });
    const data = { ...facts, held: hold.amount };
    recordEvent(db, now, { type: 'invoice.hold_released', ...about, data });
  }
};

const warnOfEnd = (db: Db, hold: HoldRow, invoice: InvoiceRow, now: number): void => {
  const { state, held_at, warned_at, amount } = hold;
  if (state !== 'held' || held_at === null || warned_at !== null) return;
  if (invoice.status !== 'processing' || !isHoldExpiring(held_at, now)) return;
  putHold(db, { ...hold, warned_at: now });
  recordEvent(db, now, {
    type: 'invoice.hold_expiring',
    invoice: invoice.id,
    terminal: invoice.terminal_id,
    data: { ...invoiceFacts(invoice), held: amount, expires_at: isoTime(holdExpiry(held_at)) },
  });
};
