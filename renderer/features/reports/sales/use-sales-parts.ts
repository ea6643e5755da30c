import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Series } from '../../../../shared/api/series.ts';
import { systemQuery } from '../../../api/queries.ts';
import { FIGURES, figuresOf } from '../../../lib/figures.ts';
import type { SheetPart } from '../../../shop/paper-view.tsx';
import { useTerminalName } from '../../../shop/terminal-filter.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import type { SalesSearch } from '../search.ts';
import { columnsOf, type Line, lineOf } from './columns.ts';
import { filledRows, type Row, sorted, sortingOf } from './rows.ts';
import { shownFigure } from './sales-figures.tsx';
import { type Sales, useHasCash } from './use-sales.ts';
import { useRangeText, useRowName } from './use-words.ts';

interface SalesPaper {
  now: Series;
  before: Series | undefined;
  rows: readonly Row[];
}

/** The printed report: A4 in landscape, because it has many columns. */
export const useSalesParts = (
  { group, ranges }: Sales,
  search: SalesSearch,
): ((of: SalesPaper) => SheetPart[]) => {
  const { t } = useTranslation('reports');
  const { data: system } = useQuery(systemQuery);
  const dates = useDates();
  const rangeText = useRangeText();
  const terminalName = useTerminalName(search);
  const rowName = useRowName(group, ranges);
  const hasCash = useHasCash(search);
  const named = <Name extends string>(name: Name) => (name === 'net' && hasCash ? 'kept' : name);
  return ({ now, before, rows }) => {
    const figures = figuresOf(now.totals);
    const columns = columnsOf(group, before !== undefined);
    const cells = (line: Line) => columns.map(({ of }) => of(line));
    const foot: Line = { sums: now.totals, before: before?.totals, quantity: null, whole: now.totals };
    const range = rangeText({ ...ranges, end: before ? ranges.comparedEnd : ranges.end, isCut: false });
    const lines = [
      before ? `${range}, ${t('against', { range: rangeText(ranges.before) })}` : range,
      [system?.shop_name, terminalName, search.tender && t(`tender.${search.tender}`)]
        .filter(Boolean)
        .join(' · '),
      t('print.madeAt', { moment: dates.moment(Date.now()) }),
    ];
    return [
      { kind: 'title', text: t(`title.${group}`) },
      ...lines.map((text): SheetPart => ({ kind: 'line', text })),
      ...FIGURES.map((name): SheetPart => {
        const value = shownFigure(name, figures[name]);
        return { kind: 'figure', text: t(`figures.${named(name)}`), value };
      }),
      {
        kind: 'head',
        cells: [t(`group.${group}`), ...columns.map(({ name }) => t(`columns.${named(name)}`))],
      },
      ...sorted(filledRows(rows), sortingOf(search, group), group, rowName).map(
        (row): SheetPart => ({ kind: 'row', cells: [rowName(row), ...cells(lineOf(row, now.totals))] }),
      ),
      { kind: 'foot', cells: [t('words.total'), ...cells(foot)] },
    ];
  };
};
