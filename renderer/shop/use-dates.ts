import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { systemQuery } from '../api/queries.ts';
import { usePreferences } from '../kit/use-preferences.ts';
import { createDates, type Dates } from '../lib/dates.ts';

/** The zone of nearly every shop, until the service sends the real one. */
const USUAL_ZONE = 'Europe/Kyiv';

/** Date formatters for the screen's language and the shop's time zone. */
export const useDates = (): Dates => {
  const { language } = usePreferences();
  const { data } = useQuery(systemQuery);
  const timeZone = data?.time_zone ?? USUAL_ZONE;
  return useMemo(() => createDates(language, timeZone), [language, timeZone]);
};
