import { DatePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { Act } from '../../../kit/act.tsx';
import { FilterButton } from '../../../kit/filter-button.tsx';
import { Stepper } from '../../../kit/stepper.tsx';
import { addDays, startOfDay } from '../../../lib/zone.ts';
import { useCalendar } from '../../../shop/period-picker.tsx';
import { useDates } from '../../../shop/use-dates.ts';

interface DayPickerProps {
  /** YYYY-MM-DD, as all days here. */
  date: string;
  today: string;
  onChoose(date: string): void;
}

export const DayPicker = ({ date, today, onChoose }: DayPickerProps) => {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const dates = useDates();
  const { calendar } = useCalendar();
  const next = addDays(date, 1);
  const shown = dates.namedDay(startOfDay(date, dates.timeZone));
  return (
    <Stepper
      previous={t('day.previous')}
      next={t('day.next')}
      isLast={next > today}
      onStep={(by) => onChoose(addDays(date, by))}
      aside={
        date === today ? null : (
          <Act tone="quiet" px="xs" onClick={() => onChoose(today)} text={common('period.today')} />
        )
      }
    >
      <FilterButton name={t('day.choose')} value={shown}>
        {(close) => (
          <DatePicker
            {...calendar}
            defaultDate={date}
            value={date}
            onChange={(day) => {
              if (day !== null) onChoose(day);
              close();
            }}
          />
        )}
      </FilterButton>
    </Stepper>
  );
};
