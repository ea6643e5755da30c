import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { System } from '../../../../shared/api/system.ts';
import { callProgram } from '../../../api/bridge.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { Act } from '../../../kit/act.tsx';
import { FailureLine } from '../../../kit/callout.tsx';
import { ConfirmAction } from '../../../kit/dialog.tsx';
import { Panel, PanelPart, PanelRow } from '../../../kit/panel.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useToast } from '../../../kit/use-toast.ts';
import { useDates } from '../../../shop/use-dates.ts';

interface MoveProps {
  /** Whether encrypted copies are on. */
  isOn: boolean;
  system: Pick<System, 'moved_away' | 'moved_here'>;
}

/** Moves the shop to another computer, and takes that back. */
export const Move = ({ isOn, system: { moved_away: away, moved_here: here } }: MoveProps) => {
  const { t } = useTranslation('copies');
  const dates = useDates();
  return (
    <Panel title={t('move.title')} text={isOn || away ? t('move.text') : t('move.needs')}>
      {here ? (
        <PanelPart>
          <Text size="sm">
            {t('move.from', { computer: here.computer, moment: dates.spoken(Date.parse(here.at)) })}
          </Text>
        </PanelPart>
      ) : null}
      {away ? <Stay copy={away.copy} /> : <Start isOn={isOn} />}
    </Panel>
  );
};

const Start = ({ isOn }: { isOn: boolean }) => {
  const { t } = useTranslation('copies');
  const toast = useToast();
  const invalidate = useInvalidate();
  const [isAsking, setAsking] = useState(false);
  const move = async (): Promise<void> => {
    try {
      const { name } = (await callProgram('shop.move', {})).copy;
      toast.success(t('move.done', { name }));
    } finally {
      await invalidate('backup');
    }
    setAsking(false);
  };
  return (
    <PanelPart>
      <Act disabled={!isOn} onClick={() => setAsking(true)} text={t('move.start')} />
      {isAsking ? (
        <ConfirmAction
          title={t('move.confirmTitle')}
          keep={t('move.keep')}
          confirm={t('move.confirm')}
          run={move}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{t('move.confirmText')}</Text>
        </ConfirmAction>
      ) : null}
    </PanelPart>
  );
};

const Stay = ({ copy }: { copy: string }) => {
  const { t } = useTranslation('copies');
  const toast = useToast();
  const invalidate = useInvalidate();
  const { isBusy, failure, run } = useAction();
  const stay = async (): Promise<void> => {
    try {
      await callProgram('shop.stay', {});
      toast.success(t('move.stayed'));
    } finally {
      await invalidate('backup');
    }
  };
  return (
    <PanelRow
      label={t('move.done', { name: copy })}
      text={
        <>
          {t('move.backText')}
          <FailureLine failure={failure} />
        </>
      }
    >
      <Act loading={isBusy} onClick={() => void run(stay)} text={t('move.back')} />
    </PanelRow>
  );
};
