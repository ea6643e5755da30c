import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OpenInvoice } from '../../../shared/api/invoice-extras.ts';
import { formatAmount } from '../../../shared/money.ts';
import { openInvoicesQuery } from '../../data/queries.ts';
import { useMay } from '../../session/account.ts';
import classes from './open-strip.module.css';
import { useDesk } from './use-desk.ts';

const SHOWN = 3;
const PARAMS = { ordering: '-created_date', page_size: 50 };

/** Invoices made here that are still waited for: whoever left one by Back finds it again. */
export const OpenStrip = () => {
  const { t } = useTranslation('charge');
  const { desk } = useDesk();
  const mayView = useMay('can_view_invoices');
  const { data } = useQuery({ ...openInvoicesQuery(PARAMS), enabled: mayView && desk.made.length > 0 });
  const open = mayView
    ? (data?.results ?? []).filter(({ id }) => desk.made.includes(id)).slice(0, SHOWN)
    : asMade(desk.last?.invoice);
  if (open.length === 0) return null;
  return (
    <ul className={classes.strip} aria-label={t('open.label')}>
      {open.map(({ id, number_display, amount, status }) => (
        <li key={id} className={classes.line} data-tone={status === 'processing' ? 'working' : 'waiting'}>
          <span>
            {t(mayView ? `open.${status}` : 'open.made', {
              number: number_display,
              amount: formatAmount(amount),
            })}
          </span>
          <Link to="/charge" search={{ invoice: id }}>
            {t('open.show')}
          </Link>
        </li>
      ))}
    </ul>
  );
};

type Shown = Pick<OpenInvoice, 'id' | 'number_display' | 'amount' | 'status'>;

/** Who may not view invoices is told of the last one that they made, and nothing of what became of it. */
const asMade = (invoice: Omit<Shown, 'status'> | undefined): Shown[] =>
  invoice ? [{ ...invoice, status: 'created' }] : [];
