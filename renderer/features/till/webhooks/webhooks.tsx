import { Box, Group, Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery, Receiver } from '../../../../shared/operations/webhooks.ts';
import { callProgram, canOperate } from '../../../api/bridge.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { deliveriesQuery, webhooksQuery } from '../../../api/program-queries.ts';
import { Act, Fault, Hint } from '../../../kit/act.tsx';
import { FailureLine } from '../../../kit/callout.tsx';
import { type Column, column, DataTable } from '../../../kit/data-table.tsx';
import { ConfirmAction } from '../../../kit/dialog.tsx';
import { Panel, PanelPart, PanelRow } from '../../../kit/panel.tsx';
import { LoadingState, QueryView } from '../../../kit/query-view.tsx';
import type { Tone } from '../../../kit/theme.ts';
import { useAction } from '../../../kit/use-action.ts';
import { useToast } from '../../../kit/use-toast.ts';
import { ForDevelopers } from '../../../shop/for-developers.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import { useTerminalLimit } from '../form-parts.tsx';
import { IssuedList, IssuePanel } from '../issue-panel.tsx';
import { IssuedSecret as IssuedSecretCard } from '../keys/issued-secret.tsx';
import classes from './deliveries.module.css';
import { type IssuedSecret, WebhookForm } from './webhook-form.tsx';

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

interface WebhookRowProps {
  webhook: Receiver;
  onIssued(issued: IssuedSecret): void;
}

/** A receiver of events: its state, a test, its last deliveries. */
const WebhookRow = ({ webhook, onIssued }: WebhookRowProps) => {
  const { t } = useTranslation('till');
  const invalidate = useInvalidate();
  const [asked, setAsked] = useState<'rotate' | 'remove'>();
  const [isOpen, setIsOpen] = useState(false);
  const test = useAction<Delivery>();
  const { id, url } = webhook;
  const runTest = () =>
    void test.run(async () => {
      const sent = callProgram('webhooks.test', { id });
      return (await sent.finally(() => void invalidate('webhook'))).delivery;
    });
  return (
    <>
      <PanelRow label={url} text={useFacts(webhook)}>
        <Group gap="xs">
          <Act
            size="xs"
            loading={test.isBusy}
            aria-label={t('webhooks.testNamed', { url })}
            onClick={runTest}
            text={t('webhooks.test')}
          />
          <Act
            size="xs"
            aria-expanded={isOpen}
            aria-label={t('webhooks.deliveriesNamed', { url })}
            onClick={() => setIsOpen(!isOpen)}
            text={t('webhooks.deliveries')}
          />
          <Act
            size="xs"
            aria-label={t('webhooks.rotateNamed', { url })}
            onClick={() => setAsked('rotate')}
            text={t('webhooks.rotate')}
          />
          <Act
            size="xs"
            aria-label={t('webhooks.removeNamed', { url })}
            onClick={() => setAsked('remove')}
            text={t('webhooks.remove')}
          />
        </Group>
        <div role="status">
          {test.result ? <TestOutcome delivery={test.result} /> : null}
          <FailureLine failure={test.failure} />
        </div>
      </PanelRow>
      {isOpen ? (
        <PanelPart>
          <Deliveries webhook={id} label={t('webhooks.deliveriesNamed', { url })} />
        </PanelPart>
      ) : null}
      {asked ? (
        <Confirm webhook={webhook} what={asked} onIssued={onIssued} onClose={() => setAsked(undefined)} />
      ) : null}
    </>
  );
};

const TestOutcome = ({ delivery: { status, answer } }: { delivery: Delivery }) => {
  const { t } = useTranslation('till');
  const isAccepted = status !== null && status >= 200 && status < 300;
  if (isAccepted) return <Text size="sm">{t('webhooks.testAccepted', { status })}</Text>;
  return (
    <Fault>
      {status === null
        ? t('webhooks.testUnanswered', { why: answer })
        : t('webhooks.testRefused', { status, answer })}
    </Fault>
  );
};

