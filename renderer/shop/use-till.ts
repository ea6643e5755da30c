import { useQuery } from '@tanstack/react-query';
import type { DayClosure } from '../../shared/api/closures.ts';
import type { Shift } from '../../shared/api/shifts.ts';
import { read } from '../api/client.ts';
import { currentShiftQuery, tillCashQuery } from '../api/queries.ts';
import { addDays } from '../lib/zone.ts';
import { useShopFacts } from './use-shop-facts.ts';

interface Till {
  /** undefined: not read yet. */
  shift: Shift | null | undefined;
  /** What is in it where one person works alone, minor units; null: it has to be counted; undefined: not read yet. */
  cash: number | null | undefined;
}

/** The till. For who works alone the first cash sale opens the shift, with what was left in the till before. */
export const useTill = (): Till => {
  const isAlone = !useShopFacts().people;
  const shift = useQuery(currentShiftQuery).data?.shift;
  const till = useQuery({ ...tillCashQuery(shift?.id ?? 0), enabled: isAlone && Boolean(shift) }).data;
  const isBetween = isAlone && shift === null;
  const shifts = useQuery({ ...read('shifts/', { page_size: 1 }), enabled: isBetween }).data;
  const last = shifts?.results[0];
  const days = useQuery({ ...read('day-closures/', daysOf(last)), enabled: isBetween && Boolean(last) }).data;
  if (!isAlone || !isBetween) return { shift, cash: isAlone ? till?.expected_cash : null };
  if (shifts && !last) return { shift, cash: null };
  return { shift, cash: last && days && leftBy(last, days.results) };
};

/** The days that a shift may belong to, in the calendar of a shop at most half a day away from UTC. */
const daysOf = (shift: Shift | undefined) =>
  shift && {
    date_from: addDays(shift.opened_at.slice(0, 10), -1),
    date_to: addDays((shift.closed_at ?? shift.opened_at).slice(0, 10), 1),
  };

/** What a shift left in the till: what was counted, less what was taken out when its day was closed. */
const leftBy = ({ closed_at, closing_cash }: Shift, days: readonly DayClosure[]): number | null => {
  if (closed_at === null || closing_cash === null) return null;
  const left = days.flatMap(({ closed_at: at, cash_left, cash_taken }) =>
    cash_left !== null && at >= closed_at && cash_left + (cash_taken ?? 0) === closing_cash ? cash_left : [],
  );
  return Math.min(closing_cash, ...left);
};
