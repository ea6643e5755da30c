import { Badge, Box, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DayClose } from '../../../../shared/api/day-close.ts';
import type { DayFiscal } from '../../../../shared/api/fiscal-checks.ts';
import type { SeriesPoint, SeriesSums } from '../../../../shared/api/series.ts';
import type { DayCash } from '../../../../shared/api/shifts.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { Hint } from '../../../kit/act.tsx';
import { Callout, Strip } from '../../../kit/callout.tsx';
import { type Column, column, DataTable } from '../../../kit/data-table.tsx';
import { Facts, Panel, PanelPart } from '../../../kit/panel.tsx';
import { TextLink } from '../../../kit/text-link.tsx';
import { formatCount } from '../../../lib/count.ts';
import { FIGURES, figuresOf } from '../../../lib/figures.ts';
import { startOfDay } from '../../../lib/zone.ts';
import { Figure, FiguresCard } from '../../../shop/figures.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import { OtherCurrencies } from '../other-currencies.tsx';
import { listOf, listOfPoint } from '../sales/links.ts';
import classes from '../sales/sales.module.css';
import { shownFigure } from '../sales/sales-figures.tsx';
import own from './day-view.module.css';
import { notesOf, type SectionName, sectionsOf } from './sections.ts';
import { useDayFacts, useNoteText, usePointName } from './use-day-words.ts';
import { useCashLines, useFiscalLines } from './use-tender-lines.ts';

interface DayViewProps {
  day: DayClose;
  cash: DayCash;
  /** undefined: no terminal issues fiscal receipts, or they are not loaded. */
  fiscal: DayFiscal | undefined;
}

/** The day on the screen; every sum links to its list. */
export const DayView = ({ day, cash, fiscal }: DayViewProps) => {
  const { t } = useTranslation('reports');
  const dates = useDates();
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Title order={2} size="h4">
          {dates.longDay(startOfDay(day.date, day.time_zone))}
        </Title>
        <Badge variant="light" color={day.is_over ? 'gray' : 'ink'}>
          {t(day.is_over ? 'day.over' : 'day.goesOn')}
        </Badge>
      </Group>
      <Notes day={day} />
      <DayFigures day={day} hasCash={cash.sale_count + cash.refund_count > 0} />
      <OtherCurrencies sums={day.other_currencies} />
      <CardsAndCash day={day} cash={cash} />
      {fiscal ? <MoneyAndChecks fiscal={fiscal} /> : null}
      <DaySections day={day} />
      <DayFacts day={day} />
      <Hint>{t('day.notFiscal')}</Hint>
    </Stack>
  );
};

/** Notes on how final the sums below are. */
const Notes = ({ day }: { day: DayClose }) => {
  const noteText = useNoteText();
  const notes = notesOf(day);
  if (notes.length === 0) return null;
  return (
    <Box bdrs="md" style={{ overflow: 'hidden' }}>
      {notes.map((note) => {
        const { title, text } = noteText(note);
        return (
          <Strip key={note.kind} tone={note.kind === 'goesOn' ? 'waiting' : 'working'} title={title}>
            {text}
          </Strip>
        );
      })}
    </Box>
  );
};

/** In a day with cash the takings are those of QR: both stand below. */
const DayFigures = ({ day, hasCash }: { day: DayClose; hasCash: boolean }) => {
  const { t } = useTranslation('reports');
  const figures = figuresOf(day.totals);
  const range = { start: Date.parse(day.from), end: Date.parse(day.to) };
  return (
    <FiguresCard title={t('day.figures')}>
      {FIGURES.map((name) => (
        <Figure
          key={name}
          name={name}
          label={hasCash && name === 'gross' ? t('cash.cards') : t(`figures.${name}`)}
          value={shownFigure(name, figures[name])}
          change={undefined}
          against=""
          link={{
            to: '/invoices',
            search: listOf(name === 'refunds' ? 'refunded' : 'paid', range, { tender: 'qr' }, day.time_zone),
          }}
        />
      ))}
    </FiguresCard>
  );
};

const DayFacts = ({ day }: { day: DayClose }) => {
  const facts = useDayFacts()(day).map(({ name, value, list }) => ({
    name,
    value: list ? (
      <TextLink inherit to="/invoices" search={list}>
        {value}
      </TextLink>
    ) : (
      value
    ),
  }));
  return (
    <Box className="card" p="md">
      <Facts facts={facts} />
    </Box>
  );
};

