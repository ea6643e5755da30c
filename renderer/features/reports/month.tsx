import { Badge, Group, Select, Stack, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AccountMonth } from '../../../shared/api/month.ts';
import type { Reconciliation, ReconciliationRow } from '../../../shared/api/reconciliation.ts';
import { currencyCode, formatAmount } from '../../../shared/money.ts';
import { monthBooksQuery, terminalsQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Callout } from '../../kit/callout.tsx';
import { type Column, column, DataTable } from '../../kit/data-table.tsx';
import { Facts, Panel, PanelPart } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { formatCount } from '../../lib/count.ts';
import { dayOf } from '../../lib/zone.ts';
import { useIsWorking } from '../../shop/tasks/background-work.tsx';
import { startDownload } from '../../shop/tasks/table-export.ts';
import { useTaxNumber } from '../../shop/use-seller.ts';
import type { MonthSearch } from './search.ts';
import { useMonthName } from './use-month-names.ts';

/** What the archive of a month holds, beside the bank's statement. */
export const MonthView = ({ data }: { data: AccountMonth }) => {
  const { t } = useTranslation('month');
  const nameOf = useMonthName();
  const query = useQuery(monthBooksQuery(data));
  const day = (at: string): string => dayOf(Date.parse(at), data.time_zone);
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Title order={2} size="h4">
          {nameOf(data.month)}
        </Title>
        <Badge variant="light" color={data.is_over ? 'gray' : 'ink'}>
          {t(data.is_over ? 'over' : 'goesOn')}
        </Badge>
      </Group>
      {data.currencies.map((currency) => (
        <MonthFacts key={currency.ccy} currency={currency} isAlone={data.currencies.length === 1} />
      ))}
      {data.cash && data.cash.sale_count + data.cash.refund_count > 0 ? <CashFacts cash={data.cash} /> : null}
      {/* The sums of the month beside those of the bank's statement, as the reconciliation compares them. */}
      <Panel
        title={t('books.title')}
        text={t('books.note')}
        actions={
          <TextLink
            size="sm"
            to="/reports/reconciliation"
            search={{ from: day(data.from), to: day(data.to) }}
          >
            {t('books.toReconciliation')}
          </TextLink>
        }
      >
        <QueryView query={query} rows={3}>
          {(answer) => <Compared month={data} answer={answer} />}
        </QueryView>
      </Panel>
      <Hint>{t('contents')}</Hint>
    </Stack>
  );
};

interface SellerChoiceProps {
  sellers: AccountMonth['sellers'];
  value: string | undefined;
  onChange(taxNumber: string | undefined): void;
}

