import { Table, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconciliationRow } from '../../../shared/api/reconciliation.ts';
import { formatAmount } from '../../../shared/money.ts';
import { Money } from '../../ui/money.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { NextStep } from './next-step.tsx';
import classes from './reconciliation.module.css';
import type { Line, View } from './view.ts';

interface RowProps {
  line: Line;
  view: View;
  hasTill: boolean;
  /** Whose terminal it is, is worth telling. */
  isOfMany: boolean;
}

export const Row = ({ line, view, hasTill, isOfMany }: RowProps) => {
  const { row } = line;
  const isAsked = view.answer.terminals.some(({ terminal, asked }) => terminal === row.terminal && asked);
  return (
    <Table.Tr data-settled={line.isSettled || undefined}>
      <Table.Th scope="row" className={classes.payment}>
        <Payment row={row} terminal={isOfMany ? nameOf(view, row) : undefined} />
      </Table.Th>
      <Table.Td ta="end" className={classes.side}>
        <Here row={row} />
      </Table.Td>
      <Table.Td ta="end" className={classes.side}>
        <Bank row={row} isAsked={isAsked || row.terminal === null} />
      </Table.Td>
      {hasTill ? (
        <Table.Td ta="end" className={classes.side}>
          <Till row={row} />
        </Table.Td>
      ) : null}
      <Table.Td className={classes.what}>
        <NextStep line={line} />
      </Table.Td>
    </Table.Tr>
  );
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
      <Text size="xs" c="dimmed" fw={400}>
        {facts.join(' · ')}
      </Text>
    </>
  );
};

const Missing = ({ children }: { children: string }) => (
  <Text span inherit c="dimmed">
    <span aria-hidden>—</span>
    <VisuallyHidden>{children}</VisuallyHidden>
  </Text>
);

const Side = ({ amount, refunded, children }: { amount: number; refunded: number; children?: ReactNode }) => {
  const { t } = useTranslation('reconciliation');
  return (
    <>
      <Text inherit fw={600}>
        <Money minor={amount} />
      </Text>
      {refunded === 0 ? null : (
        <Text size="xs" c="dimmed">
          {t('table.refunded', { amount: formatAmount(refunded) })}
        </Text>
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
    <Side amount={here.amount} refunded={here.refunded}>
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

const Bank = ({ row: { bank }, isAsked }: { row: ReconciliationRow; isAsked: boolean }) => {
  const { t } = useTranslation('reconciliation');
  if (bank === null)
    return isAsked ? (
      <Missing>{t('table.missing')}</Missing>
    ) : (
      <Text size="xs" c="dimmed">
        {t('table.notAsked')}
      </Text>
    );
  return (
    <Side amount={bank.amount} refunded={bank.refunded}>
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
          <Money minor={till.amount} />
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {t('table.tillRow', { row: till.row })}
      </Text>
    </>
  );
};
