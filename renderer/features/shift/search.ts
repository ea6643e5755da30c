import * as v from 'valibot';
import { optionalOrIgnored, positiveInt } from '../../lib/address.ts';

/** The page of the history, and the shift open beside it. */
export const shiftSearch = v.object({
  page: optionalOrIgnored(positiveInt()),
  open: optionalOrIgnored(positiveInt()),
});
export type ShiftSearch = v.InferOutput<typeof shiftSearch>;
