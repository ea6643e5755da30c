import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DayClosure } from '../../../../shared/api/closures.ts';
import type { DayClose } from '../../../../shared/api/day-close.ts';
import type { DayFiscal } from '../../../../shared/api/fiscal-checks.ts';
import type { SeriesSums } from '../../../../shared/api/series.ts';
import type { DayCash } from '../../../../shared/api/shifts.ts';
import { currencyCode, formatAmount } from '../../../../shared/money.ts';
import { terminalsQuery } from '../../../api/queries.ts';
import { formatCount } from '../../../lib/count.ts';
import { startOfDay } from '../../../lib/zone.ts';
import type { SheetPart } from '../../../shop/paper-view.tsx';
import { useAccount } from '../../../shop/session/account.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { useTaxNumber } from '../../../shop/use-seller.ts';
import { averageOf } from '../sales/rows.ts';
import { notesOf, SUMS, sectionsOf } from './sections.ts';
import { useDayFacts, useNoteText, usePointName } from './use-day-words.ts';
import { useCashLines, useFiscalLines } from './use-tender-lines.ts';

export interface DayPaper {
  day: DayClose;
  cash: DayCash;
  /** undefined: no terminal issues fiscal receipts, or they are not known. */
  fiscal: DayFiscal | undefined;
  /** undefined: the day is not closed. */
  closure: DayClosure | undefined;
}

const ALL_COLUMNS = ['count', 'gross', 'refunds', 'fee', 'net'] as const;
const OWNERS: ReadonlySet<string> = new Set(['fee', 'net']);

const RULE: SheetPart = { kind: 'rule' };
const factsOf = (lines: readonly { name: string; value: string }[]): SheetPart[] =>
  lines.map(({ name, value }) => ({ kind: 'fact', text: name, value }));

/** The day summary on A4, or on a roll of the receipt printer. */
export const useDayParts = (): ((of: DayPaper, size: 'a4' | 'roll') => SheetPart[]) => {
  const { is_owner: isOwner } = useAccount();
  const { t } = useTranslation('reports');
  const titleOf = useTitle();
  const notes = useNotes();
  const pointName = usePointName();
  const cashLines = useCashLines();
  const dayFacts = useDayFacts();
  const fiscalLines = useFiscalLines();
  // The bank's fee is the owner's business alone.
  const isShown = (name: string): boolean => isOwner || !OWNERS.has(name);

  const fiscalOf = ({ fiscal }: DayPaper): SheetPart[] => {
    if (!fiscal) return [];
    const returns = fiscal.returns.count === 0 ? [] : fiscalLines(fiscal, 'returns');
    const facts = factsOf([...fiscalLines(fiscal, 'sales'), ...returns]);
    return facts.length === 0 ? [] : [RULE, { kind: 'line', text: t('fiscal.title') }, ...facts];
  };
  const tableOf = (of: DayPaper): SheetPart[] => {
    const columns = ALL_COLUMNS.filter(isShown);
    const cells = (sums: SeriesSums) =>
      columns.map((name) => (name === 'count' ? formatCount : formatAmount)(sums[name]));
    return [
      { kind: 'head', cells: ['', ...columns.map((name) => t(`columns.${name}`))] },
      ...sectionsOnPaper(of).flatMap(({ name, points }): SheetPart[] => [
        { kind: 'group', cells: [t(`day.by.${name}`)] },
        ...points.map(
          (point): SheetPart => ({ kind: 'row', cells: [pointName(name, point), ...cells(point)] }),
        ),
      ]),
      { kind: 'foot', cells: [t('words.total'), ...cells(of.day.totals)] },
    ];
  };
  const linesOf = (of: DayPaper): SheetPart[] =>
    sectionsOnPaper(of).flatMap(({ name, points }): SheetPart[] => [
      RULE,
      { kind: 'line', text: t(`day.by.${name}`) },
      ...points.map((point): SheetPart => {
        const sums = { count: formatCount(point.count), refunds: formatAmount(point.refunds) };
        const value = formatAmount(point.gross);
        return { kind: 'item', text: pointName(name, point), note: t('day.rollLine', sums), value };
      }),
    ]);
  const sumsOf = ({ totals }: DayClose): SheetPart[] => [
    ...SUMS.filter(isShown).map((name): SheetPart => {
      const value = formatAmount(totals[name]);
      return { kind: name === 'net' ? 'total' : 'sum', text: t(`columns.${name}`), value };
    }),
    { kind: 'sum', text: t('columns.count'), value: formatCount(totals.count) },
    { kind: 'sum', text: t('figures.average'), value: formatAmount(averageOf(totals)) },
  ];

  return (of, size) => {
    const { day, cash, closure } = of;
    const warning: SheetPart = { kind: 'warning', text: t('day.notFiscalShort') };
    const cashFacts = factsOf(cashLines(day, cash, closure));
    const facts = factsOf(dayFacts(day));
    if (size === 'a4')
      return [
        ...titleOf(of),
        warning,
        ...notes(day),
        ...tableOf(of),
        ...cashFacts,
        ...facts,
        ...fiscalOf(of),
      ];
    return [
      ...[...titleOf(of), RULE, ...sumsOf(day), RULE, { kind: 'line', text: t('cash.title') } as const],
      ...[...cashFacts, ...fiscalOf(of), ...linesOf(of), RULE, ...facts, RULE, ...notes(day), warning],
    ];
  };
};

/** People stand apart from two on, with QR and cash together. */
const sectionsOnPaper = ({ day, cash: { people } }: DayPaper) =>
  sectionsOf({ ...day, by_employee: people }).filter(
    ({ name, points }) => name !== 'employee' || points.length > 1,
  );

/** The shop and its sellers by the bank's data; a shop may have terminals of several. */
const useTitle = () => {
  const { t } = useTranslation('reports');
  const taxText = useTaxNumber();
  const { data: terminals = [] } = useQuery(terminalsQuery);
  const dates = useDates();
  return ({ day, closure }: DayPaper): SheetPart[] => {
    const sold = new Set(day.by_terminal.map(({ key }) => Number(key)));
    const sellers = terminals
      .filter(({ id, merchant_name }) => merchant_name !== '' && (sold.size === 0 || sold.has(id)))
      .map(({ merchant_name, edrpou }) => [merchant_name, taxText(edrpou)].filter(Boolean).join(', '));
    const state = t(day.is_over ? 'day.over' : 'day.goesOn').toLowerCase();
    const lines = [
      ...new Set(sellers),
      `${dates.namedDay(startOfDay(day.date, day.time_zone))}, ${state}`,
      ...(closure
        ? [
            t('day.closed', {
              by: closure.closed_by ?? 'Kramar',
              at: dates.moment(Date.parse(closure.closed_at)),
            }),
          ]
        : []),
    ];
    return [
      { kind: 'name', text: day.shop_name },
      { kind: 'title', text: t('day.title') },
      ...lines.map((text): SheetPart => ({ kind: 'line', text })),
    ];
  };
};

const useNotes = () => {
  const { t } = useTranslation('reports');
  const noteText = useNoteText();
  return (day: DayClose): SheetPart[] => [
    ...notesOf(day).map((note): SheetPart => {
      const { title, text } = noteText(note);
      return { kind: 'text', text: `${title} ${text}` };
    }),
    ...day.other_currencies.map(({ ccy, gross, refunds }): SheetPart => {
      const sums = { received: formatAmount(gross, ccy), refunds: formatAmount(refunds, ccy) };
      const title = t('currency.title', { code: currencyCode(ccy) });
      return { kind: 'text', text: `${title} ${t('currency.text', sums)}` };
    }),
  ];
};
