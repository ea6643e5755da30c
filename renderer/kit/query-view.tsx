import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconRefresh, type Icon as TablerIcon } from '@tabler/icons-react';
import { isValidElement, type PropsWithChildren, type ReactElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, failureOf } from '../api/failure.ts';
import { Act } from './act.tsx';
import { useFailureText } from './use-failure-text.ts';

export interface Query<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch(): unknown;
}

interface QueryViewProps<Data> extends LoadingStateProps {
  query: Query<Data>;
  children(data: Data): ReactNode;
  /** Stands in for the rows of a list while nothing is read yet. */
  loading?: ReactNode;
  /** Shown for a record that does not exist. */
  missing?: ReactNode;
  /** Puts the failure on a card. */
  isCard?: boolean;
  /** Replaces what was read before by the failure; without it, only a first read that fails is shown. */
  isStrict?: boolean;
}

/** Failures shown elsewhere: unreachable in the shell's banner, an ended session in the sign-in. */
const isShownElsewhere = ({ kind }: Failure): boolean => kind === 'unreachable' || kind === 'session';

/** Renders the states of a query: loading, failed, missing, loaded. Offline, earlier data stays. */
export const QueryView = <Data,>({
  query: { data, error, refetch },
  children,
  loading,
  missing,
  isCard = false,
  isStrict = false,
  ...size
}: QueryViewProps<Data>): ReactNode => {
  const failure = error ? failureOf(error) : undefined;
  if (data !== undefined && !(isStrict && failure && !isShownElsewhere(failure))) return children(data);
  if (failure?.kind === 'missing' && missing !== undefined) return missing;
  if (!failure || failure.kind === 'session') return loading ?? <LoadingState {...size} />;
  const failed = <FailedState failure={failure} onRetry={() => void refetch()} />;
  return isCard ? <div className="card">{failed}</div> : failed;
};

/** Combines two queries: loaded once both are, failed when one is. */
export const combineQueries = <One, Other>(one: Query<One>, other: Query<Other>): Query<[One, Other]> => ({
  data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
  error: one.error ?? other.error,
  refetch: () => Promise.all([one.refetch(), other.refetch()]),
});

interface LoadingStateProps {
  rows?: number | undefined;
  height?: number | undefined;
}

/** As high as the final content, so that nothing jumps. */
export const LoadingState = ({ rows = 6, height = 36 }: LoadingStateProps) => {
  const { t } = useTranslation();
  return (
    <Stack gap="xs" role="status" aria-label={t('list.loading')} py="xs">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no id
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  );
};

interface EmptyStateProps extends PropsWithChildren {
  icon?: TablerIcon | ReactElement;
  title: string;
  /** 1: nothing else names the screen. */
  order?: 1 | 2;
  action?: ReactNode;
  isCard?: boolean;
}

/** An empty screen: what belongs here, and the first action. */
export const EmptyState = ({
  icon: Icon,
  title,
  order = 2,
  children,
  action,
  isCard = false,
}: EmptyStateProps) => (
  <Stack align="center" gap="sm" p="xl" ta="center" {...(isCard && { className: 'card' })}>
    {Icon === undefined || isValidElement(Icon) ? (
      Icon
    ) : (
      <Icon size={40} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />
    )}
    <Title order={order} size="h4">
      {title}
    </Title>
    <Text c="dimmed" maw="32rem">
      {children}
    </Text>
    {action}
  </Stack>
);

/** Says what failed and what is safe, with a retry button. */
const FailedState = ({ failure, onRetry }: { failure: Failure; onRetry(): void }) => {
  const { t } = useTranslation();
  const failureText = useFailureText();
  return (
    <Stack align="center" gap="sm" p="xl" ta="center" role="alert">
      <Title order={2} size="h4">
        {t('list.failed')}
      </Title>
      <Text c="dimmed" maw="32rem">
        {failureText(failure)}
      </Text>
      <Act icon={IconRefresh} onClick={onRetry} text={t('list.tryAgain')} />
    </Stack>
  );
};
