import { Group, Switch, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestLog } from '../../../shared/api/requests.ts';
import { read } from '../../api/client.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Panel, PanelPart } from '../../kit/panel.tsx';
import { LoadingState, QueryView } from '../../kit/query-view.tsx';
import { CopyBlock } from './copy-block.tsx';
import { unauthenticatedRequest } from './curl.ts';
import { type Filters, shownOf } from './request-view.ts';
import { RequestsTable } from './requests-table.tsx';
import { useBaseUrl } from './use-base-url.ts';

/** Live list of requests to the interface, for programmers of till apps: what arrived and why it was refused. */
export const Requests = () => {
  const { t } = useTranslation('till');
  // The paused list; undefined: live.
  const [held, setHeld] = useState<RequestLog>();
  const [filters, setFilters] = useState<Filters>({ withScreens: false, onlyRefusals: false });
  const query = useQuery({
    ...requestsQuery,
    enabled: held === undefined,
    // Polls only while the window is visible.
    refetchInterval: CHECK_INTERVAL_MS,
  });
  const { data } = query;
  const Icon = held ? IconPlayerPlay : IconPlayerPause;
  return (
    <Panel
      title={t('requests.title')}
      text={t('requests.text')}
      actions={
        <Act
          icon={Icon}
          size="sm"
          flex="none"
          disabled={data === undefined}
          onClick={() => setHeld(held ? undefined : data)}
          text={t(held ? 'requests.goOn' : 'requests.pause')}
        />
      }
    >
      <PanelPart>
        <Group gap="md">
          <Switch
            label={t('requests.onlyRefusals')}
            checked={filters.onlyRefusals}
            onChange={(event) => setFilters({ ...filters, onlyRefusals: event.currentTarget.checked })}
          />
          <Switch
            label={t('requests.withScreens')}
            checked={filters.withScreens}
            onChange={(event) => setFilters({ ...filters, withScreens: event.currentTarget.checked })}
          />
          <Hint role="status">{held ? t('requests.held') : null}</Hint>
        </Group>
      </PanelPart>
      <QueryView
        query={held ? { ...query, data: held } : query}
        loading={
          <PanelPart>
            <LoadingState rows={3} height={28} />
          </PanelPart>
        }
      >
        {(log) => <RequestsView log={log} filters={filters} />}
      </QueryView>
    </Panel>
  );
};

const RequestsView = ({ log: { results }, filters }: { log: RequestLog; filters: Filters }) => {
  const { t } = useTranslation('till');
  const shown = shownOf(results, filters);
  if (shown.length > 0) return <RequestsTable entries={shown} />;
  const fromTills = shownOf(results, { withScreens: false, onlyRefusals: false });
  return (
    <PanelPart>
      {fromTills.length > 0 ? <Text size="sm">{t('requests.noRefusals')}</Text> : <NothingYet />}
    </PanelPart>
  );
};

/** Before the first request: a command to try. */
const NothingYet = () => {
  const { t } = useTranslation('till');
  const base = useBaseUrl();
  return (
    <>
      <Text size="sm" fw={550}>
        {t('requests.empty')}
      </Text>
      <Hint mb={6}>{t('requests.emptyText')}</Hint>
      <CopyBlock text={unauthenticatedRequest(base)} label={t('requests.copyKnock')} />
    </>
  );
};

/** Rare enough for the load, frequent enough to follow a till. */
const CHECK_INTERVAL_MS = 2000;

/** Owner only. */
const requestsQuery = read('requests/');
