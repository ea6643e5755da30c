import { useTranslation } from 'react-i18next';
import type { AccountMonth } from '../../../../shared/api/month.ts';
import { currencyCode, formatAmount } from '../../../../shared/money.ts';
import { Facts } from '../../../kit/facts.tsx';
import { Panel, PanelPart } from '../../../kit/panel.tsx';
import { formatCount } from '../../../lib/count.ts';

interface MonthFactsProps {
  currency: AccountMonth['currencies'][number];
  /** Of one currency its name need not be said. */
  isAlone: boolean;
}

/** What moved in the month in one currency: the sums of the archive. */
export const MonthFacts = ({ currency: { ccy, totals }, isAlone }: MonthFactsProps) => {
  const { t } = useTranslation('month');
  const { t: reports } = useTranslation('reports');
  const shown = (minor: number): string => formatAmount(minor, ccy);
  return (
    <Panel title={isAlone ? t('sums') : t('sumsOf', { currency: currencyCode(ccy) })} text={t('rule')}>
      <PanelPart>
        <Facts
          facts={[
            { name: reports('columns.count'), value: formatCount(totals.count) },
            { name: reports('columns.gross'), value: shown(totals.gross) },
            { name: reports('columns.refund_count'), value: formatCount(totals.refund_count) },
            { name: reports('columns.refunds'), value: shown(totals.refunds) },
            { name: reports('columns.fee'), value: shown(totals.fee) },
            { name: reports('columns.net'), value: shown(totals.net) },
          ]}
        />
      </PanelPart>
    </Panel>
  );
};
