import { useTranslation } from 'react-i18next';
import type { SeriesGroup } from '../../../../shared/api/series.ts';
import { hourRange } from '../../../lib/dates.ts';
import { startOfDay } from '../../../lib/zone.ts';
import { useDates } from '../../../shop/use-dates.ts';
import type { RangeBefore, SalesRanges } from './ranges.ts';
import type { Row } from './rows.ts';

/** The label of a report's row. */
export const useRowName = (
  group: SeriesGroup,
  { days: { from, to } }: Pick<SalesRanges, 'days'>,
): ((row: Pick<Row, 'key' | 'label' | 'isOver'>) => string) => {
  const { t } = useTranslation('reports');
  const dates = useDates();
  return ({ key, label, isOver }) => {
    switch (group) {
      case 'hour':
        return hourRange(Number(key));
      case 'weekday':
        return dates.weekdayName(Number(key));
      case 'day': {
        const start = startOfDay(String(key), dates.timeZone);
        const isOneYear = !isOver && from.slice(0, 4) === to.slice(0, 4);
        const day = isOneYear ? dates.namedShortDay(start) : dates.namedDay(start);
        return isOver ? t('rows.over', { day }) : day;
      }
      case 'tender':
        return t(`tender.${key === 'cash' ? 'cash' : 'qr'}`);
      default:
        return key === null ? t(`rows.none.${group}`) : label || t('rows.unknown', { key });
    }
  };
};

/** `1–21 жовтня 2026 р., до 15:10` */
export const useRangeText = () => {
  const { t } = useTranslation('reports');
  const dates = useDates();
  return ({ start, end, isCut }: Omit<RangeBefore, 'days'>): string => {
    const range = dates.range(start, end);
    return isCut ? t('until', { range, time: dates.time(end) }) : range;
  };
};
