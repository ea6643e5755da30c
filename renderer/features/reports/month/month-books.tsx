import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AccountMonth } from '../../../../shared/api/month.ts';
import type { Reconciliation, ReconciliationRow } from '../../../../shared/api/reconciliation.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { monthBooksQuery, terminalsQuery } from '../../../api/queries.ts';
import { Callout } from '../../../kit/callout.tsx';
import { type Column, column, DataTable } from '../../../kit/data-table.tsx';
import { Panel, PanelPart } from '../../../kit/panel.tsx';
import { QueryView } from '../../../kit/query-view.tsx';
import { TextLink } from '../../../kit/text-link.tsx';
import { formatCount } from '../../../lib/count.ts';
import { dayOf } from '../../../lib/zone.ts';

const LINES = ['count', 'amount', 'refunded'] as const;

interface Line {
  name: (typeof LINES)[number];
  here: Book;
  bank: Book;
}

const shown = ({ name }: Line, value: number): string =>
  name === 'count' ? formatCount(value) : formatAmount(value);

/** The sums of the month beside those of the bank's statement, as the reconciliation compares them. */
export const MonthBooks = ({ month }: { month: AccountMonth }) => {
  const { t } = useTranslation('month');
  const query = useQuery(monthBooksQuery(month));
  const day = (at: string): string => dayOf(Date.parse(at), month.time_zone);
  return (
    <Panel
      title={t('books.title')}
      text={t('books.note')}
      actions={
        <TextLink
          size="sm"
          to="/reports/reconciliation"
          search={{ from: day(month.from), to: day(month.to) }}
        >
          {t('books.toReconciliation')}
        </TextLink>
      }
    >
      <QueryView query={query} rows={3}>
        {(answer) => <Compared month={month} answer={answer} />}
      </QueryView>
    </Panel>
  );
};

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
