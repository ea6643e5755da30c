import * as v from 'valibot';
import { optionalOrIgnored, positiveInt } from '../../../lib/address.ts';
import { invoicesSearch } from '../../../lib/invoice-search.ts';

const { page, search, period, created_from, created_to } = invoicesSearch.entries;

/** The page of sales for cash, what of them is shown, and the open one. The same names as in the list of QR sales. */
export const cashSalesSearch = v.object({
  page,
  search,
  period,
  created_from,
  created_to,
  /** Only sales of which a part goes by QR. */
  parts: optionalOrIgnored(v.boolean()),
  open: optionalOrIgnored(positiveInt()),
});
export type CashSalesSearch = v.InferOutput<typeof cashSalesSearch>;
