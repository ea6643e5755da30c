import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { lastDigits } from '../../../lib/invoices.ts';

/** The card that the money goes back to. */
export const WhereTo = ({ invoice: { masked_pan } }: { invoice: Pick<Invoice, 'masked_pan'> }) => {
  const { t } = useTranslation('invoices');
  const digits = lastDigits(masked_pan);
  return digits === '' ? t('refund.cardUnknown') : t('refund.card', { digits });
};
