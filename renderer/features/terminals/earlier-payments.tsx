import { Box, Button, Flex, Group, Progress, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HistoryAction } from '../../../shared/api/statuses.ts';
import type { StatementHistory, Terminal } from '../../../shared/api/terminals.ts';
import { requestStatementHistory } from '../../api/mutations.ts';
import { putData } from '../../api/put-data.ts';
import { statementHistoryQuery } from '../../api/queries.ts';
import { Hint } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useDates } from '../../shop/use-dates.ts';

interface EarlierPaymentsProps {
  terminal: Terminal;
  /** The card explains it. */
  isMissingToken: boolean;
}

/** Payments that the bank has from before Kramar: their loading is started, watched, paused and cancelled here. */
export const EarlierPayments = ({ terminal, isMissingToken }: EarlierPaymentsProps) => {
  const { t } = useTranslation('terminals');
  const { data: history } = useQuery(statementHistoryQuery(terminal.id));
  if (!history) return null;
  return (
    <Flex
      className="ruled"
      rowGap="sm"
      columnGap="xl"
      wrap="wrap"
      align="center"
      justify="space-between"
      py="sm"
      px="md"
    >
      <Box flex="1 1 20rem" maw="44rem" miw={0}>
        <Title order={3} size="h6">
          {t('earlier.title')}
        </Title>
        <State history={history} />
      </Box>
      <Actions terminal={terminal} history={history} isMissingToken={isMissingToken} />
    </Flex>
  );
};

const State = ({ history }: { history: StatementHistory }) => {
  const { t } = useTranslation('terminals');
  const { state, days_read: days, days_max: max, problem, unreadable } = history;
  if (state === 'none') return <Hint size="xs">{t('earlier.none')}</Hint>;
  const isUnderWay = state === 'running' || state === 'paused';
  return (
    <>
      <Text size="sm" role="status">
        {t(`earlier.${state}`)} <Reached history={history} />
      </Text>
      {isUnderWay ? (
        <Progress
          value={max === 0 ? 100 : (100 * days) / max}
          size="sm"
          mt={6}
          aria-label={t('earlier.title')}
          animated={state === 'running' && problem === ''}
        />
      ) : null}
      {isUnderWay && problem !== '' ? <Problem history={history} /> : null}
      {unreadable > 0 ? (
        <Text size="xs" data-tone="working" className="toned" mt={4}>
          {t('earlier.unreadable', { count: unreadable })}
        </Text>
      ) : null}
    </>
  );
};

const Reached = ({ history }: { history: StatementHistory }) => {
  const { t } = useTranslation('terminals');
  const dates = useDates();
  const { days_read: days, days_max: max, created, first_payment_at: first, state } = history;
  const day = (moment: string) => dates.day(Date.parse(moment));
  return (
    <span className="figures">
      {state === 'done' ? null : t('earlier.days', { days, max })} {t('earlier.created', { count: created })}{' '}
      {first === null ? t('earlier.noFirst') : t('earlier.first', { day: day(first) })}
    </span>
  );
};

const Problem = ({ history: { problem, retry_at } }: { history: StatementHistory }) => {
  const { t } = useTranslation('terminals');
  const dates = useDates();
  return (
    <Text size="xs" data-tone="working" className="toned" mt={4}>
      {t('earlier.problem', {
        code: problem,
        time: retry_at === null ? '' : dates.time(Date.parse(retry_at)),
      })}
    </Text>
  );
};

const BUTTONS: Record<StatementHistory['state'], readonly HistoryAction[]> = {
  none: ['start'],
  running: ['pause', 'cancel'],
  paused: ['start', 'cancel'],
  done: ['start'],
  cancelled: ['start'],
};

const Actions = ({
  terminal,
  history,
  isMissingToken,
}: EarlierPaymentsProps & { history: StatementHistory }) => {
  const { t } = useTranslation('terminals');
  const [isCancelling, cancelling] = useDisclosure(false);
  const queries = useQueryClient();
  const { isBusy, failure, run } = useAction();
  const { state } = history;
  const request = (action: HistoryAction): void =>
    void run(async () => {
      const changed = await requestStatementHistory(terminal.id, action);
      putData(queries, statementHistoryQuery(terminal.id).queryKey, changed);
      cancelling.close();
    });
  const startText = {
    none: 'start',
    paused: 'resume',
    running: 'start',
    done: 'again',
    cancelled: 'start',
  } as const;
  return (
    <Box flex="none">
      <Group gap="xs" wrap="nowrap">
        {BUTTONS[state].map((action) => (
          <Button
            key={action}
            variant={action === 'cancel' ? 'subtle' : 'default'}
            size="sm"
            leftSection={action === 'start' ? <IconHistory size={18} stroke={1.7} aria-hidden /> : undefined}
            loading={isBusy && action !== 'cancel'}
            disabled={action === 'start' && (isMissingToken || !terminal.is_active)}
            onClick={() => (action === 'cancel' ? cancelling.open() : request(action))}
          >
            {t(action === 'start' ? `earlier.${startText[state]}` : `earlier.${action}`)}
          </Button>
        ))}
      </Group>
      {isCancelling ? null : <FailureCallout failure={failure} mt="xs" />}
      <ConfirmDialog
        isOpen={isCancelling}
        size="md"
        title={t('earlier.askTitle')}
        keep={t('earlier.keep')}
        confirm={t('earlier.confirm')}
        isBusy={isBusy}
        failure={failure}
        onConfirm={() => request('cancel')}
        onClose={cancelling.close}
      >
        <Text size="sm">{t('earlier.askText')}</Text>
      </ConfirmDialog>
    </Box>
  );
};
