import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '../../ui/leave-guard.tsx';
import { Panel, PanelPart } from '../../ui/panel.tsx';
import { AccountCard } from './account-card.tsx';
import { AccountForm } from './account-form.tsx';
import type { Handed } from './command.ts';

type Stage = { at: 'closed' } | { at: 'form' } | { at: 'handed'; handed: Handed };

/** Makes the till's account: a form, and then what is to reach whoever programs the till. */
export const Account = () => {
  const { t } = useTranslation('till');
  const [stage, setStage] = useState<Stage>({ at: 'closed' });
  const close = () => setStage({ at: 'closed' });
  const leaving = useLeaveGuard(stage.at === 'handed', ({ pathname }) => pathname === '/settings/till', {
    title: t('card.leaveTitle'),
    text: t('card.leaveText'),
    go: t('card.leave'),
  });
  return (
    <Panel
      title={t('account.title')}
      text={t('account.text')}
      actions={
        stage.at === 'closed' ? (
          <Button
            size="sm"
            flex="none"
            leftSection={<IconUserPlus size={18} aria-hidden />}
            onClick={() => setStage({ at: 'form' })}
          >
            {t('account.open')}
          </Button>
        ) : null
      }
    >
      {stage.at === 'form' ? (
        <PanelPart>
          <AccountForm onMade={(handed) => setStage({ at: 'handed', handed })} onCancel={close} />
        </PanelPart>
      ) : null}
      {stage.at === 'handed' ? (
        <PanelPart>
          <AccountCard handed={stage.handed} onDone={close} />
        </PanelPart>
      ) : null}
      {leaving.dialog}
    </Panel>
  );
};
