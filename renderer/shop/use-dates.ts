import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MINUTE_MS } from '../../shared/time.ts';
import { systemQuery } from '../api/queries.ts';
import { useStepOfTime } from '../kit/use-now.ts';
import { createDates, type Dates } from '../lib/dates.ts';
import { usePreferences } from '../lib/preferences.ts';
import { dayOf } from '../lib/zone.ts';

/** The zone of nearly every shop, until the service sends the real one. */
const USUAL_ZONE = 'Europe/Kyiv';

/** Date formatters for the screen's language and the shop's time zone. */
export const useDates = (): Dates => {
  const { language } = usePreferences();
  const { data } = useQuery(systemQuery);
  const timeZone = data?.time_zone ?? USUAL_ZONE;
  return useMemo(() => createDates(language, timeZone), [language, timeZone]);
};

const CHECK_INTERVAL_MS = 5000;

/** The day by the shop's calendar, YYYY-MM-DD; the next one within seconds after midnight. */
export const useToday = (): string => {
  const { timeZone } = useDates();
  return dayOf(useStepOfTime(MINUTE_MS, CHECK_INTERVAL_MS), timeZone);
};
