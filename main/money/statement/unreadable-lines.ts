import { createHash } from 'node:crypto';
import { readBySchema, readJson } from '../../bank/informative.ts';
import type { FieldFault, UnreadableElement } from '../../bank/unreadable.ts';
import { type StatementItem, statementItem, withDates } from '../../bank/wire.ts';
import { forEachCooperatively, slicesOf } from '../../platform/async.ts';
import { isPostponed, noteFailure, noteReadable, noteUnreadable } from '../../shop/unreadable.ts';
import { findInvoiceByBankId } from '../../store/invoices/invoices.ts';
import { type UnreadableRow, unreadableOfTerminal } from '../../store/unreadable-records.ts';
import type { InvoiceContext } from '../bank-state/refresh.ts';

/** Lines of the statement that could not be applied: they are stored, and retried with every later statement. */

type LineContext = Pick<InvoiceContext, 'db' | 'now' | 'log'>;

/** A line of the statement, and why it was not applied. */
export interface LineFault {
  /** The bank's id of its invoice, or a hash of the line if that is unreadable. */
  key: string;
  bankId: string;
  fault: FieldFault | { error: unknown };
  /** JSON, masked; null if the line itself is readable. */
  line: string | null;
  /** Time of the payment; undefined: unreadable. */
  date: number | undefined;
}

const MAX_BANK_ID = 100;

export const faultOfElement = ({ source, text, field, value }: UnreadableElement): LineFault => {
  const { invoiceId } = source;
  const bankId = typeof invoiceId === 'string' && invoiceId.length <= MAX_BANK_ID ? invoiceId : '';
  const hash = createHash('sha256').update(text ?? `${field} ${value}`);
  return {
    key: bankId === '' ? `sha256:${hash.digest('hex')}` : bankId,
    bankId,
    fault: { field, value },
    line: text,
    date: dateOf(source.date),
  };
};

const dateOf = (date: unknown): number | undefined => {
  const read = readBySchema(statementItem.entries.date, date);
  return ('output' in read && read.output) || undefined;
};

/** A readable line that does not fit its invoice, or could not be written. */
export const faultOfItem = (
  { invoiceId, date }: StatementItem,
  fault: FieldFault | { error: unknown },
): LineFault => ({ key: invoiceId, bankId: invoiceId, fault, line: null, date });

/** The stored lines of a terminal. */
const keptLines = ({ db }: LineContext, terminalId: number): UnreadableRow[] =>
  unreadableOfTerminal(db, terminalId, 'statement_line');

/**
 * Start of the statement that contains the stored lines whose retry is due (ms); undefined: none is.
 * @param oldest older ones are left out: they are of earlier payments, which another start of theirs reads again
 */
export const startForKept = (
  context: LineContext,
  terminalId: number,
  oldest: number,
): number | undefined => {
  const due = keptLines(context, terminalId).filter((row) => !isPostponed(row, context.now()));
  const starts = due.flatMap(({ read_from }) =>
    read_from === null || read_from < oldest ? [] : [read_from],
  );
  return starts.length > 0 ? Math.min(...starts) : undefined;
};

/** Stored lines that this version can read: an older version stored them. */
export const readableByNow = (context: LineContext, terminalId: number): StatementItem[] =>
  keptLines(context, terminalId).flatMap(({ line, read_from }) => {
    const read = readJson(statementItem, line);
    return 'output' in read ? withDates([read.output], read_from ?? context.now()) : [];
  });

/** Records per transaction. */
const SLICE = 100;

/**
 * Records the lines that were not applied, and that stored ones are readable again.
 * @param statement from its start (ms) until now; whole: as far back as Kramar ever reads
 * @param taken whether the payment with a bank id was applied
 */
export const settleLines = async (
  context: LineContext,
  terminalId: number,
  { from, isWhole }: { from: number; isWhole: boolean },
  faults: readonly LineFault[],
  taken: (bankId: string) => boolean,
): Promise<void> => {
  const { db, now } = context;
  const faulty = new Set(faults.map(({ key }) => key));
  for (const kept of keptLines(context, terminalId)) {
    if (faulty.has(kept.key)) continue;
    // The statement begins before the line, and does not contain it any more.
    const isCovered = isWhole || (kept.read_from !== null && from <= kept.read_from);
    const isGone = isCovered && kept.bank_id === '';
    if (isGone || taken(kept.bank_id)) noteReadable(db, kept, now());
  }
  await noteLines(context, terminalId, from, faults);
};

/** Records lines that were not applied; `from`: start of their statement (ms). */
export const noteLines = async (
  context: LineContext,
  terminalId: number,
  from: number,
  faults: readonly LineFault[],
): Promise<void> =>
  forEachCooperatively(slicesOf(faults, SLICE), (slice) =>
    context.db.transaction(() => {
      for (const fault of slice) noteLine(context, terminalId, from, fault);
    }),
  );

const noteLine = (
  context: LineContext,
  terminal_id: number,
  from: number,
  { key, bankId, fault, line, date }: LineFault,
): void => {
  const thing = {
    kind: 'statement_line' as const,
    terminal_id,
    key,
    bank_id: bankId,
    line,
    invoice_id: findInvoiceByBankId(context.db, bankId)?.id ?? null,
    read_from: date ?? from,
  };
  if ('error' in fault) noteFailure(context, thing, fault.error);
  else noteUnreadable(context.db, thing, fault, context.now());
};