const useFacts = ({ terminal, state, pending, delivered_at, hint }: Receiver): string => {
  const { t } = useTranslation('till');
  const dates = useDates();
  const limit = useTerminalLimit(terminal);
  return [
    t(`webhooks.state.${state}`),
    limit,
    pending === 0 ? '' : t('webhooks.pending', { count: pending }),
    delivered_at === null
      ? t('webhooks.neverDelivered')
      : t('webhooks.delivered', { at: dates.moment(Date.parse(delivered_at)) }),
    t('webhooks.hint', { hint }),
  ]
    .filter((part) => part !== '')
    .join(' ');
};

interface ConfirmProps extends WebhookRowProps {
  what: 'rotate' | 'remove';
  onClose(): void;
}

const Confirm = ({ webhook: { id, url }, what, onIssued, onClose }: ConfirmProps) => {
  const { t } = useTranslation('till');
  const invalidate = useInvalidate();
  const toast = useToast();
  const changes = {
    rotate: async () => {
      const issued = await callProgram('webhooks.rotate', { id });
      onClose();
      onIssued(issued);
    },
    remove: async () => {
      await callProgram('webhooks.remove', { id });
      onClose();
      toast.success(t('webhooks.removed', { url }));
    },
  };
  return (
    <ConfirmAction
      title={t(`webhooks.${what}Title`, { url })}
      keep={t('cancel')}
      confirm={t(`webhooks.${what}`)}
      run={() => changes[what]().finally(() => void invalidate('webhook'))}
      onClose={onClose}
    >
      {t(`webhooks.${what}Text`)}
    </ConfirmAction>
  );
};

const DELIVERIES_REFRESH_MS = 2000;

interface DeliveriesProps {
  /** Id of the webhook. */
  webhook: number;
  /** Names the table. */
  label: string;
}

/** The last deliveries of a webhook with their answers, kept fresh while it is open. */
const Deliveries = ({ webhook, label }: DeliveriesProps) => {
  const { t } = useTranslation('till');
  const query = useQuery({ ...deliveriesQuery(webhook), refetchInterval: DELIVERIES_REFRESH_MS });
  const columns = useColumns();
  return (
    <QueryView query={query} loading={<LoadingState rows={2} height={28} />}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <Hint>{t('webhooks.nothingSent')}</Hint>
        ) : (
          <Box mah="24rem" style={{ overflowY: 'auto' }}>
            <DataTable
              isPlain
              isHighlighted={false}
              label={label}
              className={classes.table}
              rows={deliveries}
              columns={columns}
              keyOf={({ id }) => id}
            />
          </Box>
        )
      }
    </QueryView>
  );
};

const isAccepted = ({ status }: Delivery): boolean => status !== null && status >= 200 && status < 300;

const toneOf = (delivery: Delivery): Tone => {
  if (isAccepted(delivery)) return 'paid';
  return delivery.state === 'pending' ? 'working' : 'failed';
};

const useColumns = (): Column<Delivery>[] => {
  const { t } = useTranslation('till');
  const dates = useDates();
  const answerOf = (delivery: Delivery): string => {
    const { status, answer, attempted_at } = delivery;
    if (attempted_at === null) return t('webhooks.notSent');
    return [status ?? t('webhooks.noAnswer'), answer].filter((part) => part !== '').join(' ');
  };
  return [
    column(
      'time',
      t('words.time'),
      ({ attempted_at }) => (attempted_at === null ? '—' : dates.seconds(Date.parse(attempted_at))),
      { cellClassName: 'figures' },
    ),
    column('event', t('webhooks.column.event'), ({ event, type }) =>
      event === null ? t('webhooks.testRow') : `${event} ${type}`,
    ),
    column('state', t('webhooks.column.state'), (delivery) => (
      <span className="pill small tinted" data-tone={toneOf(delivery)}>
        {t(`webhooks.delivery.${delivery.state}`)}
      </span>
    )),
    column('attempts', t('webhooks.column.attempts'), ({ attempts }) => attempts, {
      isNumber: true,
      cellClassName: 'figures',
    }),
    column('answer', t('requests.column.status'), answerOf, { width: '45%', isWrapped: true }),
  ];
};
