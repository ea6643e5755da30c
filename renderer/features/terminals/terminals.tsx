import { Code, Stack, Text } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { failureOf } from '../../api/failure.ts';
import { cashRegistersQuery, jobsQuery, systemQuery, terminalsQuery } from '../../api/queries.ts';
import { useAccount } from '../../app/use-account.ts';
import { EmptyState, FailedState, LoadingState } from '../../ui/list-states.tsx';
import { Page } from '../../ui/page.tsx';
import { TerminalCard } from './terminal-card.tsx';
import { ADD_COMMAND } from './token-command.ts';

/** What the shop takes payments through: a card for each terminal, with its registers. */
export const Terminals = () => {
  const { t } = useTranslation();
  return (
    <Page title={t('places.terminals')}>
      <List />
    </Page>
  );
};

const List = () => {
  const { is_owner: isOwner } = useAccount();
  const terminals = useQuery(terminalsQuery);
  const registers = useQuery(cashRegistersQuery);
  const system = useQuery(systemQuery);
  const jobs = useQuery({ ...jobsQuery, enabled: isOwner });
  const nextSync = jobs.data?.find(({ name }) => name === 'sync-statements')?.next_run_at ?? null;

  if (!terminals.data) {
    if (terminals.error)
      return (
        <div className="card">
          <FailedState failure={failureOf(terminals.error)} onRetry={() => void terminals.refetch()} />
        </div>
      );
    return <LoadingState rows={1} height={360} />;
  }
  if (terminals.data.length === 0) return <NoTerminals />;
  return (
    <Stack gap="md">
      {terminals.data.map((terminal) => (
        <TerminalCard
          key={terminal.id}
          terminal={terminal}
          state={system.data?.terminals.find(({ id }) => id === terminal.id)}
          nextSync={nextSync}
          registers={registers.data?.filter(({ terminal: of }) => of === terminal.id)}
          registersFailure={registers.error ? failureOf(registers.error) : undefined}
          onRetryRegisters={() => void registers.refetch()}
        />
      ))}
    </Stack>
  );
};

const NoTerminals = () => {
  const { t } = useTranslation('terminals');
  const { is_owner: isOwner } = useAccount();
  return (
    <div className="card">
      <EmptyState
        icon={<IconBuildingStore size={40} stroke={1.4} aria-hidden />}
        title={t('empty.title')}
        action={
          isOwner ? (
            <Text size="sm">
              <Trans
                t={t}
                i18nKey="empty.owner"
                values={{ command: ADD_COMMAND }}
                components={{ code: <Code /> }}
              />
            </Text>
          ) : (
            <Text size="sm">{t('empty.others')}</Text>
          )
        }
      >
        {t('empty.text')}
      </EmptyState>
    </div>
  );
};
