import * as v from 'valibot';
import { optionalOrIgnored } from '../../lib/address.ts';
import { isDay } from '../../lib/periods.ts';
import { PRESETS } from './period.ts';

const day = () => optionalOrIgnored(v.pipe(v.string(), v.check(isDay)));

/** The address's parameters; reconciliation-store.ts holds the till's file and the answer. */
export const reconciliationSearch = v.object({
  /** Relative to today by the shop's calendar. Absent, and no days: yesterday. */
  period: optionalOrIgnored(v.picklist(PRESETS)),
  /** Both inclusive. */
  from: day(),
  to: day(),
  terminal: optionalOrIgnored(v.pipe(v.number(), v.integer(), v.minValue(1))),
});
export type ReconciliationSearch = v.InferOutput<typeof reconciliationSearch>;
