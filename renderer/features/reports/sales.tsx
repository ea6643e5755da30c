import { Box, Group, SegmentedControl, Stack, Switch, Title } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Series, TENDERS } from '../../../shared/api/series.ts';
import { systemQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { FilterButton } from '../../kit/filter-button.tsx';
import { EmptyState, QueryView } from '../../kit/query-view.tsx';
import { FIGURES, figuresOf } from '../../lib/figures.ts';
import { PERIODS } from '../../lib/periods.ts';
import type { SheetPart } from '../../shop/paper-view.tsx';
import { PeriodPicker, useDaysText } from '../../shop/period-picker.tsx';
import { ExportMenu } from '../../shop/tasks/export-menu.tsx';
import { Print } from '../../shop/tasks/print-menu.tsx';
import { TerminalFilter, useTerminalName } from '../../shop/terminal-filter.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { useShopFacts } from '../../shop/use-shop-facts.ts';
import { OtherCurrencies } from './other-currencies.tsx';
import { Chart, GroupChoice } from './sales/chart.tsx';
import { columnsOf, type Line, lineOf } from './sales/columns.ts';
import type { SalesRanges } from './sales/ranges.ts';
import { filledRows, type Row, rowsOf, sorted, sortingOf } from './sales/rows.ts';
import { SalesFigures, shownFigure } from './sales/sales-figures.tsx';
import { SalesTable } from './sales/sales-table.tsx';
import { Summary } from './sales/summary.tsx';
import {
  type Sales as SalesState,
  seriesParams,
  useHasCash,
  useSales,
  useSalesSearch,
} from './sales/use-sales.ts';
import { useRangeText, useRowName } from './sales/use-words.ts';
import type { SalesSearch } from './search.ts';

/** The takings of a period by group, compared with the previous period. */
export const Sales = () => {
  const [search, setSearch] = useSalesSearch();
  const sales = useSales(search);
  const { t } = useTranslation('reports');
  const rangeText = useRangeText();
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Toolbar search={search} ranges={sales.ranges} onChange={setSearch} />
        <Actions sales={sales} search={search} />
      </Group>
      <Group gap="xs" align="baseline">
        <Title order={2} size="h4">
          {rangeText({
            ...sales.ranges,
            end: search.alone ? sales.ranges.end : sales.ranges.comparedEnd,
            isCut: false,
          })}
        </Title>
        {search.alone ? null : <Hint>{t('against', { range: rangeText(sales.ranges.before) })}</Hint>}
      </Group>
      <Summary sales={sales} search={search} />
      <SalesFigures sales={sales} search={search} />
      <OtherCurrencies sums={sales.now.data?.other_currencies ?? []} />
      <Points sales={sales} search={search} onChange={setSearch} />
    </Stack>
  );
};

interface PartProps {
  sales: SalesState;
  search: SalesSearch;
}

/** Data of another group is ignored while the new one loads. */
const pointsOf = (data: Series | undefined, { group }: SalesState): Series | undefined =>
  data?.group_by === group ? data : undefined;

const rowsFor = ({ sales, search }: PartProps, now: Series) => {
  const before = search.alone ? undefined : pointsOf(sales.before.data, sales);
  return { rows: rowsOf(now, before, sales.ranges, sales.today), before };
};

const Actions = (props: PartProps) => {
  const { t } = useTranslation('reports');
  const { sales, search } = props;
  const { group, ranges } = sales;
  const now = pointsOf(sales.now.data, sales);
  const partsOf = useSalesParts(sales, search);
  return (
    <Group gap="xs">
      <ExportMenu
        table={{
          work: 'sales-export',
          title: t(`title.${group}`),
          path: 'stats/series/export/',
          params: { group_by: group, ...seriesParams(ranges, search) },
        }}
        what={undefined}
      />
      <Print
        papers={['a4-wide']}
        fileName={`kramar-sales-${group}-${ranges.days.from}-${ranges.days.to}`}
        isReady={now !== undefined && !sales.now.isPlaceholderData}
        partsOf={() => (now ? partsOf({ now, ...rowsFor(props, now) }) : [])}
      />
    </Group>
  );
};

