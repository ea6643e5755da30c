import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { canOperate } from '../../../api/bridge.ts';
import { webhooksQuery } from '../../../api/program-queries.ts';
import { Panel, PanelPart } from '../../../kit/panel.tsx';
import { ForDevelopers } from '../../../shop/for-developers.tsx';
import { IssuedList, IssuePanel } from '../issue-panel.tsx';
import { IssuedSecret as IssuedSecretCard } from '../keys/issued-secret.tsx';
import { type IssuedSecret, WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** Deliveries and their outcome come from the service by themselves. */
const REFRESH_MS = 3000;

const COMMANDS = [
  'npm run admin -- webhook add http://127.0.0.1:8090/kramar',
  'npm run admin -- webhook list',
  'npm run admin -- webhook test ID',
  'npm run admin -- webhook deliveries ID',
  'npm run admin -- webhook remove ID',
];

/** Events sent to programs on this computer: managed in the window; another browser says where that is. */
export const Webhooks = () => (canOperate ? <OwnWebhooks /> : <WebhookCommands />);

const WebhookCommands = () => {
  const { t } = useTranslation('till');
  return (
    <Panel title={t('webhooks.title')} text={t('webhooks.text')}>
      <PanelPart>
        <ForDevelopers commands={COMMANDS} />
      </PanelPart>
    </Panel>
  );
};

const OwnWebhooks = () => {
  const { t } = useTranslation('till');
  const query = useQuery({ ...webhooksQuery, refetchInterval: REFRESH_MS });
  return (
    <IssuePanel<IssuedSecret>
      title={t('webhooks.title')}
      text={t('webhooks.text')}
      open={{ label: t('webhooks.open'), icon: <IconWebhook size={18} aria-hidden /> }}
      leave={{ title: t('webhooks.leaveTitle'), text: t('webhooks.leaveText') }}
      form={(onIssued, onCancel) => <WebhookForm onIssued={onIssued} onCancel={onCancel} />}
      issued={({ secret, url }, onDone) => (
        <IssuedSecretCard
          title={t('webhooks.issued', { url })}
          text={t('webhooks.once')}
          secret={secret}
          copyLabel={t('webhooks.copy')}
          onDone={onDone}
        />
      )}
      list={(onIssued) => (
        <IssuedList query={query} none={t('webhooks.none')}>
          {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} onIssued={onIssued} />}
        </IssuedList>
      )}
    />
  );
};
