import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { UpdateState } from '../../../shared/bridge/computer.ts';
import { callProgram } from '../../api/bridge.ts';
import type { Failure } from '../../api/failure.ts';
import { computerQuery, updateQuery } from '../../api/program-queries.ts';
import { putData } from '../../api/put-data.ts';
import { Hint } from '../../kit/act.tsx';
import { FailureLine } from '../../kit/callout.tsx';
import { Panel, PanelLoading, PanelPart } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useAction } from '../../kit/use-action.ts';

/** The update channel, if this build has one; the owner decides when to update. */
export const Updates = () => {
  const { t } = useTranslation('settings');
  const update = useQuery(updateQuery);
  return (
    <Panel title={t('update.title')} text={t('update.text')}>
      <QueryView query={update} loading={<PanelLoading height={52} />}>
        {(state) => <State update={state} />}
      </QueryView>
    </Panel>
  );
};

/** The next action by state. */
const STEPS = {
  unknown: 'check',
  none: 'check',
  failed: 'check',
  available: 'download',
  ready: 'install',
  off: undefined,
  checking: undefined,
  downloading: undefined,
} as const;
type Step = 'check' | 'download' | 'install';

const State = ({ update }: { update: UpdateState }) => {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const { status, version, progress } = update;
  const isUnsigned = useQuery(computerQuery).data?.is_signed === false;
  const action = useAction();
  const take = (chosen: Step) =>
    action.run(async () => {
      if (chosen === 'install') await callProgram('update.install', {});
      else putData(queries, updateQuery.queryKey, await callProgram(`update.${chosen}`, {}));
    });
  const step = STEPS[status];
  const isBusy = status === 'checking' || status === 'downloading';
  return (
    <PanelPart>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" role="status">
            {t(status === 'off' && isUnsigned ? 'update.notSigned' : `update.${status}`, {
              version,
              progress,
            })}
          </Text>
          {step ? (
            <Button
              size="xs"
              flex="none"
              variant={step === 'check' ? 'default' : 'filled'}
              loading={action.isBusy}
              onClick={() => void take(step)}
            >
              {t(`update.do.${step}`, { version })}
            </Button>
          ) : null}
        </Group>
        {isBusy ? (
          <Progress
            value={status === 'downloading' ? progress : 100}
            animated={status === 'checking'}
            aria-label={t(`update.${status}`, { version, progress })}
          />
        ) : null}
        {update.detail !== '' && status === 'failed' ? (
          <Hint>{t('update.why', { detail: update.detail })}</Hint>
        ) : null}
        {action.failure ? <UpdateCallout failure={action.failure} /> : null}
      </Stack>
    </PanelPart>
  );
};

const UpdateCallout = ({ failure }: { failure: Failure }) => {
  const { t } = useTranslation('settings');
  // An open payment blocks the update: link to the open invoices.
  const isPaymentOpen = failure.kind === 'program' && failure.code === 'OPEN_PAYMENT';
  return (
    <FailureLine failure={failure}>
      {' '}
      {isPaymentOpen ? (
        <Link to="/invoices" search={{ status: 'created' }}>
          {t('update.openPayments')}
        </Link>
      ) : null}
    </FailureLine>
  );
};
