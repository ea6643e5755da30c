import { Drawer, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FiscalGap, FiscalGapPage } from '../../../shared/api/fiscal-checks.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { fiscalGapsQuery } from '../../api/queries.ts';
import { Hint } from '../../kit/act.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { InvoiceRow, InvoiceRows, RowState, toInvoice } from './invoice-rows.tsx';

/** The interface's largest page: nobody works through more one by one. */
const LARGEST_PAGE = { page_size: PAGE_SIZES.max };

/** Payments and refunds without a fiscal receipt, each linked to its invoice. */
export const FiscalGaps = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation('today');
  const gaps = useQuery(fiscalGapsQuery(LARGEST_PAGE));
  return (
    <Drawer
      opened
      size="30rem"
      title={t('gaps.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Hint>{t('gaps.text')}</Hint>
        <QueryView query={gaps} rows={4} height={44}>
          {(page) => <Rows page={page} />}
        </QueryView>
      </Stack>
    </Drawer>
  );
};

const Rows = ({ page: { results, count } }: { page: FiscalGapPage }) => {
  const { t } = useTranslation('today');
  // The last one may have received its receipt meanwhile.
  if (results.length === 0) return <Text size="sm">{t('gaps.empty')}</Text>;
  return (
    <>
      <InvoiceRows rows={results} keyOf={(gap) => `${gap.invoice} ${gap.refunded_date}`}>
        {(gap) => <Row gap={gap} />}
      </InvoiceRows>
      {count > results.length ? <Hint>{t('gaps.more', { count: count - results.length })}</Hint> : null}
    </>
  );
};

const Row = ({ gap }: { gap: FiscalGap }) => {
  const { t } = useTranslation('today');
  const dates = useDates();
  const { invoice, number_display, reference, amount, ccy, paid_date, refunded_date, terminal_name, status } =
    gap;
  return (
    <InvoiceRow
      link={toInvoice(invoice)}
      name={[number_display, reference].filter(Boolean).join(' · ')}
      amount={amount}
      ccy={ccy}
      about={`${dates.short(Date.parse(refunded_date ?? paid_date))} · ${terminal_name}`}
    >
      <RowState>{gap.type === 'return' ? t(`gaps.return.${status}`) : t(`gaps.sale.${status}`)}</RowState>
    </InvoiceRow>
  );
};
