import * as v from 'valibot';
import { ACTION_CODES, ACTION_GROUPS, ACTION_OBJECTS, ACTION_SOURCES } from '../../../shared/actions.ts';
import { optionalOrIgnored, positiveInt } from '../../lib/address.ts';
import { daysOfPeriod, isDay, momentsOfDays, PERIODS } from '../../lib/periods.ts';

/** The search parameters of the log of actions; invalid ones are ignored. */
export const actionsSearch = v.object({
  who: optionalOrIgnored(positiveInt()),
  group: optionalOrIgnored(v.picklist(ACTION_GROUPS)),
  code: optionalOrIgnored(v.picklist(ACTION_CODES)),
  source: optionalOrIgnored(v.picklist(ACTION_SOURCES)),
  object: optionalOrIgnored(v.picklist(ACTION_OBJECTS)),
  object_id: optionalOrIgnored(positiveInt()),
  /** Relative to today by the shop's calendar. It takes precedence over the days below. */
  period: optionalOrIgnored(v.picklist(PERIODS)),
  from: optionalOrIgnored(v.pipe(v.string(), v.check(isDay))),
  to: optionalOrIgnored(v.pipe(v.string(), v.check(isDay))),
  page: optionalOrIgnored(positiveInt()),
});
export type ActionsSearch = v.InferOutput<typeof actionsSearch>;

export interface FilterProps {
  search: ActionsSearch;
  onChange(changes: Partial<ActionsSearch>): void;
}

export const NO_FILTERS: Partial<ActionsSearch> = {
  who: undefined,
  group: undefined,
  code: undefined,
  source: undefined,
  object: undefined,
  object_id: undefined,
  period: undefined,
  from: undefined,
  to: undefined,
};

/** How many filters are set: the two ends of a period, and an object with its id, are one each. */
export const countFilters = ({ who, group, code, source, object, period, from, to }: ActionsSearch): number =>
  [who, group ?? code, source, object, period ?? from ?? to].filter((value) => value !== undefined).length;

/** The days of the address; undefined: all. @param today of the shop's calendar */
export const daysOf = ({ period, from, to }: ActionsSearch, today: string) => {
  if (period !== undefined) return daysOfPeriod(period, today);
  return from === undefined || to === undefined ? undefined : { from, to };
};

/** The parameters of GET actions/, without the page. */
export const paramsOf = (search: ActionsSearch, timeZone: string, today: string) => {
  const { who, group, code, source, object, object_id } = search;
  const days = daysOf(search, today);
  return { who, group, code, source, object, object_id, ...(days ? momentsOfDays(days, timeZone) : {}) };
};
