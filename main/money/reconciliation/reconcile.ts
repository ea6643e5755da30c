import { REQUIRED } from '../../../shared/api/fields.ts';
import { MAX_RECONCILED_DAYS, type ReconciliationQuery } from '../../../shared/api/reconciliation.ts';
import { problem } from '../../../shared/errors.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts';
import { BankError } from '../../bank/errors.ts';
import { cooperative, mapYielding } from '../../platform/async.ts';
import type { TableParser } from '../../shop/tables/parser.ts';
import { type TillBook, tillBook } from '../../shop/tables/till.ts';
import { refuseProblems } from '../../shop/validate.ts';
import type { TimeRange } from '../../store/db/days.ts';
import { refundedSince, terminalsByIds } from '../../store/reconciliation.ts';
import { allTerminals, type TerminalRow } from '../../store/terminals.ts';
import type { InvoiceContext } from '../bank-state/refresh.ts';
import { bankEntries, foldItems, hereEntry, knownHere, namedHere, paidHere } from './books.ts';
import { type CurrencySums, compare, type Row, sumsOf } from './compare.ts';
import { NO_NAME, tillName } from './match.ts';
import { type Books, FRESH_MS, pairUp } from './pairs.ts';
import { fetchEarlierItems, fetchStatement, type TerminalStatement } from './statement.ts';

export interface ReconciliationContext extends InvoiceContext {
  tables: TableParser;
}

/** A month of 31 days in which the clocks are set back has an extra hour. */
const LONGEST_MS = MAX_RECONCILED_DAYS * DAY_MS + HOUR_MS;

export interface Reconciliation {
  range: TimeRange;
  madeAt: number;
  terminals: TerminalStatement[];
  /** By currency, hryvnia first. */
  sums: [CurrencySums, ...CurrencySums[]];
  till: TillBook | undefined;
  rows: Row[];
}

/**
 * Compares Kramar's book, the bank's statement and the till's file. Writes nothing.
 * @throws ValidationError for an invalid range or file, and the reason of `signal` once it is aborted
 */
export const reconcile = async (
  context: ReconciliationContext,
  { from, to, terminal, ...hints }: ReconciliationQuery,
  file: Buffer | undefined,
  signal: AbortSignal,
): Promise<Reconciliation> => {
  const range = checkedRange(from, to);
  // First, so that a faulty file is refused before any request to the bank.
  const till = file && tillBook(await context.tables.parse('till', file, hints, { signal }));
  const terminals = await comparedTerminals(context, range, terminal);
  const statements = await Promise.all(terminals.map((one) => fetchStatement(context, one, range, signal)));
  const books = await readBooks(context, statements, range, signal);
  const rows = await compareBooks(context, books, till, signal);
  return { range, madeAt: context.now(), terminals: statements, sums: sumsOf(rows), till, rows };
};

const checkedRange = (from: number | undefined, to: number | undefined): TimeRange => {
  refuseProblems({
    ...(from === undefined ? { from: [REQUIRED] } : {}),
    ...(to === undefined ? { to: [REQUIRED] } : {}),
  });
  const range = { from: from ?? 0, to: to ?? 0 };
  if (range.to < range.from)
    refuseProblems({ to: [problem('range_reversed', 'The range ends before it begins.')] });
  if (range.to - range.from > LONGEST_MS)
    refuseProblems({
      to: [problem('range_too_long', `The range is longer than ${MAX_RECONCILED_DAYS} days.`)],
    });
  return range;
};

/** The active terminals, and those with payments in the range, deleted ones included. */
const comparedTerminals = async (
  { db }: InvoiceContext,
  range: TimeRange,
  only: number | undefined,
): Promise<TerminalRow[]> => {
  if (only !== undefined) return terminalsByIds(db, [only]);
  const paid = (await paidHere(db, range)).map(({ terminal_id }) => terminal_id);
  const active = allTerminals(db).filter(({ is_active }) => is_active === 1);
  return terminalsByIds(db, [...new Set([...active.map(({ id }) => id), ...paid])]);
};

/** Reads Kramar's book after the bank's, so that a payment recorded meanwhile is not missing in it. */
const readBooks = async (
  context: InvoiceContext,
  statements: TerminalStatement[],
  range: TimeRange,
  signal: AbortSignal,
): Promise<Books> => {
  const { db, now } = context;
  const compared = new Set(statements.map(({ terminal }) => terminal.id));
  const paid = (await paidHere(db, range)).filter(({ terminal_id }) => compared.has(terminal_id));
  await lookEarlier(context, statements, range, paid, signal);

  const listed = [...(await cooperative(foldItems(statements))).values()];
  const paidIds = new Set(paid.map(({ invoice_id }) => invoice_id));
  const others = listed.map(({ item }) => item.invoiceId).filter((id) => !paidIds.has(id));
  const named = await knownHere(db, others);
  const elsewhere = new Set(
    named.filter(({ terminal_id }) => !compared.has(terminal_id)).map(({ invoice_id }) => invoice_id),
  );
  const rows = [...paid, ...named.filter(({ invoice_id }) => !elsewhere.has(invoice_id))];
  const answered = statements.filter(({ failure }) => !failure);
  const lately = refundedSince(
    db,
    Math.min(now(), ...answered.map(({ requestedAt }) => requestedAt)) - FRESH_MS,
  );
  return {
    range,
    requestedAtByTerminal: new Map(answered.map(({ terminal, requestedAt }) => [terminal.id, requestedAt])),
    here: await cooperative(mapYielding(rows, (row) => hereEntry(row, lately))),
    bank: await bankEntries(
      db,
      listed.filter(({ item }) => !elsewhere.has(item.invoiceId)),
      new Set(rows.map(({ invoice_id }) => invoice_id)),
    ),
  };
};

/** Payments missing from the statement around the range may be listed before it, since their invoices were created. */
const lookEarlier = async (
  context: InvoiceContext,
  statements: TerminalStatement[],
  range: TimeRange,
  paid: Awaited<ReturnType<typeof paidHere>>,
  signal: AbortSignal,
): Promise<void> => {
  const listed = await cooperative(foldItems(statements));
  const missing = Map.groupBy(
    paid.filter(({ invoice_id }) => !listed.has(invoice_id)),
    ({ terminal_id }) => terminal_id,
  );
  for (const one of statements) {
    const rows = one.failure ? [] : (missing.get(one.terminal.id) ?? []);
    if (rows.length === 0) continue;
    const from = rows.reduce((least, { created_date }) => Math.min(least, created_date), range.from);
    try {
      one.items = [...one.items, ...(await fetchEarlierItems(context, one, range, from, signal))];
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      Object.assign(one, { items: [], failure: error });
    }
  }
};

const compareBooks = async (
  { db }: InvoiceContext,
  books: Books,
  till: TillBook | undefined,
  signal: AbortSignal,
): Promise<Row[]> => {
  const pairs = await cooperative(pairUp(books));
  if (!till) return cooperative(compare(pairs, null, NO_NAME, new Map()));
  const name = tillName(pairs, till.lines);
  const names = new Set(till.lines.map(({ reference }) => name.keyOf(reference)));
  for (const pair of pairs) names.delete(name.keyOf(name.ofPair(pair)));
  const found = await namedHere(db, name, names, signal);
  const others = new Map([...found].map(([key, row]) => [key, hereEntry(row, new Map())]));
  return cooperative(compare(pairs, till.lines, name, others));
};
