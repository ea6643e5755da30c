import { Box, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceOutcome } from '../../../shared/api/invoice-lists.ts';
import type { Invoice, InvoiceItem } from '../../../shared/api/invoices.ts';
import type { InvoiceRefunds } from '../../../shared/api/refunds.ts';
import { formatAmount } from '../../../shared/money.ts';
import { readPage } from '../../api/client.ts';
import { invoiceHistoryQuery, invoiceHoldQuery, invoiceQuery } from '../../api/queries.ts';
import { Hint } from '../../kit/act.tsx';
import { DoubtCallout } from '../../kit/callout.tsx';
import { type Column, column, DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { SideFrame } from '../../kit/side-frame.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { formatDecimal, isOpen, leftOf, refundedOf, takenOf } from '../../lib/invoices.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { cashLink } from '../../shop/sale-link.ts';
import { StatusBadge } from '../../shop/status-badge.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { useDecline } from '../../shop/use-decline.ts';
import { useBasketRows } from '../../shop/use-sale-texts.ts';
import { useShopFacts } from '../../shop/use-shop-facts.ts';
import { Actions } from './details/actions.tsx';
import classes from './details/details.module.css';
import { openDoubt } from './details/doubt.ts';
import { AboutFacts, PaymentFacts, RefundFacts } from './details/facts.tsx';
import { FiscalChecks } from './details/fiscal-checks.tsx';
import { History } from './details/history.tsx';
import { PayLink } from './details/pay-link.tsx';
import { MissingSale, SaleTitle } from './details/sale-title.tsx';
import { HoldSection } from './hold/hold-section.tsx';
import { type SaleSteps, useOpenIds, useSaleSteps } from './open-sale.ts';
import { CancelOrRefundDialog, type CancelOrRefundKind } from './refund/refund-dialog.tsx';
import { RefundProgress, useRefunds } from './refund/refund-progress.tsx';

/** One invoice at the side of the list, identified by the address. */
export const InvoiceDetails = () => {
  const { t } = useTranslation('invoices');
  const { invoiceId: id } = useOpenIds();
  // Above the frame, so that input survives a change of the window's width.
  const [openDialog, setOpenDialog] = useState<{ id: number; kind: CancelOrRefundKind }>();
  const dialog = openDialog?.id === id ? openDialog : undefined;
  const steps = useSaleSteps(openDialog !== undefined);
  return (
    <>
      <SideFrame label={t('details.label')} onClose={steps.onClose} isCovered={dialog !== undefined}>
        {id === undefined ? (
          <MissingSale />
        ) : (
          <InvoiceView key={id} id={id} {...steps} onCancelOrRefund={(kind) => setOpenDialog({ id, kind })} />
        )}
      </SideFrame>
      {dialog ? <CancelOrRefundDialog {...dialog} onClose={() => setOpenDialog(undefined)} /> : null}
    </>
  );
};

interface InvoiceViewProps extends SaleSteps {
  id: number;
  onCancelOrRefund(kind: CancelOrRefundKind): void;
}

const InvoiceView = ({ id, ...actions }: InvoiceViewProps) => {
  const query = useQuery(invoiceQuery(id));
  return (
    <QueryView query={query} missing={<MissingSale />} rows={8} height={48}>
      {(invoice) => <DetailsView invoice={invoice} {...actions} />}
    </QueryView>
  );
};

interface DetailsViewProps extends SaleSteps {
  invoice: Invoice;
  onCancelOrRefund(kind: CancelOrRefundKind): void;
}

/** The invoice's details, the most important first. */
const DetailsView = ({ invoice, onCancelOrRefund, ...head }: DetailsViewProps) => {
  const { t } = useTranslation('invoices');
  const { data: history } = useQuery(invoiceHistoryQuery(invoice.id));
  const { underWay, ended, refunds } = useRefunds(invoice);
  const outcome = useOutcome(invoice);
  // What is held was paid for: the link would ask for the money again.
  // After a decline its QR still takes another card.
  const isPayable = (isOpen(invoice) || invoice.status === 'failure') && !outcome?.is_held;
  const doubt = openDoubt(history);
  return (
    <Stack gap="md">
      <Head invoice={invoice} outcome={outcome} {...head} />
      {outcome?.cash_part ? (
        <TextLink size="sm" {...cashLink(outcome.cash_part.cash_sale)} search>
          {t('details.inParts', { amount: formatAmount(outcome.cash_part.amount, invoice.ccy) })}
        </TextLink>
      ) : null}
      {/* A cancellation with an unknown outcome; refunds have their own notice. */}
      {doubt?.amount === null ? <DoubtCallout doubt={{ about: 'cancel' }} /> : null}
      <HoldSection invoice={invoice} />
      <RefundProgress invoice={invoice} underWay={underWay} ended={ended} />
      <Actions
        invoice={invoice}
        isRefundable={underWay === undefined}
        history={history}
        onCancelOrRefund={onCancelOrRefund}
      />
      {isPayable ? <PayLink invoice={invoice} expiresAt={history?.expires_at ?? null} /> : null}
      {invoice.items.length > 0 ? <Lines invoice={invoice} refunds={refunds} /> : null}
      <Divider />
      <PaymentFacts invoice={invoice} />
      <RefundFacts invoice={invoice} history={history} />
      <AboutFacts invoice={invoice} history={history} />
      {invoice.paid_date === null ? null : <FiscalChecks invoice={invoice} />}
      <Divider />
      <History invoice={invoice} />
    </Stack>
  );
};

interface HeadProps extends Omit<DetailsViewProps, 'onCancelOrRefund'> {
  outcome: InvoiceOutcome | undefined;
}

const Head = ({ invoice, outcome, ...steps }: HeadProps) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const { data: hold } = useQuery(invoiceHoldQuery(invoice.id));
  const refunded = refundedOf(invoice, takenOf(invoice, hold));
  return (
    <div>
      <SaleTitle title={t('details.title', { number: invoice.number_display })} {...steps} />
      <Group gap="sm" align="center" mt={4}>
        <Box component="span" className="one-line" fz="1.75rem" fw={700} lh={1.2}>
          <Money minor={invoice.amount} ccy={invoice.ccy} />
        </Box>
        <span className={classes.status}>
          <StatusBadge status={invoice.status} outcome={outcome} />
        </span>
      </Group>
      {invoice.paid_date === null ? null : (
        <Hint>{t('details.paidAt', { time: dates.short(Date.parse(invoice.paid_date)) })}</Hint>
      )}
      {refunded > 0 ? (
        <Text size="sm" fw={600} data-tone="returned" className="toned">
          {invoice.status === 'reversed'
            ? t('details.refundedAll')
            : t('details.left', { left: formatAmount(leftOf(invoice), invoice.ccy) })}
        </Text>
      ) : null}
      <DeclineNotice invoice={invoice} />
    </div>
  );
};

