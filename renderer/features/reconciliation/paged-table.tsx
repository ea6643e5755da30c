import { Box, Button, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconciliationRow } from '../../../shared/api/reconciliation.ts';
import { formatAmount } from '../../../shared/money.ts';
import { Fault, Hint } from '../../kit/act.tsx';
import { type Column, column, DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { Pager } from '../../kit/pager.tsx';
import { FailureText } from '../../kit/use-failure-text.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { usePermission } from '../../shop/session/account.ts';
import { useDates } from '../../shop/use-dates.ts';
import classes from './reconciliation.module.css';
import { useReconciliation } from './reconciliation-store.ts';
import { useDifferenceText } from './use-difference-text.ts';
import type { Line, View } from './view.ts';
import { useSteps } from './work.ts';

/** The three books side by side, one row per payment. */
export const PagedTable = ({ lines, view, label }: { lines: readonly Line[]; view: View; label: string }) => {
  const { pageSize } = usePreferences();
  const [wanted, setPage] = useState(1);
  const page = Math.min(wanted, Math.max(1, Math.ceil(lines.length / pageSize)));
  return (
    <div className={`card ${classes.table}`}>
      <DataTable
        label={label}
        className={classes.rows}
        rows={lines.slice((page - 1) * pageSize, page * pageSize)}
        columns={useLineColumns(view)}
        keyOf={({ key }) => key}
        attributesOf={attributesOf}
      />
      {lines.length > 25 ? (
        <Pager count={lines.length} page={page} pageSize={pageSize} onPage={setPage} />
      ) : null}
    </div>
  );
};

const attributesOf = ({ isSettled }: Line) => (isSettled ? { 'data-settled': true as const } : {});

/** Columns of the three books, one row per payment. */
const useLineColumns = (view: View): Column<Line>[] => {
  const { t } = useTranslation('reconciliation');
  return useMemo(() => {
    const { terminals, till } = view.answer;
    const hasStatement = ({ terminal }: ReconciliationRow): boolean =>
      terminal === null || terminals.some((each) => each.terminal === terminal && each.asked);
    const side = (name: 'here' | 'bank' | 'till', cell: Column<Line>['cell']): Column<Line> =>
      column(name, t(`books.${name}`), cell, { isNumber: true, cellClassName: classes.side });
    return [
      {
        name: 'payment',
        title: t('words.payment'),
        isRowHead: true,
        cellClassName: classes.payment,
        // Names the terminal only if there are several.
        cell: ({ row }) => (
          <Payment row={row} terminal={terminals.length > 1 ? nameOf(view, row) : undefined} />
        ),
      },
      side('here', ({ row }) => <Here row={row} />),
      side('bank', ({ row }) => <Bank row={row} hasStatement={hasStatement(row)} />),
      ...(till === null ? [] : [side('till', ({ row }) => <Till row={row} />)]),
      column('difference', t('table.difference'), (line) => <NextStep line={line} />, {
        cellClassName: classes.what,
      }),
    ];
  }, [t, view]);
};

const nameOf = (view: View, { terminal }: ReconciliationRow): string | undefined =>
  view.answer.terminals.find((each) => each.terminal === terminal)?.name;

const Payment = ({ row, terminal }: { row: ReconciliationRow; terminal: string | undefined }) => {
  const { t } = useTranslation('reconciliation');
  const dates = useDates();
  const at = row.bank?.at ?? row.here?.at;
  const facts = [at === undefined ? undefined : dates.short(Date.parse(at)), terminal].filter(
    (part) => part !== undefined,
  );
  return (
    <>
      <Box className="breaks" maw="14rem" fw={550}>
        {row.reference || t('table.noReference')}
      </Box>
      <Hint size="xs" fw={400}>
        {facts.join(' · ')}
      </Hint>
    </>
  );
};

const Missing = ({ children }: { children: string }) => (
  <Text span inherit c="dimmed">
    <span aria-hidden>—</span>
    <VisuallyHidden>{children}</VisuallyHidden>
  </Text>
);

interface SideProps {
  /** Minor units. */
  amount: number;
  refunded: number;
  ccy: number;
  children?: ReactNode;
}

const Side = ({ amount, refunded, ccy, children }: SideProps) => {
  const { t } = useTranslation('reconciliation');
  return (
    <>
      <Text inherit fw={600}>
        <Money minor={amount} ccy={ccy} />
      </Text>
      {refunded === 0 ? null : (
        <Hint size="xs">{t('words.amountRefunded', { amount: formatAmount(refunded, ccy) })}</Hint>
      )}
      {children}
    </>
  );
};

const Here = ({ row: { here } }: { row: ReconciliationRow }) => {
  const { t } = useTranslation('reconciliation');
  if (here === null) return <Missing>{t('table.missing')}</Missing>;
  const isPaid = here.status === 'success' || here.status === 'reversed';
  return (
    <Side amount={here.amount} refunded={here.refunded} ccy={here.ccy}>
      <Box fz="xs">
        <Link
          to="/invoices/$invoiceId"
          params={{ invoiceId: String(here.invoice) }}
          className="link"
          aria-label={t('words.saleNumber', { number: here.number_display })}
        >
          № {here.number_display}
        </Link>
        {isPaid ? null : <div>{t(`status.${here.status}`)}</div>}
      </Box>
    </Side>
  );
};

const Bank = ({ row: { bank }, hasStatement }: { row: ReconciliationRow; hasStatement: boolean }) => {
  const { t } = useTranslation('reconciliation');
  if (bank === null)
    return hasStatement ? (
      <Missing>{t('table.missing')}</Missing>
    ) : (
      <Hint size="xs">{t('table.notAsked')}</Hint>
    );
  return (
    <Side amount={bank.amount} refunded={bank.refunded} ccy={bank.ccy}>
      {bank.status === 'success' ? null : <Box fz="xs">{t(`bankStatus.${bank.status}`)}</Box>}
    </Side>
  );
};

const Till = ({ row: { till } }: { row: ReconciliationRow }) => {
  const { t } = useTranslation('reconciliation');
  if (till === null) return <Missing>{t('table.missing')}</Missing>;
  return (
    <>
      {till.amount === null ? null : (
        <Text inherit fw={600}>
          <Money minor={till.amount} ccy={till.ccy} />
        </Text>
      )}
      <Hint size="xs">{t('table.tillRow', { row: till.row })}</Hint>
    </>
  );
};

/** The difference in words, and its next step. */
const NextStep = ({ line }: { line: Line }) => {
  const { t } = useTranslation('reconciliation');
  const differenceText = useDifferenceText();
  const state = useReconciliation().rows.get(line.key);
  return (
    <div className={classes.step}>
      <Box miw={0} lh={1.4}>
        {line.isSettled ? (
          <span className="verdict" data-tone="paid" role="status">
            <IconCheck size={16} stroke={2} aria-hidden /> {t('row.settled')}
          </span>
        ) : (
          differenceText(line.row)
        )}
        {typeof state === 'object' ? (
          <Fault role="alert">
            <FailureText failure={state} />
          </Fault>
        ) : null}
      </Box>
      {line.isSettled ? null : <StepButton line={line} isBusy={state === 'busy'} />}
    </div>
  );
};

const StepButton = ({ line, isBusy }: { line: Line; isBusy: boolean }) => {
  const { t } = useTranslation('reconciliation');
  const { takeOne } = useSteps();
  const canAdopt = usePermission('can_manage_terminals');
  const { row } = line;
  const step = row.next;
  if (step === null || (step === 'adopt' && !canAdopt)) return null;
  const name = row.reference || row.here?.number_display || row.invoice_id;
  if (step === 'look') return <Look line={line} name={name} />;
  return (
    <Button
      size="compact-sm"
      variant={step === 'adopt' ? 'filled' : 'default'}
      loading={isBusy}
      aria-label={t(`row.${step}Of`, { name })}
      onClick={() => void takeOne(step, line)}
    >
      {t(`row.${step}`)}
    </Button>
  );
};

/** Links to the invoice; without one, to the list searched by the same name. */
const Look = ({ line: { row }, name }: { line: Line; name: string }) => {
  const { t } = useTranslation('reconciliation');
  const label = t('row.lookOf', { name });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={label}
      renderRoot={(root) =>
        row.here && row.difference !== 'paid_twice' ? (
          <Link {...root} to="/invoices/$invoiceId" params={{ invoiceId: String(row.here.invoice) }} />
        ) : (
          <Link {...root} to="/invoices" search={{ search: name }} />
        )
      }
    >
      {t('row.look')}
    </Button>
  );
};
