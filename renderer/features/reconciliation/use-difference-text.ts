import { useTranslation } from 'react-i18next';
import type { ReconciliationRow } from '../../../shared/api/reconciliation.ts';
import { formatAmount } from '../../../shared/money.ts';

/** The difference of a row, in a sentence. */
export const useDifferenceText = (): ((row: ReconciliationRow) => string) => {
  const { t } = useTranslation('reconciliation');

  const byAmount = (kind: DeltaKind, row: ReconciliationRow): string => {
    const delta = deltaOf(kind, row);
    return t(`difference.${kind}${delta < 0 ? 'Less' : 'More'}`, {
      amount: formatAmount(Math.abs(delta), currencyOf(kind, row)),
    });
  };
  return (row) => {
    const { difference, here, bank } = row;
    switch (difference) {
      case null:
        return bank === null ? t('difference.alone') : t('difference.none');
      case 'status':
        return t('difference.status', {
          here: here ? t(`status.${here.status}`) : t('table.missing'),
          bank: bank ? t(`bankStatus.${bank.status}`) : t('table.missing'),
        });
      case 'amount':
        return here && bank && here.ccy !== bank.ccy
          ? t('difference.currency', {
              here: formatAmount(here.amount, here.ccy),
              bank: formatAmount(bank.amount, bank.ccy),
            })
          : byAmount(difference, row);
      case 'refunded':
      case 'till_amount':
        return byAmount(difference, row);
      default:
        return t(`difference.${difference}`);
    }
  };
};

const currencyOf = (kind: DeltaKind, { here, bank, till }: ReconciliationRow): number | undefined =>
  (kind === 'till_amount' ? till : (bank ?? here))?.ccy;

type DeltaKind = 'amount' | 'refunded' | 'till_amount';

/** The other book's amount less ours, minor units. */
const deltaOf = (kind: DeltaKind, { here, bank, till }: ReconciliationRow): number =>
  kind === 'till_amount'
    ? (till?.amount ?? 0) - (here?.amount ?? bank?.amount ?? 0)
    : (bank?.[kind] ?? 0) - (here?.[kind] ?? 0);
