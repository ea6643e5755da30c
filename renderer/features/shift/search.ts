import * as v from 'valibot';
import { optionalOrIgnored } from '../../lib/address.ts';

const id = () =>
  optionalOrIgnored(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER)));

/** The page of the history, and the shift open beside it. */
export const shiftSearch = v.object({ page: id(), open: id() });
