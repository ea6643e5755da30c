import { useTranslation } from 'react-i18next';
import type { InvoiceTotals } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { formatCount } from '../../lib/count.ts';
import classes from './totals.module.css';

interface TotalsProps {
  count: number;
  totals: InvoiceTotals;
  isOld: boolean;
}

/** Over all that match the filters, not only the page that is shown. */
export const Totals = ({ count, totals, isOld }: TotalsProps) => {
  const { t } = useTranslation('invoices');
  const sums = [
    { name: t('totals.count'), value: formatCount(count) },
    { name: t('totals.total'), value: formatAmount(totals.total_amount) },
    { name: t('totals.paid'), value: formatAmount(totals.success_amount), tone: 'paid' },
  ];
  return (
    <section aria-label={t('totals.label')} aria-busy={isOld}>
      <dl className={classes.totals} data-old={isOld || undefined}>
        {sums.map(({ name, value, tone }) => (
          <div key={name} className={classes.sum}>
            <dt>{name}</dt>
            <dd className="figures" data-tone={tone}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
