import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../shared/bridge/bridge.ts';
import { requestStatementHistory } from '../../api/mutations.ts';
import { computerQuery, settingsQuery } from '../../api/program-queries.ts';
import { putData } from '../../api/put-data.ts';
import { statementHistoryQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Callout, FailureCallout } from '../../kit/callout.tsx';
import { useAction } from '../../kit/use-action.ts';
import { CopyLine } from '../../shop/copy-button.tsx';
import classes from './done.module.css';

export type Added = CallOutput<'terminals.add'>;

/** The result of the first run, and next steps. */
export const Done = ({ added }: { added: Added }) => {
  const { t } = useTranslation('first-run');
  const { data: computer } = useQuery(computerQuery);
  const { data: settings } = useQuery(settingsQuery);
  const backups = settings?.find(({ name }) => name === 'backup_folder')?.value ?? '';
  const first = useRef<HTMLAnchorElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <Stack gap="lg">
      <Group gap="sm" wrap="nowrap" align="start">
        <IconCircleCheck size={32} stroke={1.7} color="var(--tone-paid)" aria-hidden />
        <div>
          <Title order={1} size="h3">
            {t('done.title')}
          </Title>
          <Hint>
            {t('done.terminal', { name: added.name, merchant: added.merchant_name })}{' '}
            {added.registers === null ? '' : t('done.registers', { count: added.registers })}
          </Hint>
        </div>
      </Group>
      {added.registers === null ? (
        <Callout tone="working" p="sm" role="status">
          {t('done.noRegisters')}
        </Callout>
      ) : null}
      <ul className={classes.next}>
        <Next title={t('done.charge')}>{t('done.chargeText')}</Next>
        <Next title={t('done.earlier')}>
          <OfferEarlierPayments terminal={added.id} />
        </Next>
        <Next title={t('done.till')}>
          {t('done.tillText')}
          <CopyLine text={computer?.base_url ?? new URL('/api/v1/', location.origin).href} />
        </Next>
        <Next title={t('done.backups')}>
          {t('done.backupsText')}
          {backups === '' ? null : <CopyLine text={backups} />}
        </Next>
      </ul>
      <Group justify="end">
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/today" />}>
          {t('done.toToday')}
        </Button>
        <Button renderRoot={(props) => <Link {...props} ref={first} to="/charge" />}>
          {t('done.firstInvoice')}
        </Button>
      </Group>
    </Stack>
  );
};

const Next = ({ title, children }: { title: string; children: ReactNode }) => (
  <li>
    <Text size="sm" fw={600}>
      {title}
    </Text>
    <Text size="sm" c="dimmed" component="div">
      {children}
    </Text>
  </li>
);

/** Offers the payments that the bank has from before Kramar. */
const OfferEarlierPayments = ({ terminal }: { terminal: number }) => {
  const { t } = useTranslation('first-run');
  const queries = useQueryClient();
  const { data: history } = useQuery(statementHistoryQuery(terminal));
  const { isBusy, failure, run } = useAction();
  const isOffered = history === undefined || history.state === 'none';
  if (!isOffered)
    return (
      <Text size="sm" role="status">
        {t('done.earlierStarted')}
      </Text>
    );
  return (
    <>
      {t('done.earlierText')}
      <div>
        <Act
          size="sm"
          mt={6}
          loading={isBusy}
          onClick={() =>
            void run(async () => {
              const started = await requestStatementHistory(terminal, 'start');
              putData(queries, statementHistoryQuery(terminal).queryKey, started);
            })
          }
          text={t('done.earlierStart')}
        />
      </div>
      <FailureCallout failure={failure} mt="xs" />
    </>
  );
};
