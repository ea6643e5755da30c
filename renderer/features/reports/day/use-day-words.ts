import { useTranslation } from 'react-i18next';
import type { DayClose } from '../../../../shared/api/day-close.ts';
import type { SeriesPoint } from '../../../../shared/api/series.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { formatCount } from '../../../lib/count.ts';
import type { InvoicesSearch } from '../../../lib/invoice-search.ts';
import { systemName } from '../../../lib/invoices.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { listOf } from '../sales/links.ts';
import { type Note, type SectionName, UNPAID } from './sections.ts';

/** The label of a section's line. */
export const usePointName = () => {
  const { t } = useTranslation('reports');
  return (section: SectionName, { key, label }: Pick<SeriesPoint, 'key' | 'label'>): string => {
    if (section === 'payment_system') return key === null ? t('day.unknownSystem') : systemName(key);
    // A terminal is never missing.
    if (key === null) return t(`rows.none.${section === 'terminal' ? 'cash_register' : section}`);
    return label || t('rows.unknown', { key });
  };
};

export const useNoteText = () => {
  const { t } = useTranslation('reports');
  const dates = useDates();
  return (note: Note): { title: string; text: string } => {
    switch (note.kind) {
      case 'goesOn':
        return { title: t('notes.goesOn'), text: t('notes.goesOnText', { time: dates.time(note.madeAt) }) };
      case 'doubt':
        return { title: t('words.requestsInDoubt', { count: note.count }), text: t('notes.doubtText') };
      case 'statement':
        return {
          title:
            note.until === null
              ? t('notes.statementNever')
              : t('notes.statement', { moment: dates.moment(note.until) }),
          text: t('notes.statementText'),
        };
    }
  };
};

export interface Fact {
  name: string;
  value: string;
  /** The list behind the figure, if any. */
  list?: InvoicesSearch | undefined;
}

/** Facts of the day besides its sums. */
export const useDayFacts = (): ((day: DayClose) => Fact[]) => {
  const { t } = useTranslation('reports');
  const dates = useDates();
  const sumText = (count: number, minor: number): string =>
    count === 0
      ? t('day.none')
      : t('day.countAndSum', { count: formatCount(count), sum: formatAmount(minor) });
  return (day) => {
    const range = { start: Date.parse(day.from), end: Date.parse(day.to) };
    const foreign = { ...listOf('paid', range, {}, day.time_zone), created_locally: false };
    const until = day.statement_until;
    return [
      {
        name: t('day.numbers'),
        value:
          day.first_number === null || day.last_number === null
            ? t('day.none')
            : t('day.fromTo', { first: day.first_number, last: day.last_number }),
      },
      { name: t('day.refundCount'), value: formatCount(day.totals.refund_count) },
      {
        name: t('day.foreign'),
        value: sumText(day.foreign.count, day.foreign.gross),
        list: day.foreign.count > 0 ? foreign : undefined,
      },
      ...UNPAID.map(({ name, status }): Fact => {
        const { count, amount } = day[name];
        const list = { status, created_from: day.date, created_to: day.date };
        return { name: t(`day.${name}`), value: sumText(count, amount), list: count > 0 ? list : undefined };
      }),
      { name: t('day.doubts'), value: formatCount(day.attempts_in_doubt) },
      { name: t('day.statement'), value: until === null ? t('day.never') : dates.moment(Date.parse(until)) },
      { name: t('day.madeAt'), value: dates.exact(Date.parse(day.made_at)) },
    ];
  };
};
