import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { HeldInvoice } from '../../../shared/api/holds.ts';
import { formatSums } from '../../../shared/money.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import { heldInvoicesQuery } from '../../api/queries.ts';
import { Hint } from '../../kit/act.tsx';
import { Money } from '../../kit/money.tsx';
import { TimeLeft } from '../../kit/time-left.tsx';
import { useNow } from '../../kit/use-now.ts';
import { ownReference } from '../../lib/invoices.ts';
import { sumsOf } from '../../lib/sums.ts';
import classes from './open-invoices.module.css';
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
      <Hint>{t('held.total', { count, amount: formatSums(sumsOf(data)) })}</Hint>
      <ul className={classes.rows}>
        {results.map((invoice) => (
          <li key={invoice.id}>
            <Row invoice={invoice} />
          </li>
        ))}
      </ul>
    </Section>
  );
};

const Row = ({ invoice }: { invoice: HeldInvoice }) => {
  const { t } = useTranslation('today');
  const now = useNow(MINUTE_MS);
  const ends = Date.parse(invoice.expires_at);
  const isNear = ends - now < NEAR_MS;
  return (
    <Link to="/invoices/$invoiceId" params={{ invoiceId: String(invoice.id) }} className={classes.row}>
      <span className={classes.reference}>{ownReference(invoice) || `№ ${invoice.number_display}`}</span>
      <strong>
        <Money minor={invoice.amount} ccy={invoice.ccy} />
      </strong>
      <span className={classes.left}>
        <VisuallyHidden>{t('open.left')} </VisuallyHidden>
        <TimeLeft until={ends} />
      </span>
      {isNear ? (
        <span className={classes.state} data-tone="failed">
          {t('held.near')}
        </span>
      ) : null}
    </Link>
  );
};
