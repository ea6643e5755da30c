import { useTranslation } from 'react-i18next';
import { dayOf } from '../lib/zone.ts';
import { useDates } from './use-dates.ts';

/** Props shared by all calendars: days up to the shop's today. */
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
      // Red weekends have too little contrast, and shops work on them.
      weekendDays: [],
      getDayProps: (day: string) => (day === today ? { fw: 700, 'aria-current': 'date' as const } : {}),
      ariaLabels: { previousMonth: t('period.previousMonth'), nextMonth: t('period.nextMonth') },
    },
  };
};
