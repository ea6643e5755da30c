import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { PropsWithChildren, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../data/failure.ts';
import classes from './list-states.module.css';
import { useFailureText } from './use-failure-text.ts';

/** Three of the five states of every list; filled is the list itself, offline the banner of the shell. */

/** While it is being read: as high as what will be there, so that nothing jumps. */
export const LoadingState = ({ rows = 6, height = 36 }: { rows?: number; height?: number }) => {
  const { t } = useTranslation();
  return (
    <Stack gap="xs" role="status" aria-label={t('list.loading')} py="xs">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of nothing have nothing else to go by
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  );
};

/** Nothing there yet: what this is, and the one thing to begin with. */
export const EmptyState = ({
  icon,
  title,
  children,
  action,
}: PropsWithChildren<{ icon?: ReactNode; title: string; action?: ReactNode }>) => (
  <div className={classes.state}>
    {icon}
    <Title order={2} size="h4">
      {title}
    </Title>
    <Text c="dimmed" maw="32rem">
      {children}
    </Text>
    {action}
  </div>
);

/** It could not be read: what happened, what is safe, and again. */
export const FailedState = ({ failure, onRetry }: { failure: Failure; onRetry(): void }) => {
  const { t } = useTranslation();
  const failureText = useFailureText();
  return (
    <div className={classes.state} role="alert">
      <Title order={2} size="h4">
        {t('list.failed')}
      </Title>
      <Text c="dimmed" maw="32rem">
        {failureText(failure)}
      </Text>
      <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={onRetry}>
        {t('list.tryAgain')}
      </Button>
    </div>
  );
};
