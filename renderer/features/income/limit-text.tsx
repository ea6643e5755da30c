import { useTranslation } from 'react-i18next';
import type { IncomeState } from '../../../shared/api/income-book.ts';
import { formatAmount } from '../../../shared/money.ts';

/** For display alone: levels are compared in whole numbers by the service. */
export const percentOf = (income: number, limit: number): number => (income / limit) * 100;

/** Income and limit in a sentence. */
export const LimitText = ({ state: { income, limit, year } }: { state: IncomeState }) => {
  const { t } = useTranslation('income');
  if (limit === null) return null;
  const sums = { income: formatAmount(income), limit: formatAmount(limit), year };
  return <>{t(income >= limit ? 'level.over' : 'level.text', sums)}</>;
};
