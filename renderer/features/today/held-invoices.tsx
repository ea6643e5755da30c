import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HeldInvoice } from '../../../shared/api/holds.ts';
import { formatSums } from '../../../shared/money.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import { heldInvoicesQuery } from '../../api/queries.ts';
import { Hint } from '../../kit/act.tsx';
import { TimeLeft } from '../../kit/time-left.tsx';
import { useNow } from '../../kit/use-now.ts';
import { ownReference } from '../../lib/invoices.ts';
import { sumsOf } from '../../lib/sums.ts';
import { InvoiceRow, InvoiceRows, RowState, toInvoice } from './invoice-rows.tsx';
import { Section } from './section.tsx';

const SHOWN = { page_size: 6 };
/** The end of a hold is near: a warning. */
const NEAR_MS = 2 * DAY_MS;

/** Money that the bank holds, the earliest end first; nothing in a shop without holds. */
export const HeldInvoices = () => {
  const { t } = useTranslation('today');
  const { data } = useQuery(heldInvoicesQuery(SHOWN));
  if (!data || data.count === 0) return null;
  const { count, results } = data;
  return (
    <Section title={t('held.title')}>
      <Hint>{t('words.countFor', { count, amount: formatSums(sumsOf(data)) })}</Hint>
      <InvoiceRows rows={results} keyOf={({ id }) => id}>
        {(invoice) => <Row invoice={invoice} />}
      </InvoiceRows>
    </Section>
  );
};

const Row = ({ invoice }: { invoice: HeldInvoice }) => {
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
