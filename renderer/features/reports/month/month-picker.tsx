import { MonthPicker as MonthCalendar } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { FilterButton } from '../../../kit/filter-button.tsx';
import { Stepper } from '../../../kit/stepper.tsx';
import { addMonths } from '../../../lib/periods.ts';
import { useMonthName } from '../use-month-names.ts';

interface MonthPickerProps {
  /** YYYY-MM, as all months here. */
  month: string;
  thisMonth: string;
  onChoose(month: string): void;
}

export const MonthPicker = ({ month, thisMonth, onChoose }: MonthPickerProps) => {
  const { t } = useTranslation('month');
  const nameOf = useMonthName();
  return (
    <Stepper
      previous={t('previous')}
      next={t('next')}
      isLast={month >= thisMonth}
      onStep={(by) => onChoose(addMonths(`${month}-01`, by).slice(0, 7))}
    >
      <FilterButton name={t('choose')} value={nameOf(month)}>
        {(close) => (
          <MonthCalendar
            defaultDate={`${month}-01`}
            value={`${month}-01`}
            maxDate={`${thisMonth}-01`}
            onChange={(day) => {
              if (day !== null) onChoose(day.slice(0, 7));
              close();
            }}
          />
        )}
      </FilterButton>
    </Stepper>
  );
};
