import { useTranslation } from 'react-i18next';
import type { CheckedMoney, DayFiscal } from '../../../../shared/api/fiscal-checks.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { formatCount } from '../../../lib/count.ts';
import { Callout } from '../../../ui/callout.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Panel, PanelPart } from '../../../ui/panel.tsx';

/** Payments and refunds of the day beside their fiscal receipts. */
export const MoneyAndChecks = ({ fiscal: { sales, returns } }: { fiscal: DayFiscal }) => {
  const { t } = useTranslation('reports');
  const missing = sales.missing + returns.missing;
  const sum = (amount: number, count: number): string => `${formatAmount(amount)} (${formatCount(count)})`;
  const factsOf = (of: 'sales' | 'returns', money: CheckedMoney) => {
    const unknown = money.count - money.done - money.missing;
    const unknownAmount = money.amount - money.done_amount - money.missing_amount;
    return [
      { name: t(`fiscal.${of}`), value: sum(money.amount, money.count) },
      { name: t('fiscal.done', { what: t(`fiscal.${of}`) }), value: sum(money.done_amount, money.done) },
      ...(money.missing === 0
        ? []
        : [
            {
              name: t('fiscal.missing', { what: t(`fiscal.${of}`) }),
              value: sum(money.missing_amount, money.missing),
            },
          ]),
      ...(unknown === 0
        ? []
        : [{ name: t('fiscal.unknown', { what: t(`fiscal.${of}`) }), value: sum(unknownAmount, unknown) }]),
    ];
  };
  return (
    <Panel title={t('fiscal.title')} text={t('fiscal.note')}>
      {missing === 0 ? null : (
        <PanelPart>
          <Callout tone="working" role="status" p="xs">
            {t('fiscal.toDo')}
          </Callout>
        </PanelPart>
      )}
      <PanelPart>
        <Facts facts={factsOf('sales', sales)} />
      </PanelPart>
      {returns.count === 0 ? null : (
        <PanelPart>
          <Facts facts={factsOf('returns', returns)} />
        </PanelPart>
      )}
    </Panel>
  );
};
