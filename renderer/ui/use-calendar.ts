import { useTranslation } from 'react-i18next';
import { dayOf } from '../lib/zone.ts';
import { useDates } from './use-dates.ts';

/** What every calendar of the screens has in common: days up to the shop's today. */
export const useCalendar = () => {
  const { t } = useTranslation();
  const { timeZone } = useDates();
  const today = dayOf(Date.now(), timeZone);
  return {
    today,
    calendar: {
      maxDate: today,
      highlightToday: false,
      hideOutsideDates: true,
      // Red for Saturdays and Sundays is too pale to be read, and a shop works on them.
      weekendDays: [],
      getDayProps: (day: string) => (day === today ? { fw: 700, 'aria-current': 'date' as const } : {}),
      ariaLabels: { previousMonth: t('period.previousMonth'), nextMonth: t('period.nextMonth') },
    },
  };
};
