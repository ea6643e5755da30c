import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OpenInvoice } from '../../../shared/api/invoice-extras.ts';
import { formatAmount } from '../../../shared/money.ts';
import { openInvoicesQuery } from '../../api/queries.ts';
import { usePermission } from '../../shop/session/account.ts';
import classes from './charge.module.css';
import { isSameSale } from './draft-store.ts';
import { useChargeDraft } from './use-charge-draft.ts';

const SHOWN = 3;
const PARAMS = { ordering: '-created_date', page_size: 50 };

/** The sales of this screen that go on beside the present one: unpaid QR codes, and outcomes that are not known yet. */
export const OpenStrip = () => {
  const { t } = useTranslation('charge');
  const { draft } = useChargeDraft();
  const canView = usePermission('can_view_invoices');
  const { data } = useQuery({ ...openInvoicesQuery(PARAMS), enabled: canView && draft.made.length > 0 });
  const open = canView
    ? (data?.results ?? []).filter(({ id }) => draft.made.includes(id)).slice(0, SHOWN)
    : asMade(draft.last?.invoice);
  const unknown = draft.attempts.filter(
    ({ state, form }) => state !== 'refused' && !isSameSale(form, draft.form),
  );
  return (
    <ul className={classes.strip} aria-label={t('open.label')}>
      {unknown.map(({ key, amount }) => (
        <li key={key} className={classes.waitingSale} data-tone="working">
          {t('open.unknown', { amount: formatAmount(amount) })}
        </li>
      ))}
      {open.map(({ id, number_display, amount, ccy, status }) => (
        <li key={id}>
          <Link
            to="/charge"
            search={{ invoice: id }}
            className={classes.waitingSale}
            data-tone={status === 'processing' ? 'working' : 'waiting'}
            title={t('open.show')}
          >
            {t(canView ? `open.${status}` : 'open.made', {
              number: number_display,
              amount: formatAmount(amount, ccy),
            })}
          </Link>
        </li>
      ))}
    </ul>
  );
};

type Shown = Pick<OpenInvoice, 'id' | 'number_display' | 'amount' | 'ccy' | 'status'>;

/** Users without permission to view invoices see the last one they created, without its status. */
const asMade = (invoice: Omit<Shown, 'status'> | undefined): Shown[] =>
  invoice ? [{ ...invoice, status: 'created' }] : [];
