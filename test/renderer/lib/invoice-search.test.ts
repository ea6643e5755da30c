import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { filterParams } from '../../../renderer/features/invoices/api-params.ts';
import {
  activeGroups,
  type InvoicesSearch,
  invoiceOrdering,
  invoicesSearch,
  withoutFilters,
  withoutGroups,
} from '../../../renderer/lib/invoice-search.ts';
import { withFilter } from '../../../renderer/lib/list-search.ts';
import { PERIODS } from '../../../renderer/lib/periods.ts';
import { invoiceQuery } from '../../../shared/api/invoice-query.ts';
import { INVOICE_STATUSES } from '../../../shared/api/statuses.ts';

const ZONE = 'Europe/Kyiv';
const NOW = Date.parse('2026-11-21T13:00:00Z');
const read = (address: object): InvoicesSearch => v.parse(invoicesSearch, address);
/** Without undefined values. */
const said = (search: object) => JSON.parse(JSON.stringify(search));

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const when = fc.constantFrom('2026-11-01', '2026-03-29', '2025-10-26', '2026-11-21T10:30:00.000Z');
const anySearch: fc.Arbitrary<InvoicesSearch> = fc.record({
  status: maybe(fc.constantFrom(...INVOICE_STATUSES)),
  period: maybe(fc.constantFrom(...PERIODS)),
  by: maybe(fc.constantFrom('paid' as const, 'refunded' as const)),
  created_from: maybe(when),
  created_to: maybe(when),
  paid_from: maybe(when),
  paid_to: maybe(when),
  refunded_from: maybe(when),
  refunded_to: maybe(when),
  paid_hour: maybe(fc.nat(23)),
  paid_weekday: maybe(fc.integer({ min: 1, max: 7 })),
  refunded_hour: maybe(fc.nat(23)),
  refunded_weekday: maybe(fc.integer({ min: 1, max: 7 })),
  created_by: maybe(fc.integer({ min: 1, max: 9 })),
  product: maybe(fc.integer({ min: 1, max: 9 })),
  without: maybe(fc.constantFrom('product', 'created_by,cash_register', 'product,cash_register')),
  terminal: maybe(fc.integer({ min: 1, max: 9 })),
  cash_register: maybe(fc.integer({ min: 1, max: 9 })),
  created_locally: maybe(fc.boolean()),
  amount_min: maybe(fc.integer({ min: 1, max: 99_999_999_999 })),
  amount_max: maybe(fc.integer({ min: 1, max: 99_999_999_999 })),
  search: maybe(fc.constantFrom('1902', 'INV-000001', 'Стіл 4')),
  ordering: maybe(fc.constantFrom('amount', '-amount', '-paid_date', 'status') as fc.Arbitrary<'amount'>),
  page: maybe(fc.integer({ min: 1, max: 500 })),
});

describe('the address', () => {
  it('drops invalid parts and keeps the rest', () => {
    const address = {
      status: 'payed',
      period: 'next_week',
      by: 'hand',
      created_from: 'yesterday',
      terminal: '7',
      cash_register: -1,
      created_locally: 'yes',
      amount_min: 1.5,
      paid_hour: 24,
      paid_weekday: 0,
      without: 'product,money',
      amount_max: 500,
      ordering: 'card',
      page: 0,
      colour: 'red',
    };
    expect(said(read(address))).toEqual({ amount_max: 500 });
  });

  it('reads digits alone as what was typed', () => {
    expect(said(read({ search: 1902 }))).toEqual({ search: '1902' });
    expect(said(read({ search: '  ' }))).toEqual({});
  });

  it('is never an error', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(invoicesSearch.entries)), fc.anything()),
        (address) => {
          expect(() => read(address)).not.toThrow();
        },
      ),
    );
  });

  it('comes back as it went', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        expect(said(read(said(search)))).toEqual(said(search));
      }),
    );
  });
});

describe('filterParams', () => {
  it('is accepted by the interface for any address', () => {
    fc.assert(
      fc.property(anySearch, fc.integer({ min: 1, max: 9 }), (search, page) => {
        const params = { ...filterParams(search, ZONE, NOW), page, page_size: 50 };
        const asked = Object.fromEntries(
          Object.entries(params).map(([name, value]) => [name, String(value)]),
        );
        expect(v.safeParse(invoiceQuery, asked).success).toBe(true);
        expect(asked).not.toHaveProperty('period');
        expect(asked.page).toBe(String(page));
      }),
    );
  });

  it('requests the days of the shop', () => {
    expect(filterParams({ period: 'today', by: 'paid', status: 'success' }, ZONE, NOW)).toEqual({
      status: 'success',
      paid_from: '2026-11-20T22:00:00.000Z',
      paid_to: '2026-11-21T21:59:59.999Z',
    });
    expect(filterParams({ period: 'today', by: 'refunded', paid_from: '2026-11-01' }, ZONE, NOW)).toEqual({
      refunded_from: '2026-11-20T22:00:00.000Z',
      refunded_to: '2026-11-21T21:59:59.999Z',
    });
    expect(filterParams({ refunded_from: '2026-11-21', paid_to: '2026-11-21' }, ZONE, NOW)).toEqual({
      refunded_from: '2026-11-20T22:00:00.000Z',
      paid_to: '2026-11-21T21:59:59.999Z',
    });
    // Half past midnight in Kyiv, still the day before in UTC.
    expect(filterParams({ period: 'today' }, ZONE, Date.parse('2026-11-21T22:30:00Z'))).toEqual({
      created_from: '2026-11-21T22:00:00.000Z',
      created_to: '2026-11-22T21:59:59.999Z',
    });
  });
});

describe('filters', () => {
  it('begin at the first page, and are cleared in one step', () => {
    fc.assert(
      fc.property(anySearch, (search) => {
        expect(withFilter(search, { status: 'success' }).page).toBeUndefined();
        const cleared = withoutFilters(search);
        expect(activeGroups(cleared)).toEqual([]);
        expect(cleared.ordering).toBe(search.ordering);
        for (const group of activeGroups(search))
          expect(activeGroups(withoutGroups(search, [group]))).toEqual(
            activeGroups(search).filter((each) => each !== group),
          );
      }),
    );
  });
});

describe('sorting', () => {
  const { directionOf, sortedBy } = invoiceOrdering;
  it('is the newest first unless it is said, and turns at the second press', () => {
    expect(directionOf({}, 'created_date')).toBe('descending');
    expect(sortedBy({}, 'created_date').ordering).toBe('created_date');
    expect(sortedBy({ ordering: 'created_date' }, 'created_date').ordering).toBeUndefined();
    expect(sortedBy({ page: 3 }, 'amount')).toEqual({ ordering: '-amount', page: undefined });
    expect(sortedBy({ ordering: '-amount' }, 'amount').ordering).toBe('amount');
    expect(sortedBy({}, 'status').ordering).toBe('status');
  });
});
