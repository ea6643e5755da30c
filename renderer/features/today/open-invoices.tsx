import { Box, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { HeldInvoice } from '../../../shared/api/holds.ts';
import type { OpenInvoice } from '../../../shared/api/invoice-extras.ts';
import { formatSums } from '../../../shared/money.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import { read } from '../../api/client.ts';
import { openInvoicesQuery } from '../../api/queries.ts';
import { Hint } from '../../kit/act.tsx';
import { TimeLeft } from '../../kit/time-left.tsx';
import { useNow } from '../../kit/use-now.ts';
import { sumsOf } from '../../lib/figures.ts';
import { ownReference } from '../../lib/invoices.ts';
import { usePermission } from '../../shop/session/account.ts';
import { InvoiceRow, InvoiceRows, RowState, Section, toInvoice } from './invoice-rows.tsx';

/** As many rows as fit beside the chart. */
const MAX_SHOWN = 4;
const SOONEST = { ordering: 'expires_at', declined: true, page_size: MAX_SHOWN };

/** What may still be paid, the first to expire first; nothing where there is none. */
export const OpenInvoices = () => {
  const { t } = useTranslation('today');
  const { data } = useQuery(openInvoicesQuery(SOONEST));
  if (!data || data.count === 0) return null;
  return (
    <Section
      title={t('open.title')}
      aside={
        <Link to="/invoices" search={{ status: 'created' }} className="link">
          {t('words.countFor', { count: data.count, amount: formatSums(sumsOf(data)) })}
        </Link>
      }
    >
      <InvoiceRows rows={data.results} keyOf={({ id }) => id}>
        {(invoice) => <Row invoice={invoice} />}
      </InvoiceRows>
    </Section>
  );
};

/** Links to the payment screen, or without the permission to the invoice. */
const Row = ({ invoice }: { invoice: OpenInvoice }) => {
  const { t } = useTranslation('today');
  const canCharge = usePermission('can_create_invoices');
  return (
    <InvoiceRow
      link={canCharge ? { to: '/charge', search: { invoice: invoice.id } } : toInvoice(invoice.id)}
      name={ownReference(invoice) || `№ ${invoice.number_display}`}
      amount={invoice.amount}
      ccy={invoice.ccy}
      about={
        invoice.expires_at ? (
          <>
            <VisuallyHidden>{t('open.left')} </VisuallyHidden>
            <TimeLeft until={Date.parse(invoice.expires_at)} />
          </>
        ) : null
      }
    >
      {invoice.status === 'created' ? null : <RowState>{t(`open.${invoice.status}`)}</RowState>}
      {canCharge ? (
        <Box component="span" c="var(--mantine-color-anchor)" ta="end">
          {t('words.showQr')}
        </Box>
      ) : null}
    </InvoiceRow>
  );
};

const SHOWN = { page_size: 6 };
/** The end of a hold is near: a warning. */
const NEAR_MS = 2 * DAY_MS;

/** Money that the bank holds, the earliest end first; nothing in a shop without holds. */
export const HeldInvoices = () => {
  const { t } = useTranslation('today');
  const { data } = useQuery(read('invoices/held/', SHOWN));
  if (!data || data.count === 0) return null;
  const { count, results } = data;
  return (
    <Section title={t('held.title')}>
      <Hint>{t('words.countFor', { count, amount: formatSums(sumsOf(data)) })}</Hint>
      <InvoiceRows rows={results} keyOf={({ id }) => id}>
        {(invoice) => <HeldRow invoice={invoice} />}
      </InvoiceRows>
    </Section>
  );
};

const HeldRow = ({ invoice }: { invoice: HeldInvoice }) => {
  const { t } = useTranslation('today');
  const now = useNow(MINUTE_MS);
  const ends = Date.parse(invoice.expires_at);
  const isNear = ends - now < NEAR_MS;
  return (
    <InvoiceRow
      link={toInvoice(invoice.id)}
      name={ownReference(invoice) || `№ ${invoice.number_display}`}
      amount={invoice.amount}
      ccy={invoice.ccy}
      about={
        <>
          <VisuallyHidden>{t('open.left')} </VisuallyHidden>
          <TimeLeft until={ends} />
        </>
      }
    >
      {isNear ? <RowState>{t('held.near')}</RowState> : null}
    </InvoiceRow>
  );
};
