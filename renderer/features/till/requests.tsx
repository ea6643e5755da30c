import { Box, Group, Stack, Switch, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestEntry, RequestLog } from '../../../shared/api/requests.ts';
import { read } from '../../api/client.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { type Column, column, DataTable } from '../../kit/data-table.tsx';
import { Panel, PanelPart } from '../../kit/panel.tsx';
import { cut } from '../../kit/plain-row.ts';
import { LoadingState, QueryView } from '../../kit/query-view.tsx';
import { formatCount } from '../../lib/count.ts';
import { useDates } from '../../shop/use-dates.ts';
import { CopyBlock, CopyText, LongCode, useBaseUrl } from './copy-block.tsx';
import { curlOf, unauthenticatedRequest } from './curl.ts';
import { type Filters, isBodySummary, isCut, readable, shortPath, shownOf } from './request-view.ts';
import classes from './requests.module.css';
import { errCodeOf, explainedCode, statusWordOf, toneOf } from './statuses.ts';

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

const RequestsTable = ({ entries }: { entries: readonly RequestEntry[] }) => {
  const { t } = useTranslation('till');
  // By id, so that the open entry stays open when new ones arrive above.
  const [open, setOpen] = useState<string>();
  return (
    <Box className="ruled" mah="34rem" style={{ overflowY: 'auto' }}>
      <DataTable
        isPlain
        isStacked
        isHighlighted={false}
        label={t('requests.title')}
        className={classes.table}
        rows={entries}
        columns={useColumns(open, setOpen)}
        keyOf={({ id }) => id}
        attributesOf={({ id }) => ({ className: classes.row, 'data-open': id === open || undefined })}
        below={{
          of: (entry) => (entry.id === open ? <RequestDetails entry={entry} /> : undefined),
          className: classes.details,
        }}
      />
    </Box>
  );
};

const useColumns = (
  open: string | undefined,
  onOpen: (id: string | undefined) => void,
): Column<RequestEntry>[] => {
  const { t } = useTranslation('till');
  const dates = useDates();
  const whoOf = ({ username }: RequestEntry): string => username || t('requests.nobody');
  return [
    column('time', t('words.time'), ({ at }) => dates.seconds(Date.parse(at)), {
      width: '5.5rem',
      cellClassName: 'figures',
    }),
    column(
      'request',
      t('requests.column.request'),
      (entry) => (
        <RequestToggle
          entry={entry}
          isOpen={entry.id === open}
          onToggle={() => onOpen(entry.id === open ? undefined : entry.id)}
        />
      ),
      { isMain: true, isWrapped: true },
    ),
    column(
      'status',
      t('requests.column.status'),
      ({ status }) => (
        <span className={`pill small tinted ${classes.status}`} data-tone={toneOf(status)}>
          {status} {t(`status.word.${statusWordOf(status)}`)}
        </span>
      ),
      { isMain: true, width: '9.5rem' },
    ),
    column('ms', t('requests.column.ms'), ({ ms }) => formatCount(ms), {
      isNumber: true,
      width: '3.75rem',
      cellClassName: 'figures',
    }),
    column(
      'who',
      t('words.who'),
      (entry) => (entry.is_screen ? t('requests.screen', { who: whoOf(entry) }) : whoOf(entry)),
      { width: '6.25rem', cellClassName: cut(undefined), tooltip: whoOf },
    ),
  ];
};

const detailsId = (id: string): string => `request-${id}`;

interface RequestToggleProps {
  entry: RequestEntry;
  isOpen: boolean;
  onToggle(): void;
}

const RequestToggle = ({ entry: { id, method, path }, isOpen, onToggle }: RequestToggleProps) => {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <UnstyledButton
      className={classes.toggle}
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailsId(id) : undefined}
      title={path}
      onClick={onToggle}
    >
      <Chevron size={14} aria-hidden />
      {/* The details have the full text. */}
      <Text span size="xs" ff="monospace" lh={1.35} lineClamp={2}>
        <b>{method}</b> {shortPath(path)}
      </Text>
    </UnstyledButton>
  );
};

/** The request, the reason of its outcome, and a curl command that repeats it. */
const RequestDetails = ({ entry }: { entry: RequestEntry }) => {
  const { t } = useTranslation('till');
  const base = useBaseUrl();
  const { id, method, path, body, detail, status, user_agent } = entry;
  const errCode = errCodeOf(detail);
  return (
    <Stack gap="xs" id={detailsId(id)}>
      <Text size="sm">
        <strong>{status}.</strong> {t(`status.means.${statusWordOf(status)}`)}
      </Text>
      {errCode === undefined ? null : (
        <Text size="sm">
          <strong>{errCode}.</strong> {t(`errCode.${explainedCode(errCode)}`)}
        </Text>
      )}
      {detail === '' ? null : (
        <Part name={t('requests.detail')}>
          <LongCode mah="16rem">{detail}</LongCode>
        </Part>
      )}
      <Part name={t('requests.column.request')}>
        <LongCode mah="16rem">
          {method} {path}
        </LongCode>
      </Part>
      {body === '' ? null : (
        <Part name={t('requests.body')}>
          <LongCode mah="16rem">{readable(body)}</LongCode>
        </Part>
      )}
      <CopyText text={curlOf(entry, base)} label={t('requests.copyCurl')} isShown />
      <Hint size="xs">
        {t('requests.token')} {isCut(body) ? t('requests.cut') : null}
        {isBodySummary(body) ? t('requests.toldOnly') : null}
      </Hint>
      <Hint size="xs" className="breaks">
        {[user_agent, t('requests.id', { id })].filter(Boolean).join(' · ')}
      </Hint>
    </Stack>
  );
};

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Hint size="xs">{name}</Hint>
    {children}
  </div>
);
