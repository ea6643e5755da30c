import { usePreferences } from '../../lib/preferences.ts';

/** `листопад`, `November`: a month without its year; `isFirst`: it begins a sentence. */
export const useMonthOnly = () => {
  const { language } = usePreferences();
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return (month: string, { isFirst = false } = {}): string => {
    const name = format.format(Date.parse(`${month}-01T00:00:00Z`));
    return isFirst ? name.charAt(0).toLocaleUpperCase(language) + name.slice(1) : name;
  };
};

/** `Жовтень 2026 р.`, `October 2026`: a month of a year, as a heading. */
export const useMonthName = (): ((month: string) => string) => {
  const { language } = usePreferences();
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (month) => {
    const name = format.format(Date.parse(`${month}-01T00:00:00Z`));
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  };
};
