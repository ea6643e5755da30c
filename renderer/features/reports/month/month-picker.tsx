import { ActionIcon, Group } from '@mantine/core';
import { MonthPicker as MonthCalendar } from '@mantine/dates';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FilterButton } from '../../../kit/filter-button.tsx';
import { addMonths } from '../../../lib/periods.ts';
import { useMonthName } from './use-month-name.ts';

interface MonthPickerProps {
  /** YYYY-MM, as all months here. */
  month: string;
  thisMonth: string;
  onChoose(month: string): void;
}

export const MonthPicker = ({ month, thisMonth, onChoose }: MonthPickerProps) => {
  const { t } = useTranslation('month');
  const nameOf = useMonthName();
  const moved = (count: number): string => addMonths(`${month}-01`, count).slice(0, 7);
  return (
    <Group gap={6}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('previous')}
        title={t('previous')}
        onClick={() => onChoose(moved(-1))}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
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
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('next')}
        title={t('next')}
        disabled={month >= thisMonth}
        onClick={() => onChoose(moved(1))}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
};
