import { CloseButton, Divider, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceHistory } from '../../../../shared/api/invoice-extras.ts';
import type { Invoice, InvoiceItem } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { invoiceHistoryQuery } from '../../../data/queries.ts';
import { formatDecimal, isOpen, leftOf, refundedOf } from '../../../lib/invoices.ts';
import { DoubtCallout } from '../../../ui/callout.tsx';
import { Money } from '../../../ui/money.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import { useDecline } from '../../../ui/use-decline.ts';
import { RefundProgress } from '../refund/refund-progress.tsx';
import { useRefunds } from '../refund/use-refunds.ts';
import { Actions } from './actions.tsx';
import type { CancelOrRefundKind } from './cancel-or-refund-dialog.tsx';
import classes from './details-view.module.css';
import { openDoubt } from './doubt.ts';
import { AboutFacts, PaymentFacts } from './facts.tsx';
import { FiscalChecks } from './fiscal-checks.tsx';
import { History } from './history.tsx';
import { PayLink } from './pay-link.tsx';

interface DetailsViewProps {
  invoice: Invoice;
  onClose(): void;
  onCancelOrRefund(kind: CancelOrRefundKind): void;
}

/** The invoice's details, the most important first. */
export const DetailsView = ({ invoice, onClose, onCancelOrRefund }: DetailsViewProps) => {
  const { data: history } = useQuery(invoiceHistoryQuery(invoice.id));
  const { isKnown, underWay, ended } = useRefunds(invoice);
  return (
    <Stack gap="md">
      <Head invoice={invoice} onClose={onClose} />
      <DoubtNotice history={history} />
      <RefundProgress invoice={invoice} underWay={underWay} ended={ended} />
      <Actions
        invoice={invoice}
        isRefundable={isKnown && underWay === undefined}
        history={history}
        onCancelOrRefund={onCancelOrRefund}
      />
      {isOpen(invoice) ? <PayLink invoice={invoice} expiresAt={history?.expires_at ?? null} /> : null}
      {invoice.items.length > 0 ? <Lines invoice={invoice} /> : null}
      <Divider />
      <PaymentFacts invoice={invoice} />
      <AboutFacts invoice={invoice} history={history} />
      {invoice.paid_date === null ? null : <FiscalChecks invoice={invoice} />}
      <Divider />
      <History invoice={invoice} />
    </Stack>
  );
};

const Head = ({ invoice, onClose }: Omit<DetailsViewProps, 'onCancelOrRefund'>) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus to the heading; an open dialog keeps it.
  useEffect(() => {
    if (!document.activeElement?.closest('[role="dialog"]')) heading.current?.focus({ preventScroll: true });
  }, []);
  const refunded = refundedOf(invoice);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h4" ref={heading} tabIndex={-1} className={classes.heading}>
          {t('details.title', { number: invoice.number_display })}
        </Title>
        <CloseButton aria-label={t('details.close')} onClick={onClose} />
      </Group>
      <Group gap="sm" align="center" mt={4}>
        <span className={classes.amount}>
          <Money minor={invoice.amount} />
        </span>
        <span className={classes.status}>
          <StatusBadge status={invoice.status} />
        </span>
      </Group>
      {invoice.paid_date === null ? null : (
        <Text size="sm" c="dimmed">
          {t('details.paidAt', { time: dates.short(Date.parse(invoice.paid_date)) })}
        </Text>
      )}
      {refunded > 0 ? (
        <Text size="sm" fw={600} data-tone="returned" className={classes.toned}>
          {invoice.status === 'reversed'
            ? t('details.refundedAll')
            : t('details.left', { left: formatAmount(leftOf(invoice)) })}
        </Text>
      ) : null}
      <DeclineNotice invoice={invoice} />
    </div>
  );
};

/** A cancellation with an unknown outcome; refunds have their own notice. */
const DoubtNotice = ({ history }: { history: InvoiceHistory | undefined }) => {
  const doubt = openDoubt(history);
  return doubt?.amount === null ? <DoubtCallout doubt={{ about: 'cancel' }} /> : null;
};

/** Why the last payment failed, and what to say to the payer. */
const DeclineNotice = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation('invoices');
  const { reason, advice, bank } = useDecline(invoice);
  if (reason === '' && bank === '') return null;
  return (
    <div className={classes.decline}>
      {reason === '' ? null : (
        <Text size="sm" data-tone="failed" className={classes.toned}>
          {t('details.failureReason', { reason })}
        </Text>
      )}
      {advice === '' ? null : <Text size="sm">{advice}</Text>}
      {bank === '' ? null : (
        <Text size="xs" c="dimmed">
          {bank}
        </Text>
      )}
    </div>
  );
};

const Lines = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation('invoices');
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        {t('details.lines')}
      </Title>
      <Table className={classes.lines} verticalSpacing={4} horizontalSpacing={0} highlightOnHover={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('details.lineName')}</Table.Th>
            <Table.Th ta="end">{t('details.lineSum')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invoice.items.map((item) => (
            <Table.Tr key={item.id}>
              <Table.Td>
                {item.name}
                <Text size="xs" c="dimmed" className="figures">
                  <LinePrice item={item} />
                </Text>
              </Table.Td>
              <Table.Td ta="end">
                <Money minor={item.amount} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
};

/** `1,5 кг × 340,00 ₴, знижка 10 %` */
const LinePrice = ({ item }: { item: InvoiceItem }) => {
  const { t } = useTranslation('invoices');
  const quantity = [formatDecimal(item.quantity), item.unit].filter(Boolean).join('\u00a0');
  const price = `${quantity} × ${formatAmount(item.price)}`;
  if (item.discount_pct === 0) return price;
  return `${price}, ${t('details.discount', { percent: formatDecimal(item.discount_pct) })}`;
};
