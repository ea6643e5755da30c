import { useTranslation } from 'react-i18next';
import type { Series } from '../../../shared/api/series.ts';
import { currencyCode, formatAmount } from '../../../shared/money.ts';
import { Strip } from '../../kit/callout.tsx';

/** Sums in other currencies, each by itself; nothing in a shop that is paid in hryvnias alone. */
export const OtherCurrencies = ({ sums }: { sums: Series['other_currencies'] }) => {
  const { t } = useTranslation('reports');
  return sums.map(({ ccy, gross, refunds }) => (
    <Strip key={ccy} tone="waiting" title={t('currency.title', { code: currencyCode(ccy) })}>
      {t('currency.text', { received: formatAmount(gross, ccy), refunds: formatAmount(refunds, ccy) })}
    </Strip>
  ));
};
