import { daysBetween } from '../../../shared/time.ts';
import { type Days, daysOfPeriod } from '../../lib/periods.ts';
import { addDays } from '../../lib/zone.ts';

/** The periods of a reconciliation: pure. */

export const PRESETS = ['yesterday', 'last_7_days', 'this_month', 'last_month'] as const;
export type Preset = (typeof PRESETS)[number];

interface PeriodChoice {
  period?: Preset | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** undefined: custom days. */
export const presetOf = ({ period, from, to }: PeriodChoice): Preset | undefined =>
  period ?? (from === undefined && to === undefined ? 'yesterday' : undefined);

/** The days of an address; half of a range is one day. @param today YYYY-MM-DD */
export const daysOf = (chosen: PeriodChoice, today: string): Days => {
  const preset = presetOf(chosen);
  if (preset !== undefined)
    return preset === 'last_7_days' ? { from: addDays(today, -6), to: today } : daysOfPeriod(preset, today);
  const days = [chosen.from ?? chosen.to ?? today, chosen.to ?? chosen.from ?? today].sort();
  return { from: days[0] ?? today, to: days[1] ?? today };
};

export const lengthOf = ({ from, to }: Days): number => daysBetween(from, to) + 1;