interface PointsProps extends PartProps {
  onChange(next: SalesSearch, options?: { replace?: boolean }): void;
}

const Points = (props: PointsProps) => {
  const { sales, search, onChange } = props;
  const { group } = sales;
  return (
    <div className="card">
      <Box p="md">
        <GroupChoice
          group={group}
          onChange={(next) => onChange({ ...search, group: next, sort: undefined }, { replace: true })}
        />
        <Content {...props} />
      </Box>
    </div>
  );
};

const Content = (props: PointsProps) => {
  const { sales, search, onChange } = props;
  return (
    <QueryView query={{ ...sales.now, data: pointsOf(sales.now.data, sales) }} rows={9}>
      {(now) => {
        const { rows, before } = rowsFor(props, now);
        if (rows.every(({ sums, before: then }) => sums.count + sums.refund_count === 0 && !then?.gross))
          return <Nothing search={search} onChange={onChange} />;
        return (
          <>
            <Chart group={sales.group} rows={rows} isCompared={before !== undefined} ranges={sales.ranges} />
            <SalesTable
              sales={sales}
              rows={rows}
              totals={now.totals}
              totalsBefore={before?.totals}
              search={search}
              onChange={onChange}
            />
          </>
        );
      }}
    </QueryView>
  );
};

const Nothing = ({ search, onChange }: Pick<PointsProps, 'search' | 'onChange'>) => {
  const { t } = useTranslation('reports');
  return (
    <EmptyState
      icon={IconChartBar}
      title={t('empty.title')}
      action={
        search.period === 'this_year' ? null : (
          <Act
            onClick={() => onChange({ ...search, from: undefined, to: undefined, period: 'this_year' })}
            text={t('empty.action')}
          />
        )
      }
    >
      {t('empty.text')}
    </EmptyState>
  );
};

interface ToolbarProps {
  search: SalesSearch;
  ranges: SalesRanges;
  onChange(next: SalesSearch): void;
}

const Toolbar = ({ search, ranges, onChange }: ToolbarProps) => {
  const { t } = useTranslation('reports');
  const daysText = useDaysText();
  const { days, period } = ranges;
  const choose = (changes: Pick<SalesSearch, 'period' | 'from' | 'to'>): void =>
    onChange({ ...search, period: undefined, from: undefined, to: undefined, ...changes });
  return (
    <search aria-label={t('filters.label')}>
      <Group gap={6}>
        <FilterButton name={t('words.period')} value={period ? t(`period.${period}`) : daysText(days)}>
          {(close) => (
            <PeriodPicker
              presets={PERIODS.map((name) => ({ name, label: t(`period.${name}`) }))}
              chosen={period}
              onPreset={(name) => {
                choose({ period: name });
                close();
              }}
              {...days}
              onDays={(chosen) => {
                choose(chosen);
                close();
              }}
            />
          )}
        </FilterButton>
        <TenderChoice search={search} onChange={onChange} />
        <TerminalFilter selection={search} onChange={(selection) => onChange({ ...search, ...selection })} />
        <Switch
          ml="xs"
          label={t('filters.compare')}
          checked={search.alone === undefined}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...search, alone: checked ? undefined : true })
          }
        />
      </Group>
    </search>
  );
};

/** Only in a shop that takes cash. */
const TenderChoice = ({ search, onChange }: Pick<ToolbarProps, 'search' | 'onChange'>) => {
  const { t } = useTranslation('reports');
  const { cash } = useShopFacts();
  if (!cash && search.tender === undefined) return null;
  return (
    <SegmentedControl
      aria-label={t('group.tender')}
      value={search.tender ?? 'all'}
      onChange={(value) => onChange({ ...search, tender: TENDERS.find((each) => each === value) })}
      data={(['all', ...TENDERS] as const).map((value) => ({ value, label: t(`tender.${value}`) }))}
    />
  );
};

/** The printed report: A4 in landscape, because it has many columns. */
const useSalesParts = (
  { group, ranges }: SalesState,
  search: SalesSearch,
): ((of: { now: Series; before: Series | undefined; rows: readonly Row[] }) => SheetPart[]) => {
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
