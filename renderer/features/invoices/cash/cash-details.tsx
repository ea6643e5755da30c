import { Button, Group, Stack } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../../../shared/api/cash-sales.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { cashSaleQuery } from '../../../api/queries.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { type Column, column, DataTable } from '../../../kit/data-table.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { EmptyState, QueryView } from '../../../kit/query-view.tsx';
import { RecordPanel } from '../../../kit/record-panel.tsx';
import { TextLink } from '../../../kit/text-link.tsx';
import { formatDecimal } from '../../../lib/invoices.ts';
import { usePermission } from '../../../shop/session/account.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { CashPapers, useCashSums } from './cash-papers.tsx';
import { CashReturn } from './cash-return.tsx';

/** A sale for cash, or a return, beside the list. */
export const CashDetails = ({ id }: { id: number }) => {
  const { t } = useTranslation('invoices');
  const query = useQuery(cashSaleQuery(id));
  const [isReturn, setReturn] = useState(false);
  const sale = query.data;
  const titleOf = ({ is_refund, number_display: number }: CashSale): string => {
    if (is_refund) return t('cash.returnTitle');
    return number === '' ? t('cash.entry') : t('details.title', { number });
  };
  return (
    <>
      <RecordPanel
        open={id}
        label={t('details.label')}
        title={sale ? titleOf(sale) : t('details.label')}
        closeLabel={t('details.close')}
        isCovered={isReturn}
      >
        <QueryView
          query={query}
          rows={6}
          missing={<EmptyState title={t('words.saleMissing')}>{t('details.missingText')}</EmptyState>}
        >
          {(shown) => <CashSaleView sale={shown} onReturn={() => setReturn(true)} />}
        </QueryView>
      </RecordPanel>
      {sale && isReturn ? <CashReturn sale={sale} onClose={() => setReturn(false)} /> : null}
    </>
  );
};

const CashSaleView = ({ sale, onReturn }: { sale: CashSale; onReturn(): void }) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const canReturn = usePermission('can_cancel_invoices');
  const { items, total, left, is_refund, made_at, made_by, qr } = sale;
  const sums = useCashSums(sale).map((sum) => ({
    name: sum.name,
    value:
      qr && sum.name === t('words.qr') ? (
        <QrPart {...qr} />
      ) : (
        `${sum.isSigned && sum.minor > 0 ? '+' : ''}${formatAmount(sum.minor)}`
      ),
  }));
  const facts = [
    { name: t('cash.left'), value: !is_refund && left < total ? formatAmount(left) : '' },
    { name: t('words.time'), value: dates.exact(Date.parse(made_at)) },
    { name: t('words.who'), value: made_by },
    { name: t('words.reason'), value: sale.reason },
    { name: t('words.comment'), value: sale.remark },
  ].filter(({ value }) => value !== '');
  return (
    <Stack gap="md">
      {sale.voided_at === null ? null : (
        <Hint>{t('cash.voided', { by: sale.voided_by ?? '', reason: sale.void_reason })}</Hint>
      )}
      {sale.status === 'done' || sale.is_refund ? null : <Hint>{t(`cash.status.${sale.status}`)}</Hint>}
      <Group>
        {sale.qr?.invoice && (sale.status === 'waiting' || sale.status === 'unpaid') ? (
          <Button
            renderRoot={(props) => (
              <Link
                {...props}
                to="/charge"
                search={{ invoice: sale.qr?.invoice ?? undefined, parts: sale.id }}
              />
            )}
          >
            {t('cash.goOn')}
          </Button>
        ) : null}
        {canReturn && left > 0 ? (
          <Act
            size="sm"
            px={10}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={onReturn}
            text={t(qr ? 'actions.refund' : 'cash.giveBack')}
          />
        ) : null}
        <CashPapers sale={sale} />
      </Group>
      {items.length > 0 ? <Lines sale={sale} /> : null}
      <Facts facts={[...sums, ...facts]} />
    </Stack>
  );
};

const QrPart = ({ amount, invoice }: NonNullable<CashSale['qr']>) =>
  invoice === null ? (
    formatAmount(amount)
  ) : (
    <TextLink inherit to="/invoices/$invoiceId" params={{ invoiceId: String(invoice) }}>
      {formatAmount(amount)}
    </TextLink>
  );

const Lines = ({ sale: { items } }: { sale: CashSale }) => {
  const { t } = useTranslation('invoices');
  const columns = useMemo(
    (): Column<CashSale['items'][number]>[] => [
      column(
        'name',
        t('words.goods'),
        ({ name, returned, quantity }) => (
          <>
            {name}
            {returned > 0 ? (
              <Hint data-tone="returned">
                {t('cash.returnedOf', { part: formatDecimal(returned), all: formatDecimal(quantity) })}
              </Hint>
            ) : null}
          </>
        ),
        { isRowHead: true },
      ),
      column(
        'quantity',
        t('words.quantity'),
        ({ quantity, unit, price }) => `${formatDecimal(quantity)} ${unit} × ${formatAmount(price)}`,
        { isNumber: true },
      ),
      column('amount', t('words.amount'), ({ amount }) => formatAmount(amount), { isNumber: true }),
    ],
    [t],
  );
  return (
    <DataTable
      isPlain
      isHighlighted={false}
      label={t('words.goods')}
      rows={items}
      columns={columns}
      keyOf={({ id }) => id}
    />
  );
};
