import { Code, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestEntry } from '../../../shared/api/requests.ts';
import { formatCount } from '../../lib/count.ts';
import { useDates } from '../../ui/use-dates.ts';
import { CopyText } from './copy-block.tsx';
import { curlOf } from './curl.ts';
import { isBodySummary, isCut, readable, shortPath } from './request-view.ts';
import classes from './requests.module.css';
import { statusWordOf, toneOf } from './statuses.ts';
import { useBaseUrl } from './use-base-url.ts';

export const RequestsTable = ({ entries }: { entries: readonly RequestEntry[] }) => {
  const { t } = useTranslation('till');
  // By id, so that the open entry stays open when new ones arrive above.
  const [open, setOpen] = useState<string>();
  return (
    <div className={classes.frame}>
      <Table className={classes.table} highlightOnHover={false} aria-label={t('requests.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('requests.column.time')}</Table.Th>
            <Table.Th className={classes.what}>{t('requests.column.request')}</Table.Th>
            <Table.Th>{t('requests.column.status')}</Table.Th>
            <Table.Th ta="end">{t('requests.column.ms')}</Table.Th>
            <Table.Th className={classes.who}>{t('requests.column.who')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Row
              key={entry.id}
              entry={entry}
              isOpen={entry.id === open}
              onToggle={() => setOpen(entry.id === open ? undefined : entry.id)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
};

interface RowProps {
  entry: RequestEntry;
  isOpen: boolean;
  onToggle(): void;
}

const Row = ({ entry, isOpen, onToggle }: RowProps) => {
  const { t } = useTranslation('till');
  const dates = useDates();
  const details = useId();
  const { at, method, path, status, ms, username, is_screen } = entry;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const who = username || t('requests.nobody');
  return (
    <Fragment>
      <Table.Tr className={classes.row} data-open={isOpen || undefined}>
        <Table.Td className="figures">{dates.seconds(Date.parse(at))}</Table.Td>
        <Table.Td className={classes.what}>
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            title={path}
            onClick={onToggle}
          >
            <Chevron size={14} aria-hidden className={classes.chevron} />
            <span className={classes.path}>
              <b>{method}</b> {shortPath(path)}
            </span>
          </UnstyledButton>
        </Table.Td>
        <Table.Td>
          <span className={classes.status} data-tone={toneOf(status)}>
            {status} {t(`status.word.${statusWordOf(status)}`)}
          </span>
        </Table.Td>
        <Table.Td ta="end" className="figures">
          {formatCount(ms)}
        </Table.Td>
        <Table.Td className={classes.who} title={who}>
          {is_screen ? t('requests.screen', { who }) : who}
        </Table.Td>
      </Table.Tr>
      {isOpen ? (
        <Table.Tr id={details}>
          <Table.Td colSpan={5} className={classes.details}>
            <RequestDetails entry={entry} />
          </Table.Td>
        </Table.Tr>
      ) : null}
    </Fragment>
  );
};

/** The request, the reason of its outcome, and a curl command that repeats it. */
const RequestDetails = ({ entry }: { entry: RequestEntry }) => {
  const { t } = useTranslation('till');
  const base = useBaseUrl();
  const { id, method, path, body, detail, status, user_agent } = entry;
  return (
    <Stack gap="xs">
      <Text size="sm">
        <strong>{status}.</strong> {t(`status.means.${statusWordOf(status)}`)}
      </Text>
      {detail === '' ? null : (
        <Part name={t('requests.detail')}>
          <Code block className={classes.text}>
            {detail}
          </Code>
        </Part>
      )}
      <Part name={t('requests.address')}>
        <Code block className={classes.text}>
          {method} {path}
        </Code>
      </Part>
      {body === '' ? null : (
        <Part name={t('requests.body')}>
          <Code block className={classes.text}>
            {readable(body)}
          </Code>
        </Part>
      )}
      <CopyText text={curlOf(entry, base)} label={t('requests.copyCurl')} isShown />
      <Text size="xs" c="dimmed">
        {t('requests.token')} {isCut(body) ? t('requests.cut') : null}
        {isBodySummary(body) ? t('requests.toldOnly') : null}
      </Text>
      <Text size="xs" c="dimmed" className={classes.marks}>
        {[user_agent, t('requests.id', { id })].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  );
};

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    {children}
  </div>
);
