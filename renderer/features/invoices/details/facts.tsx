import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { InvoiceHistory } from '../../../../shared/api/invoice-extras.ts';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { cashRegistersQuery } from '../../../api/queries.ts';
import { leftOf, ownReference, systemName } from '../../../lib/invoices.ts';
import { CopyIcon } from '../../../shop/copy-button.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import classes from './details.module.css';

interface Fact {
  name: string;
  /** "" or null: the fact is left out. */
  value: string | null;
  isCopied?: boolean;
}

const Facts = ({ title, facts }: { title: string; facts: readonly Fact[] }) => {
  const { t } = useTranslation('invoices');
  const said = facts.filter(({ value }) => value);
  if (said.length === 0) return null;
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <dl className={`pairs ${classes.facts}`}>
        {said.map(({ name, value, isCopied = false }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figures">
              {value}
              {isCopied ? (
                <CopyIcon
                  hasTooltip
                  className={classes.copy}
                  value={value ?? ''}
                  label={t('details.copy', { name })}
                  copiedLabel={t('details.copied', { name })}
                />
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
};

export const PaymentFacts = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const { masked_pan, payment_system, fee, paid_date } = invoice;
  const card = [masked_pan, systemName(payment_system)].filter(Boolean).join(' · ');
  const net =
    invoice.status === 'success' && fee > 0 ? formatAmount(leftOf(invoice) - fee, invoice.ccy) : null;
  return (
    <Facts
      title={t('words.payment')}
      facts={[
        { name: t('words.paid'), value: paid_date && dates.exact(Date.parse(paid_date)) },
        { name: t('details.payer'), value: card, isCopied: true },
        { name: t('words.rrn'), value: invoice.rrn, isCopied: true },
        { name: t('details.approval'), value: invoice.approval_code, isCopied: true },
        { name: t('details.fee'), value: fee > 0 ? formatAmount(fee, invoice.ccy) : null },
        { name: t('words.net'), value: net },
      ]}
    />
  );
};

/** Each refund: how much, why, by whom, and who allowed it. */
export const RefundFacts = ({ invoice, history }: AboutFactsProps) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const refunds = history?.results.filter(({ type }) => type === 'refund_requested') ?? [];
  const refunded =
    invoice.status === 'success' ? invoice.amount - (invoice.final_amount ?? invoice.amount) : 0;
  // Keeps the place of a refund, until the history is read.
  if (history === undefined && refunded > 0)
    return (
      <Facts
        title={t('words.refunds')}
        facts={[{ name: `…, ${formatAmount(refunded, invoice.ccy)}`, value: '…' }]}
      />
    );
  return (
    <Facts
      title={t('words.refunds')}
      facts={refunds.map(({ at, amount, reason, by, approved_by }) => ({
        name: `${dates.short(Date.parse(at))}, ${formatAmount(amount ?? 0, invoice.ccy)}`,
        value:
          [
            reason && t('history.why', { reason }),
            by && t('details.refundedBy', { name: by }),
            approved_by && t('history.approved', { name: approved_by }),
          ]
            .filter(Boolean)
            .join(' · ') || '—',
      }))}
    />
  );
};

interface AboutFactsProps {
  invoice: Invoice;
  history: InvoiceHistory | undefined;
}

export const AboutFacts = ({ invoice, history }: AboutFactsProps) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const { data: registers = [] } = useQuery(cashRegistersQuery);
  // Keeps the places of the facts that the history has, until it is read.
  const { expires_at, created_by } = history ?? {};
  const createdBy = created_by ?? (invoice.created_locally ? '…' : '');
  const exact = (moment: string | null) => moment && dates.exact(Date.parse(moment));
  const expiresAt = expires_at === undefined ? '…' : exact(expires_at);
  return (
    <Facts
      title={t('words.sale')}
      facts={[
        { name: t('table.reference'), value: ownReference(invoice), isCopied: true },
        { name: t('details.purpose'), value: invoice.destination },
        { name: t('words.comment'), value: invoice.comment },
        { name: t('place.terminal'), value: invoice.terminal_name },
        {
          name: t('place.register'),
          value: registers.find(({ id }) => id === invoice.cash_register)?.name ?? null,
        },
        { name: t('table.created'), value: exact(invoice.created_date) },
        { name: t('details.createdBy'), value: createdBy },
        { name: t('details.expires'), value: invoice.status === 'created' ? expiresAt : null },
        { name: t('filters.origin'), value: invoice.created_locally ? null : t('origin.foreign') },
        { name: t('details.bankId'), value: invoice.invoice_id, isCopied: true },
      ]}
    />
  );
};
