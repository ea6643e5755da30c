import { useTranslation } from 'react-i18next';
import type { DayFiscal } from '../../../../shared/api/fiscal-checks.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { formatCount } from '../../../lib/count.ts';

interface FiscalLine {
  name: string;
  value: string;
}

/** The payments of a day, or its refunds, beside their fiscal receipts; for screen and paper. */
export const useFiscalLines = (): ((fiscal: DayFiscal, of: 'sales' | 'returns') => FiscalLine[]) => {
  const { t } = useTranslation('reports');
  const sum = (amount: number, count: number): string => `${formatAmount(amount)} (${formatCount(count)})`;
  return (fiscal, of) => {
    const { count, amount, done, done_amount, missing, missing_amount } = fiscal[of];
    const what = t(`fiscal.${of}`);
    const unknown = count - done - missing;
    return [
      { name: what, value: sum(amount, count) },
      { name: t('fiscal.done', { what }), value: sum(done_amount, done) },
      ...(missing === 0
        ? []
        : [{ name: t('fiscal.missing', { what }), value: sum(missing_amount, missing) }]),
      ...(unknown === 0
        ? []
        : [
            {
              name: t('fiscal.unknown', { what }),
              value: sum(amount - done_amount - missing_amount, unknown),
            },
          ]),
    ];
  };
};