/** Why the last payment failed, and what to say to the payer. */
const DeclineNotice = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation('invoices');
  const { reason, advice, bank } = useDecline(invoice);
  if (reason === '' && bank === '') return null;
  return (
    <Stack gap={2} mt={4}>
      {reason === '' ? null : (
        <Text size="sm" data-tone="failed" className="toned">
          {t('details.failureReason', { reason })}
        </Text>
      )}
      {advice === '' ? null : <Text size="sm">{advice}</Text>}
      {bank === '' ? null : <Hint size="xs">{bank}</Hint>}
    </Stack>
  );
};

const Lines = ({ invoice, refunds }: { invoice: Invoice; refunds: InvoiceRefunds | undefined }) => {
  const { t } = useTranslation('invoices');
  const returned = new Map(refunds?.items.map((line) => [line.item, line.returned]));
  const columns: Column<InvoiceItem>[] = [
    column('name', t('words.name'), (item) => (
      <>
        {item.name}
        <Hint size="xs" className="figures">
          <LinePrice item={item} ccy={invoice.ccy} />
        </Hint>
        {returned.get(item.id) ? (
          <Text size="xs" fw={600} data-tone="returned" className="toned">
            {t('details.returned', {
              quantity: formatDecimal(returned.get(item.id) ?? 0),
              sold: formatDecimal(item.quantity),
            })}
          </Text>
        ) : null}
      </>
    )),
    column('sum', t('words.amount'), ({ amount }) => <Money minor={amount} ccy={invoice.ccy} />, {
      isNumber: true,
    }),
  ];
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        {t('details.lines')}
      </Title>
      <DataTable
        isPlain
        isHighlighted={false}
        label={t('details.lines')}
        className={classes.lines}
        verticalSpacing={4}
        horizontalSpacing={0}
        rows={invoice.items}
        columns={columns}
        keyOf={({ id }) => id}
      />
      <BasketSums invoice={invoice} />
    </Stack>
  );
};

/** The basket's own discounts and charges, between its lines and its amount. */
const BasketSums = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation();
  const rows = useBasketRows(invoice);
  if (rows.length === 0) return null;
  return (
    <Stack component="dl" className="figures with-ends" gap={4} pt={4} fz="sm">
      {[...rows, { name: t('basket.amount'), minor: invoice.amount }].map(({ name, minor }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Money minor={minor} ccy={invoice.ccy} />
          </dd>
        </div>
      ))}
    </Stack>
  );
};

/** `1,5 кг × 340,00 ₴, знижка 10 %` */
const LinePrice = ({ item, ccy }: { item: InvoiceItem; ccy: number }) => {
  const { t } = useTranslation('invoices');
  const quantity = [formatDecimal(item.quantity), item.unit].filter(Boolean).join('\u00a0');
  const price = `${quantity} × ${formatAmount(item.price, ccy)}`;
  if (item.discount_pct === 0) return price;
  return `${price}, ${t('details.discount', { percent: formatDecimal(item.discount_pct) })}`;
};

type Ended = Pick<Invoice, 'id' | 'status' | 'failure_reason' | 'amount' | 'final_amount'>;

/** An invoice in one of these has one of several outcomes. */
const SEVERAL_OUTCOMES: readonly Invoice['status'][] = ['expired', 'failure', 'processing'];

/** Less is left of the payment: of a hold that was captured in part nothing was refunded. */
const isLess = ({ status, amount, final_amount }: Ended): boolean =>
  status === 'success' && final_amount !== null && final_amount < amount;

const hasOutcome = (invoice: Ended): boolean =>
  SEVERAL_OUTCOMES.includes(invoice.status) || invoice.failure_reason !== '' || isLess(invoice);

/** How an invoice ended, why a payment failed, what is held, and what was paid beside in cash; undefined: nothing of all that. */
const useOutcome = (invoice: Ended): InvoiceOutcome | undefined => {
  const { language } = usePreferences();
  // Of any invoice a part may be paid in cash.
  const { cash } = useShopFacts();
  const { data } = useQuery({
    ...readPage('invoices/outcomes/', { ids: invoice.id }, { apart: { language } }),
    enabled: cash || hasOutcome(invoice),
  });
  return data?.results.find(({ id }) => id === invoice.id);
};
