import { useTranslation } from 'react-i18next';
import type { IncomeState } from '../../../shared/api/income-book.ts';
import type { WarningLevel } from '../../../shared/income.ts';
import { Strip } from '../../kit/callout.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { LimitText } from './limit-text.tsx';
import { useTaxpayerName } from './use-income-texts.ts';

interface IncomeAlertsProps {
  /** Those with a level. */
  states: readonly IncomeState[];
  /** Whether the shop has several tax numbers. */
  several: boolean;
}

/** What Today says of the limits of income: 80, 90 or 100 percent are reached. */
export const IncomeAlerts = ({ states, several }: IncomeAlertsProps) => {
  const { t } = useTranslation('income');
  const nameOf = useTaxpayerName();
  return states.map((state) => (
    <Strip
      key={state.tax_number}
      tone={state.level === 80 ? 'waiting' : 'failed'}
      title={t(`level.${state.level as WarningLevel}`)}
    >
      {several ? `${nameOf(state)}. ` : ''}
      <LimitText state={state} />{' '}
      <TextLink inherit to="/reports/income" search={several ? { taxNumber: state.tax_number } : {}}>
        {t('level.look')}
      </TextLink>
    </Strip>
  ));
};