/** A shop of one seller has nothing to choose. */
export const SellerChoice = ({ sellers, value, onChange }: SellerChoiceProps) => {
  const { t } = useTranslation('month');
  const taxNumber = useTaxNumber();
  if (sellers.length < 2 && value === undefined) return null;
  return (
    <Select
      aria-label={t('seller')}
      w={280}
      clearable
      placeholder={t('allSellers')}
      value={value ?? null}
      data={sellers.map((each) => ({
        value: each.tax_number,
        label: `${each.merchant_name}, ${taxNumber(each.tax_number)}`,
      }))}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
};

const WORK = 'month-export';

/** The archive for the accountant. */
export const MonthDownload = ({ params, isReady }: { params: MonthSearch; isReady: boolean }) => {
  const { t } = useTranslation('month');
  const isWorking = useIsWorking(WORK);
  return (
    <Act
      tone="main"
      icon={IconDownload}
      disabled={!isReady}
      loading={isWorking}
      onClick={() => startDownload({ work: WORK, title: t('title'), path: 'stats/month/export/', params })}
      text={t('download')}
    />
  );
};

interface MonthFactsProps {
  currency: AccountMonth['currencies'][number];
  /** Of one currency its name need not be said. */
  isAlone: boolean;
}

/** What moved in the month in one currency: the sums of the archive. */
const MonthFacts = ({ currency: { ccy, totals }, isAlone }: MonthFactsProps) => {
  const { t } = useTranslation('month');
  const { t: reports } = useTranslation('reports');
  const shown = (minor: number): string => formatAmount(minor, ccy);
  return (
    <Panel title={isAlone ? t('sums') : t('sumsOf', { currency: currencyCode(ccy) })} text={t('rule')}>
      <PanelPart>
        <Facts
          facts={[
            { name: reports('columns.count'), value: formatCount(totals.count) },
            { name: reports('columns.gross'), value: shown(totals.gross) },
            { name: reports('columns.refund_count'), value: formatCount(totals.refund_count) },
            { name: reports('columns.refunds'), value: shown(totals.refunds) },
            { name: reports('columns.fee'), value: shown(totals.fee) },
            { name: reports('columns.net'), value: shown(totals.net) },
          ]}
        />
      </PanelPart>
    </Panel>
  );
};

/** The cash of the month, beside what the bank pays out. */
const CashFacts = ({ cash }: { cash: NonNullable<AccountMonth['cash']> }) => {
  const { t } = useTranslation('month');
  const { t: reports } = useTranslation('reports');
  return (
    <Panel title={reports('tender.cash')} text={t('cash')}>
      <PanelPart>
        <Facts
          facts={[
            { name: reports('columns.count'), value: formatCount(cash.sale_count) },
            { name: reports('columns.gross'), value: formatAmount(cash.sales) },
            { name: reports('columns.refund_count'), value: formatCount(cash.refund_count) },
            { name: reports('columns.refunds'), value: formatAmount(cash.refunds) },
            { name: reports('cash.rounding'), value: formatAmount(cash.rounding) },
          ]}
        />
      </PanelPart>
    </Panel>
  );
};

const LINES = ['count', 'amount', 'refunded'] as const;

interface Line {
  name: (typeof LINES)[number];
  here: Book;
  bank: Book;
}

const shown = ({ name }: Line, value: number): string =>
  name === 'count' ? formatCount(value) : formatAmount(value);

const Compared = ({ month, answer }: { month: AccountMonth; answer: Reconciliation }) => {
  const { t } = useTranslation('month');
  const { data: terminals = [] } = useQuery(terminalsQuery);
  const own =
    month.tax_number === null
      ? undefined
      : new Set(terminals.filter(({ edrpou }) => edrpou === month.tax_number).map(({ id }) => id));
  const { bank, differences, unasked } = comparedMonth(answer, own);
  const here = bookHere(month);
  const columns: Column<Line>[] = [
    column('name', '', ({ name }) => t(`books.${name}`), { isRowHead: true }),
    column('here', 'Kramar', (line) => shown(line, line.here[line.name]), { isNumber: true }),
    {
      name: 'bank',
      title: t('books.bank'),
      isNumber: true,
      cell: (line) => shown(line, line.bank[line.name]),
    },
    {
      name: 'difference',
      title: t('books.difference'),
      isNumber: true,
      cell: (line) => shown(line, line.bank[line.name] - line.here[line.name]),
    },
  ];
  const isEqual = differences === 0 && LINES.every((name) => here[name] === bank[name]);
  const differs = differences === 0 ? t('books.sumsDiffer') : t('books.differs', { count: differences });
  const outcome = isEqual ? t('books.same') : differs;
  return (
    <>
      <DataTable
        isPlain
        isStacked
        isHighlighted={false}
        label={t('books.title')}
        rows={LINES.map((name) => ({ name, here, bank }))}
        columns={columns}
        keyOf={({ name }) => name}
      />
      <PanelPart>
        {unasked.length > 0 ? (
          <Callout tone="working" icon={<IconAlertTriangle />} title={t('books.unasked')}>
            {unasked.join(', ')}
          </Callout>
        ) : (
          <Callout
            tone={isEqual ? 'paid' : 'working'}
            icon={isEqual ? <IconCheck /> : <IconAlertTriangle />}
            title={outcome}
          />
        )}
      </PanelPart>
    </>
  );
};

/** The month here beside the bank's statement: pure. */

interface Book {
  count: number;
  amount: number;
  refunded: number;
}

interface ComparedMonth {
  bank: Book;
  differences: number;
  /** Terminals whose statement could not be requested. */
  unasked: string[];
}

const isPaidThere = ({ bank }: ReconciliationRow): boolean => bank?.status === 'success';

/** @param terminals ids of one seller; undefined: all */
const comparedMonth = (answer: Reconciliation, terminals: ReadonlySet<number> | undefined): ComparedMonth => {
  const isOwn = (terminal: number | null): boolean =>
    terminals === undefined || (terminal !== null && terminals.has(terminal));
  const rows = answer.results.filter(({ terminal }) => isOwn(terminal));
  const bank = rows.filter(isPaidThere).flatMap((row) => (row.bank ? [row.bank] : []));
  return {
    bank: {
      count: bank.length,
      amount: bank.reduce((sum, { amount }) => sum + amount, 0),
      refunded: bank.reduce((sum, { refunded }) => sum + refunded, 0),
    },
    differences: rows.filter(({ difference }) => difference !== null).length,
    unasked: answer.terminals
      .filter(({ asked, terminal }) => !asked && isOwn(terminal))
      .map(({ name }) => name),
  };
};

/** Of all currencies, as the statement is compared. */
const bookHere = ({ currencies }: AccountMonth): Book => ({
  count: currencies.reduce((sum, { totals }) => sum + totals.count, 0),
  amount: currencies.reduce((sum, { totals }) => sum + totals.gross, 0),
  refunded: currencies.reduce((sum, { refunded_of_payments }) => sum + refunded_of_payments, 0),
});
