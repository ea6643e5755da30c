import { expect, test } from 'vitest';
import { isQuick } from '../../main/money/reads.ts';
import type { InvoiceListQuery } from '../../main/store/invoices/filter.ts';

type Field = NonNullable<InvoiceListQuery['ordering']>[number]['field'];
const by = (field: Field) => [{ field, descending: true }];

/** With a million invoices, of which the millionth is requested. */
test.each<[InvoiceListQuery, first: boolean, last: boolean]>([
  [{}, true, true],
  [{ status: 'success', terminal: 1, created_from: 5 }, true, true],
  [{ status: 'success', ordering: by('created_date') }, true, true],
  [{ ordering: by('paid_date') }, true, false],
  [{ ordering: by('id') }, true, false],
  [{ ordering: by('number'), status: 'success' }, false, false],
  [{ ordering: by('amount') }, false, false],
  [{ ordering: [...by('created_date'), ...by('amount')] }, false, false],
  [{ search: ['кава'] }, false, false],
  [{ paid_from: 5 }, false, false],
  [{ without: ['product'] }, false, false],
])('of %j the first page is quick: %s, the last: %s', (query, first, last) => {
  const pages = [0, 999_975].map((offset) => isQuick(query, { offset, limit: 25 }));
  expect(pages).toEqual([first, last]);
});
