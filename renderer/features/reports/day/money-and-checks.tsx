import { useTranslation } from 'react-i18next';
import type { DayFiscal } from '../../../../shared/api/fiscal-checks.ts';
import { Callout } from '../../../kit/callout.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Panel, PanelPart } from '../../../kit/panel.tsx';
import { useFiscalLines } from './use-fiscal-lines.ts';

/** Payments and refunds of the day beside their fiscal receipts. */
export const MoneyAndChecks = ({ fiscal }: { fiscal: DayFiscal }) => {
  const { t } = useTranslation('reports');
  const missing = fiscal.sales.missing + fiscal.returns.missing;
  const lines = useFiscalLines();
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
        <Facts facts={lines(fiscal, 'sales')} />
      </PanelPart>
      {fiscal.returns.count === 0 ? null : (
        <PanelPart>
          <Facts facts={lines(fiscal, 'returns')} />
        </PanelPart>
      )}
    </Panel>
  );
};
