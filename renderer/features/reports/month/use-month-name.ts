import { usePreferences } from '../../../kit/use-preferences.ts';

/** `жовтень 2026 р.`, `October 2026`: as the language writes a month of a year. */
export const useMonthName = (): ((month: string) => string) => {
  const { language } = usePreferences();
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (month) => format.format(Date.parse(`${month}-01T00:00:00Z`));
};
