import { Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconciliationRow } from '../../../shared/api/reconciliation.ts';
import { formatAmount } from '../../../shared/money.ts';
import { Hint } from '../../kit/act.tsx';
import { type Column, column } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { NextStep } from './next-step.tsx';
import classes from './reconciliation.module.css';
import type { Line, View } from './view.ts';

/** Columns of the three books, one row per payment. */
export const useLineColumns = (view: View): Column<Line>[] => {
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
        title: t('table.payment'),
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
      <div className={classes.reference}>{row.reference || t('table.noReference')}</div>
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
        <Hint size="xs">{t('table.refunded', { amount: formatAmount(refunded, ccy) })}</Hint>
      )}
      {children}
    </>
  );
};

const Here = ({ row: { here } }: { row: ReconciliationRow }) => {
  const { t } = useTranslation('reconciliation');
  const { t: common } = useTranslation();
  if (here === null) return <Missing>{t('table.missing')}</Missing>;
  const isPaid = here.status === 'success' || here.status === 'reversed';
  return (
    <Side amount={here.amount} refunded={here.refunded} ccy={here.ccy}>
      <div className={classes.small}>
        <Link
          to="/invoices/$invoiceId"
          params={{ invoiceId: String(here.invoice) }}
          className={classes.link}
          aria-label={t('table.invoice', { number: here.number_display })}
        >
          № {here.number_display}
        </Link>
        {isPaid ? null : <div>{common(`status.${here.status}`)}</div>}
      </div>
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
      {bank.status === 'success' ? null : (
        <div className={classes.small}>{t(`bankStatus.${bank.status}`)}</div>
      )}
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
