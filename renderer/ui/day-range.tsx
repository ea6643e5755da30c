import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import type { Days } from '../lib/periods.ts';
import { useCalendar } from './use-calendar.ts';

interface DayRangeProps {
  /** The chosen days; null where the filter is not a whole day. */
  from: string | null;
  to: string | null;
  onChoose(days: Days): void;
}

/** Picks two days; clicking one day twice picks that day. */
export const DayRange = ({ from, to, onChoose }: DayRangeProps) => {
  const { today, calendar } = useCalendar();
  const [picked, setPicked] = useState<[string | null, string | null]>([from, to]);
  return (
    <DatePicker
      {...calendar}
      type="range"
      allowSingleDateInRange
      defaultDate={picked[0] ?? today}
      value={picked}
      onChange={([first, last]) => {
        setPicked([first, last]);
        if (first !== null && last !== null) onChoose({ from: first, to: last });
      }}
    />
  );
};
