import * as v from 'valibot';
import { optionalOrIgnored, positiveInt } from '../../lib/address.ts';

/** The shift open beside the page, a dialog of cash put in or taken out, and the closing. */
export const shiftSearch = v.object({
  open: optionalOrIgnored(positiveInt()),
  move: optionalOrIgnored(v.picklist(['in', 'out'])),
  close: optionalOrIgnored(v.literal(true)),
});
export type ShiftSearch = v.InferOutput<typeof shiftSearch>;
