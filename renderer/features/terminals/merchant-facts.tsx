import { useTranslation } from 'react-i18next';
import classes from './merchant-facts.module.css';
import type { Merchant } from './use-add-terminal.ts';

/** Whose a token is, by the bank's word. */
export const MerchantFacts = ({ id, merchant }: { id?: string; merchant: Merchant }) => {
  const { t } = useTranslation('terminals');
  return (
    <dl id={id} className={classes.facts}>
      <dt>{t('facts.merchant')}</dt>
      <dd className={classes.name}>{merchant.merchant_name || t('facts.unknown')}</dd>
      <dt>{t('facts.edrpou')}</dt>
      <dd className="figures">{merchant.edrpou || t('give.noEdrpou')}</dd>
      <dt>{t('facts.merchantId')}</dt>
      <dd>{merchant.merchant_id}</dd>
    </dl>
  );
};
