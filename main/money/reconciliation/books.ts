import type { StatementItem } from '../../bank/wire.ts';
import {
  cooperative,
  ELEMENTS_PER_YIELD,
  forEachCooperatively,
  slicesOf,
  type Yielding,
} from '../../platform/async.ts';
import type { Db } from '../../store/db/connection.ts';
import type { TimeRange } from '../../store/db/days.ts';
import { attemptByTag } from '../../store/invoices/attempts.ts';
import {
  type ComparedRow,
  comparedByBankIds,
  comparedByIds,
  namesBefore,
  paidPart,
} from '../../store/reconciliation.ts';
import { finalAmountOf, tagOf } from '../bank-state/statement-item.ts';
import { remainingAmount, wasPaid } from '../bank-state/status.ts';
import type { TillName } from './match.ts';
import type { BankEntry, HereEntry } from './pairs.ts';

/** Elements per query. */
const LOOKED_UP = 500;

/** All invoices paid in a range. */
export const paidHere = (db: Db, range: TimeRange): Promise<ComparedRow[]> => {
  const read = function* (): Yielding<ComparedRow[]> {
    const parts: ComparedRow[][] = [];
    let after: ComparedRow | undefined;
    do {
      const part = paidPart(db, { ...range, after, limit: LOOKED_UP });
      parts.push(part);
      after = part.length === LOOKED_UP ? part.at(-1) : undefined;
      yield;
    } while (after);
    return parts.flat();
  };
  return cooperative(read());
};

/** Applies `work` to the values in slices and concatenates the results. */
const inSlices = async <Value, Found>(
  values: readonly Value[],
  work: (slice: Value[]) => Found[],
): Promise<Found[]> => {
  const found: Found[][] = [];
  await forEachCooperatively(slicesOf(values, LOOKED_UP), (slice) => found.push(work(slice)));
  return found.flat();
};

export const knownHere = (db: Db, invoiceIds: readonly string[]): Promise<ComparedRow[]> =>
  inSlices(invoiceIds, (slice) => comparedByBankIds(db, slice));

/** @param lately refunds of the last minutes, by invoice */
export const hereEntry = (row: ComparedRow, lately: ReadonlyMap<number, number>): HereEntry => ({
  id: row.id,
  number: row.number,
  invoiceId: row.invoice_id,
  terminal: row.terminal_id,
  reference: row.reference,
  rrn: row.rrn,
  status: row.status,
  // Of a hold, what was taken.
  amount: row.amount - row.uncaptured,
  ccy: row.ccy,
  refunded: Math.max(0, row.amount - row.uncaptured - remainingAmount(row)),
  refundedLately: lately.get(row.id) ?? 0,
  createdAt: row.created_date,
  paidAt: row.paid_date,
});

const RANK: Record<StatementItem['status'], number> = { failure: 0, processing: 1, hold: 2, success: 3 };

const refundedOf = (item: StatementItem): number => item.amount - (finalAmountOf(item) ?? item.amount);

const isBetter = (one: StatementItem, other: StatementItem): boolean =>
  (RANK[one.status] - RANK[other.status] || one.date - other.date || refundedOf(one) - refundedOf(other)) > 0;

interface ListedItem {
  terminal: number;
  item: StatementItem;
}

/**
 * Each invoice once, by the bank's id: a statement may list it twice, for a failed try and then for the payment, and
 * the statements of two terminals may both list it if these share a token.
 */
export function* foldItems(
  statements: readonly { terminal: { id: number }; items: readonly StatementItem[] }[],
): Yielding<Map<string, ListedItem>> {
  const folded = new Map<string, ListedItem>();
  for (const { terminal, items } of statements)
    for (const [at, item] of items.entries()) {
      const before = folded.get(item.invoiceId);
      if (!before) folded.set(item.invoiceId, { terminal: terminal.id, item });
      else if (isBetter(item, before.item)) before.item = item;
      if (at % ELEMENTS_PER_YIELD === ELEMENTS_PER_YIELD - 1) yield;
    }
  return folded;
}

/**
 * The bank's book.
 * @param known Kramar's invoices for it; the tags of the rest are looked up
 */
export const bankEntries = (
  db: Db,
  listed: readonly ListedItem[],
  known: ReadonlySet<string>,
): Promise<BankEntry[]> =>
  inSlices(listed, (slice) =>
    slice.flatMap(({ terminal, item }) => {
      const tag = known.has(item.invoiceId) ? undefined : tagOf(item);
      const attempt = tag === undefined ? undefined : attemptByTag(db, tag);
      // Its answer is on the way: the waiting request writes the invoice.
      if (attempt?.status === 'pending') return [];
      const isInDoubt = attempt?.kind === 'create' && attempt.status !== 'done';
      return [bankEntry(terminal, item, isInDoubt)];
    }),
  );

const bankEntry = (terminal: number, item: StatementItem, isInDoubt: boolean): BankEntry => ({
  invoiceId: item.invoiceId,
  terminal,
  reference: item.reference ?? '',
  rrn: item.rrn ?? '',
  status: item.status,
  amount: item.amount,
  ccy: item.ccy,
  refunded: refundedOf(item),
  at: item.date,
  isInDoubt,
});

const NAMES_SLICE = 1000;

function* bestByName(
  db: Db,
  name: TillName,
  names: ReadonlySet<string>,
): Yielding<Map<string, { id: number; isPaid: boolean }>> {
  const found = new Map<string, { id: number; isPaid: boolean }>();
  let paid = 0;
  let before = Number.MAX_SAFE_INTEGER;
  while (paid < names.size && before > 0) {
    const rows = namesBefore(db, before, NAMES_SLICE);
    for (const row of rows) {
      const key = name.keyOf(name.ofInvoice({ ...row, invoiceId: row.invoice_id }));
      const isPaid = wasPaid(row.status);
      const known = found.get(key);
      if (!names.has(key) || known?.isPaid || (known && !isPaid)) continue;
      found.set(key, { id: row.id, isPaid });
      if (isPaid) paid += 1;
    }
    before = rows.at(-1)?.id ?? 0;
    yield;
  }
  return found;
}

/**
 * The newest invoice for each name, preferably a paid one.
 * @param names their keys
 */
export const namedHere = async (
  db: Db,
  name: TillName,
  names: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, ComparedRow>> => {
  const found = await cooperative(bestByName(db, name, names), { signal });
  const rows = await inSlices([...found.values()], (slice) =>
    comparedByIds(
      db,
      slice.map(({ id }) => id),
    ),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    [...found].flatMap(([key, { id }]) => {
      const row = byId.get(id);
      return row ? [[key, row]] : [];
    }),
  );
};
