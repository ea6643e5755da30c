import { Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Series } from '../../../../shared/api/series.ts';
import { systemQuery } from '../../../api/queries.ts';
import { FIGURES, figuresOf } from '../../../lib/figures.ts';
import paper from '../../../shop/paper.module.css';
import { useTerminalName } from '../../../shop/terminal-filter.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import type { SalesSearch } from '../search.ts';
import { columnsOf, type Line, lineOf } from './columns.ts';
import { filledRows, type Row, sorted, sortingOf } from './rows.ts';
import { shownFigure } from './sales-figures.tsx';
import classes from './sheet.module.css';
import { type Sales, useHasCash } from './use-sales.ts';
import { useRangeText, useRowName } from './use-words.ts';

interface SalesSheetProps {
  sales: Sales;
  search: SalesSearch;
  now: Series;
  before: Series | undefined;
  rows: readonly Row[];
}

/** The printed report: A4 in landscape, because it has many columns. */
export const SalesSheet = (props: SalesSheetProps) => {
  const { sales, search, now, before } = props;
  const { t } = useTranslation('reports');
  const { data: system } = useQuery(systemQuery);
  const dates = useDates();
  const rangeText = useRangeText();
  const terminalName = useTerminalName(search);
  const { ranges, group } = sales;
  const figures = figuresOf(now.totals);
  const hasCash = useHasCash(search);
  return (
    <section className={paper.a4}>
      <Flex gap="8mm" align="flex-start" justify="space-between" mb="8mm">
        <div>
          <h1>{t(`title.${group}`)}</h1>
          <p>
            {rangeText({ ...ranges, end: before ? ranges.comparedEnd : ranges.end, isCut: false })}
            {before ? `, ${t('against', { range: rangeText(ranges.before) })}` : ''}
          </p>
          <p>
            {[system?.shop_name, terminalName, search.tender && t(`tender.${search.tender}`)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <p>{t('print.madeAt', { moment: dates.moment(Date.now()) })}</p>
      </Flex>
      <div className={classes.figures}>
        {FIGURES.map((name) => (
          <div key={name}>
            <span>{t(`figures.${name === 'net' && hasCash ? 'kept' : name}`)}</span>
            <strong>{shownFigure(name, figures[name])}</strong>
          </div>
        ))}
      </div>
      <Lines {...props} />
    </section>
  );
};

const Lines = ({ sales: { group, ranges }, search, now, before, rows }: SalesSheetProps) => {
  const { t } = useTranslation('reports');
  const rowName = useRowName(group, ranges);
  const hasCash = useHasCash(search);
  const columns = columnsOf(group, before !== undefined);
  const foot: Line = { sums: now.totals, before: before?.totals, quantity: null, whole: now.totals };
  const cells = (line: Line) =>
    columns.map(({ name, of }) => (
      <td key={name} className={paper.number}>
        {of(line)}
      </td>
    ));
  return (
    <table className={`${paper.goods} ${classes.lines}`}>
      <thead>
        <tr>
          <th>{t(`group.${group}`)}</th>
          {columns.map(({ name }) => (
            <th key={name} className={paper.number}>
              {t(`columns.${name === 'net' && hasCash ? 'kept' : name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted(filledRows(rows), sortingOf(search, group), group, rowName).map((row) => (
          <tr key={`${row.key} ${row.isOver}`}>
            <td>{rowName(row)}</td>
            {cells(lineOf(row, now.totals))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th>{t('table.total')}</th>
          {cells(foot)}
        </tr>
      </tfoot>
    </table>
  );
};
