import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OpenInvoice } from '../../../shared/api/invoice-extras.ts';
import { formatSums } from '../../../shared/money.ts';
import { openInvoicesQuery } from '../../api/queries.ts';
import { Money } from '../../kit/money.tsx';
import { TimeLeft } from '../../kit/time-left.tsx';
import { ownReference } from '../../lib/invoices.ts';
import { sumsOf } from '../../lib/sums.ts';
import { usePermission } from '../../shop/session/account.ts';
import classes from './open-invoices.module.css';
import { Section } from './section.tsx';

/** As many rows as fit beside the chart. */
const MAX_SHOWN = 4;
const SOONEST = { ordering: 'expires_at', page_size: MAX_SHOWN };

/** What may still be paid, the first to expire first; nothing where there is none. */
export const OpenInvoices = () => {
  const { t } = useTranslation('today');
  const { data } = useQuery(openInvoicesQuery(SOONEST));
  if (!data || data.count === 0) return null;
  return (
    <Section
      title={t('open.title')}
      aside={
        <Link to="/invoices" search={{ status: 'created' }} className={classes.all}>
          {t('open.total', { count: data.count, amount: formatSums(sumsOf(data)) })}
        </Link>
      }
    >
      <ul className={classes.rows}>
        {data.results.map((invoice) => (
          <li key={invoice.id}>
            <Row invoice={invoice} />
          </li>
        ))}
      </ul>
    </Section>
  );
};

/** Links to the payment screen, or without the permission to the invoice. */
const Row = ({ invoice }: { invoice: OpenInvoice }) => {
  const { t } = useTranslation('today');
  const canCharge = usePermission('can_create_invoices');
  const shown = (
    <>
      <span className={classes.reference}>{ownReference(invoice) || `№ ${invoice.number_display}`}</span>
      <strong>
        <Money minor={invoice.amount} ccy={invoice.ccy} />
      </strong>
      <span className={classes.left}>
        {invoice.expires_at ? (
          <>
            <VisuallyHidden>{t('open.left')} </VisuallyHidden>
            <TimeLeft until={Date.parse(invoice.expires_at)} />
          </>
        ) : null}
      </span>
      {invoice.status === 'processing' ? <span className={classes.state}>{t('open.processing')}</span> : null}
      {canCharge ? <span className={classes.show}>{t('open.show')}</span> : null}
    </>
  );
  return canCharge ? (
    <Link to="/charge" search={{ invoice: invoice.id }} className={classes.row}>
      {shown}
    </Link>
  ) : (
    <Link to="/invoices/$invoiceId" params={{ invoiceId: String(invoice.id) }} className={classes.row}>
      {shown}
    </Link>
  );
};
