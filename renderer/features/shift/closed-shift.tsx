import { Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Shift } from '../../../shared/api/shifts.ts';
import { Act } from '../../kit/act.tsx';
import { Strip } from '../../kit/callout.tsx';
import { Panel, PanelPart } from '../../kit/panel.tsx';
import { toneOfDifference } from '../../shop/cash-difference.ts';
import { ShiftFacts, ShiftPrint } from './shift-facts.tsx';
import { useDifferenceText } from './use-shift-texts.ts';

/** The outcome, for whoever has closed the shift. */
export const ClosedShift = ({ shift }: { shift: Shift }) => {
  const { t } = useTranslation('shift');
  const navigate = useNavigate();
  const differenceText = useDifferenceText();
  const { difference } = shift;
  return (
    <Panel
      title={t('closed.title')}
      actions={
        <Group gap="xs">
          <ShiftPrint shift={shift} />
          <Act onClick={() => void navigate({ to: '/charge' })} text={t('closed.toSale')} />
        </Group>
      }
    >
      {difference === null ? null : (
        <Strip
          tone={toneOfDifference(difference)}
          title={t('closed.result', { difference: differenceText(difference) })}
        >
          {difference === 0 ? null : t('closed.kept')}
        </Strip>
      )}
      <PanelPart>
        <ShiftFacts shift={shift} />
      </PanelPart>
    </Panel>
  );
};
