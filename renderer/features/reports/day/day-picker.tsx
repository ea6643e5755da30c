import { ActionIcon, Group } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Act } from '../../../kit/act.tsx';
import { FilterButton } from '../../../kit/filter-button.tsx';
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
    <Group gap={6}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('day.previous')}
        title={t('day.previous')}
        onClick={() => onChoose(addDays(date, -1))}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
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
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('day.next')}
        title={t('day.next')}
        disabled={next > today}
        onClick={() => onChoose(next)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      {date === today ? null : (
        <Act tone="quiet" px="xs" onClick={() => onChoose(today)} text={common('period.today')} />
      )}
    </Group>
  );
};
