import * as v from 'valibot';
import { optionalOrIgnored } from '../../lib/address.ts';
import { isDay } from '../../lib/periods.ts';
import { PRESETS } from './period.ts';

const day = () => optionalOrIgnored(v.pipe(v.string(), v.check(isDay)));

/** What the address keeps of a reconciliation; the till's file and the answer are kept by desk.ts. */
export const reconciliationSearch = v.object({
  /** By the shop's calendar, as of whenever it is looked at. Absent, and no days: yesterday. */
  period: optionalOrIgnored(v.picklist(PRESETS)),
  /** Both inclusive. */
  from: day(),
  to: day(),
  terminal: optionalOrIgnored(v.pipe(v.number(), v.integer(), v.minValue(1))),
});
export type ReconciliationSearch = v.InferOutput<typeof reconciliationSearch>;
