import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { systemQuery } from '../data/queries.ts';
import { createDates, type Dates } from '../lib/dates.ts';
import { usePreferences } from './use-preferences.ts';

/** Where nearly every shop of Kramar is; the service says which zone it really is. */
const USUAL_ZONE = 'Europe/Kyiv';

/** The shop's moments in the language of the screen. */
export const useDates = (): Dates => {
  const { language } = usePreferences();
  const { data } = useQuery(systemQuery);
  const timeZone = data?.time_zone ?? USUAL_ZONE;
  return useMemo(() => createDates(language, timeZone), [language, timeZone]);
};
