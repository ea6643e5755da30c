import type { Params } from '../../api/keys.ts';
import { readAmountSearch } from '../../lib/amount-search.ts';
import { DATES, type InvoicesSearch } from '../../lib/invoice-search.ts';
import { dayOf } from '../../lib/zone.ts';
import { momentOf, rangesOf } from './date-ranges.ts';

/** The filters and the order as GET invoices/ and invoices/export/ take them. @param now ms UTC */
export const filterParams = (search: InvoicesSearch, timeZone: string, now: number): Params => {
  const { period: _period, by: _by, page: _page, ...rest } = withSearchedAmount(search);
  const none = DATES.flatMap((date) => [`${date}_from`, `${date}_to`]).map((name) => [name, undefined]);
  const moments = rangesOf(search, timeZone, dayOf(now, timeZone)).flatMap(({ by, from, to }) => [
    [`${by}_from`, from && momentOf(from, 'from', timeZone)],
    [`${by}_to`, to && momentOf(to, 'to', timeZone)],
  ]);
  return given({ ...rest, ...Object.fromEntries([...none, ...moments]) });
};

/** The interface searches texts alone, so an amount that was typed becomes a filter, unless there is one. */
const withSearchedAmount = (search: InvoicesSearch): InvoicesSearch => {
  const { words, amount } = readAmountSearch(search.search ?? '');
  if (amount === undefined || search.amount_min !== undefined || search.amount_max !== undefined)
    return search;
  return { ...search, search: words === '' ? undefined : words, amount_min: amount, amount_max: amount };
};

/** Drops undefined values, so that the same list has the same key. */
const given = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
