import * as v from 'valibot';
import { optionalOrIgnored, positiveInt } from '../../../lib/address.ts';

/** The page of sales for cash, the number looked for, and the open one. */
export const cashSalesSearch = v.object({
  page: optionalOrIgnored(positiveInt()),
  number: optionalOrIgnored(positiveInt()),
  open: optionalOrIgnored(positiveInt()),
});
export type CashSalesSearch = v.InferOutput<typeof cashSalesSearch>;