/** Payments and refunds of the day beside their fiscal receipts. */
const MoneyAndChecks = ({ fiscal }: { fiscal: DayFiscal }) => {
  const { t } = useTranslation('reports');
  const missing = fiscal.sales.missing + fiscal.returns.missing;
  const lines = useFiscalLines();
  return (
    <Panel title={t('fiscal.title')} text={t('fiscal.note')}>
      {missing === 0 ? null : (
        <PanelPart>
          <Callout tone="working" role="status" p="xs">
            {t('fiscal.toDo')}
          </Callout>
        </PanelPart>
      )}
      <PanelPart>
        <Facts facts={lines(fiscal, 'sales')} />
      </PanelPart>
      {fiscal.returns.count === 0 ? null : (
        <PanelPart>
          <Facts facts={lines(fiscal, 'returns')} />
        </PanelPart>
      )}
    </Panel>
  );
};

/** The cards and the cash of a day apart, with its shifts. */
const CardsAndCash = ({ day, cash }: { day: DayClose; cash: DayCash }) => {
  const { t } = useTranslation('reports');
  const lines = useCashLines()(day, cash);
  return (
    <Panel
      title={t('cash.title')}
      text={t('cash.note')}
      actions={
        <TextLink size="sm" to="/shift">
          {t('cash.toShift')}
        </TextLink>
      }
    >
      <PanelPart>
        <Facts facts={lines.filter(({ isShift }) => !isShift)} />
      </PanelPart>
      {lines.map(({ name, value, isShift }) =>
        isShift ? (
          <PanelPart key={name}>
            <Text size="sm" className="figures">
              <strong>{name}.</strong> {value}
            </Text>
          </PanelPart>
        ) : null,
      )}
    </Panel>
  );
};

/** A line of a section; without `section`, the whole day. */
interface DayLine {
  section?: SectionName;
  point: SeriesPoint | SeriesSums;
}
type SectionLine = Required<DayLine> & { point: SeriesPoint };

/** The sums with the list behind each; `isMain`: the keyboard reaches it, the other of its list is for the mouse. */
const SUMS = [
  { name: 'count', format: formatCount, list: 'paid', isMain: false },
  { name: 'gross', format: formatAmount, list: 'paid', isMain: true },
  { name: 'refund_count', format: formatCount, list: 'refunded', isMain: false },
  { name: 'refunds', format: formatAmount, list: 'refunded', isMain: true },
  { name: 'fee', format: formatAmount, list: 'paid', isMain: false },
  { name: 'net', format: formatAmount, list: undefined, isMain: false },
] as const;

/** One table, so that the columns of all sections align. */
const DaySections = ({ day }: { day: DayClose }) => {
  const { t } = useTranslation('reports');
  const pointName = usePointName();
  const columns: Column<SectionLine>[] = [
    column('name', '', ({ section, point }) => pointName(section, point), {
      isRowHead: true,
      className: classes.name,
      foot: t('words.total'),
    }),
    ...SUMS.map(
      (sum): Column<SectionLine> =>
        column(sum.name, t(`columns.${sum.name}`), (line) => <DaySum day={day} line={line} sum={sum} />, {
          isNumber: true,
          isMain: sum.name === 'gross',
          foot: <DaySum day={day} line={{ point: day.totals }} sum={sum} />,
        }),
    ),
  ];
  return (
    <Box className="card" style={{ overflowX: 'auto' }}>
      <DataTable
        isPlain
        isStacked
        label={t('day.sections')}
        className={classes.table}
        rows={sectionsOf(day).flatMap(({ name, points }) =>
          points.map((point): SectionLine => ({ section: name, point })),
        )}
        columns={columns}
        keyOf={({ section, point }) => `${section} ${point.key}`}
        grouping={{
          keyOf: ({ section }) => section,
          title: ({ section }) => t(`day.by.${section}`),
          className: own.section,
        }}
      />
    </Box>
  );
};

interface DaySumProps {
  day: DayClose;
  line: DayLine;
  sum: (typeof SUMS)[number];
}

const DaySum = ({ day, line, sum: { name, format, list, isMain } }: DaySumProps) => {
  const { point } = line;
  const text = format(point[name]);
  const isEmpty = (list === 'refunded' ? point.refund_count : point.count) === 0;
  if (list === undefined || isEmpty) return text;
  return (
    <Link
      to="/invoices"
      search={searchOf(day, line, list)}
      className={classes.sum}
      data-sum={name}
      preload={false}
      tabIndex={isMain ? 0 : -1}
    >
      {text}
    </Link>
  );
};

const searchOf = (day: DayClose, { section, point }: DayLine, list: 'paid' | 'refunded') => {
  const range = { start: Date.parse(day.from), end: Date.parse(day.to) };
  if (section === undefined || !('key' in point)) return listOf(list, range, { tender: 'qr' }, day.time_zone);
  const days = { from: day.date, to: day.date };
  return listOfPoint(
    list,
    { group: section, key: point.key },
    { ...range, days },
    { tender: 'qr' },
    day.time_zone,
  );
};
