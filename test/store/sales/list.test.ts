import { afterAll, expect, it } from 'vitest';
import { plainSql } from '../../../main/store/db/query-cache.ts';
import { listSales, type SaleQuery, type SaleRow } from '../../../main/store/sales/list.ts';
import { TENDERS } from '../../../shared/api/sales.ts';
import { emptyDatabase } from '../../helpers/empty-database.ts';
import { addPerson } from '../../helpers/people.ts';
import { chance, oneOf, writeManyInvoices } from '../random-invoices.ts';

const { db } = emptyDatabase(afterAll);
const dates = writeManyInvoices(db, 9000);
/** The entries of the till: one for every fifth invoice, half of them at the same moment. */
const entered = dates.filter((_, at) => at % 5 === 0).map((at, place) => at + (place % 2));
const { id: seller } = addPerson(db, 0, { role: 'owner', username: 'owner', password: 'x' });
const insertEntry = (at: number) =>
  plainSql(`insert into cash_sales (shift_id, amount, is_refund, remark, made_by, made_at)
    values (1, 100, 0, '', ${seller}, ${at})`);
db.transaction(() => {
  db.run(
    plainSql(
      `insert into shifts (opened_by, opened_at, opening_cash, opening_remark) values (${seller}, 0, 0, '')`,
    ),
  );
  for (const at of entered) db.run(insertEntry(at));
});

interface Wanted {
  kinds: readonly SaleRow['kind'][];
  from: number | undefined;
  to: number | undefined;
  descending: boolean;
}

const queryOf = ({ kinds, from, to, descending }: Wanted): SaleQuery => ({
  tender: kinds.length === 2 ? TENDERS : kinds[0] === 'invoice' ? ['qr'] : ['cash'],
  invoices: kinds.includes('invoice') ? { created_from: from, created_to: to } : undefined,
  cash: kinds.includes('cash_sale') ? { date_from: from, date_to: to } : undefined,
  entered_by: undefined,
  ordering: [{ field: 'created_date', descending }],
});

/** By date, then id, then the till before the bank. */
const sorted = ({ kinds, from = -Infinity, to = Infinity, descending }: Wanted): string[] => {
  const rows = { cash_sale: entered, invoice: dates };
  const sign = descending ? -1 : 1;
  return kinds
    .flatMap((kind) => rows[kind].map((at, place) => ({ at, id: place + 1, kind })))
    .filter(({ at }) => at >= from && at <= to)
    .sort((a, b) => sign * (a.at - b.at || a.id - b.id || (a.kind < b.kind ? -1 : 1)))
    .map(({ kind, id }) => `${kind} ${id}`);
};

const edge = () => (chance(0.7) ? undefined : oneOf(dates) + oneOf([-1, 0, 1]));
const BOTH = ['cash_sale', 'invoice'] as const;

// Far from both ends of the list whole days are counted instead of read.
it('a page of sales has the rows of the whole list, however far it is', () => {
  for (let round = 0; round < 200; round++) {
    const kinds = oneOf([BOTH, BOTH, ['invoice'], ['cash_sale']] as const);
    const wanted = { kinds, from: edge(), to: edge(), descending: chance(0.5) };
    const all = sorted(wanted);
    const limit = oneOf([1, 25, 200]);
    const offset = Math.floor((all.length / limit) * oneOf([0, 0.3, 0.45, 0.5, 0.55, 0.8, 1])) * limit;
    const { count, rows } = listSales(db, queryOf(wanted), { limit, offset });
    const found = rows.map(({ kind, invoice, cash }) => `${kind} ${(invoice ?? cash)?.id}`);
    expect({ count, found }, JSON.stringify({ wanted, limit, offset })).toEqual({
      count: all.length,
      found: all.slice(offset, offset + limit),
    });
  }
});
