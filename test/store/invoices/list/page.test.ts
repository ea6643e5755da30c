import { afterAll, describe, expect, it } from 'vitest';
import { build } from '../../../../main/store/db/connection.ts';
import { ordered, type Slice } from '../../../../main/store/db/list.ts';
import { type InvoiceListQuery, matches, NEWEST_FIRST } from '../../../../main/store/invoices/filter.ts';
import { withTerminalName } from '../../../../main/store/invoices/invoices.ts';
import { idsByDate } from '../../../../main/store/invoices/list/ids.ts';
import { listInvoices } from '../../../../main/store/invoices/list/list.ts';
import { idsOfSlice } from '../../../../main/store/invoices/list/page.ts';
import { INVOICE_STATUSES } from '../../../../shared/api/statuses.ts';
import { emptyDatabase } from '../../../helpers/empty-database.ts';
import { chance, oneOf, writeManyInvoices } from '../../random-invoices.ts';

/** The expected answer of the quick way: filter, order and slice of the table. */
const plainly = (query: InvoiceListQuery, slice: Slice) =>
  db.all(
    ordered(
      withTerminalName().where((eb) => matches(eb as never, query)),
      'invoices',
      query.ordering ?? NEWEST_FIRST,
      slice,
    ),
  );

const plainCount = (query: InvoiceListQuery): number =>
  db.get(
    build
      .selectFrom('invoices')
      .where((eb) => matches(eb, query))
      .select((eb) => eb.fn.countAll<number>().as('count')),
  )?.count ?? 0;

const { db } = emptyDatabase(afterAll);
const dates = writeManyInvoices(db, 9000);

const FIELDS = [
  ...(['id', 'number', 'status', 'amount', 'final_amount'] as const),
  ...(['created_date', 'modified_date', 'paid_date'] as const),
];

const edge = (): number | undefined => {
  if (chance(0.5)) return undefined;
  // Now and then just at an invoice, or at the edge of its day.
  const at = oneOf(dates);
  const day = Math.floor(at / 86_400_000) * 86_400_000;
  return oneOf([at, at + 1, at - 1, day, day - 1, day + 86_399_999]);
};

const randomFilter = (): InvoiceListQuery => ({
  status: chance(0.4) ? oneOf(INVOICE_STATUSES) : undefined,
  terminal: chance(0.3) ? oneOf([1, 2, 9]) : undefined,
  cash_register: chance(0.3) ? oneOf([1, 2, 3, 9]) : undefined,
  created_locally: chance(0.3) ? chance(0.5) : undefined,
  created_from: edge(),
  created_to: edge(),
  search: chance(0.1) ? ['7'] : undefined,
  amount_min: chance(0.1) ? 20 : undefined,
  paid_from: chance(0.05) ? oneOf(dates) : undefined,
});

const randomOrder = (): InvoiceListQuery['ordering'] =>
  oneOf([
    undefined,
    undefined,
    [{ field: 'created_date', descending: false }],
    [{ field: 'created_date', descending: true }],
    [],
    [{ field: oneOf(FIELDS), descending: chance(0.5) }],
    [{ field: 'paid_date', descending: chance(0.5) }],
    [
      { field: oneOf(FIELDS), descending: chance(0.5) },
      { field: oneOf(FIELDS), descending: chance(0.5) },
    ],
  ]);

const randomSlice = (count: number): Slice => {
  const limit = oneOf([1, 7, 25, 200]);
  const pages = Math.max(1, Math.ceil(count / limit));
  const page = oneOf([0, 1, pages - 1, pages, Math.floor(pages * 0.8), Math.floor(pages / 2)]);
  return { limit, offset: page * limit };
};

describe('a page of invoices', () => {
  it('has the rows of the plain query, for every filter and order', () => {
    for (let round = 0; round < 500; round++) {
      const query = { ...randomFilter(), ordering: randomOrder() };
      const count = plainCount(query);
      const slice = randomSlice(count);
      const expected = plainly(query, slice).map(({ id }) => id);
      expect(idsOfSlice(db, query, slice, count), JSON.stringify({ query, slice, count })).toEqual(expected);
    }
  });

  it('is the same by whichever way it is found', () => {
    const ways = [
      { walk: 0, walkStatus: 0 },
      { walk: 60, walkStatus: 100 },
      { walk: 1e6, walkStatus: 1e6 },
    ];
    for (let round = 0; round < 300; round++) {
      const { search, amount_min, paid_from, ...filter } = randomFilter();
      const count = plainCount(filter);
      const { limit, offset } = randomSlice(count);
      const part = { offset, limit: Math.min(limit, count - offset) };
      if (part.limit <= 0) continue;
      const descending = chance(0.5);
      const query = { ...filter, ordering: [{ field: 'created_date', descending } as const] };
      const expected = plainly(query, part).map(({ id }) => id);
      for (const way of ways) {
        const found = idsByDate(db, filter, part, descending, way).map(({ id }) => id);
        expect(found, JSON.stringify({ query, part, way })).toEqual(expected);
      }
    }
  });

  it('has their columns, except the text that searches read', () => {
    const slice = { limit: 25, offset: 4000 };
    const { rows, count } = listInvoices(db, {}, slice);
    expect(count).toBe(9000);
    expect(rows).toEqual(plainly({}, slice).map(({ search_text, ...row }) => row));
  });
});
