import { Code, Group, Stack, Text, Title } from '@mantine/core';
import { Component, type PropsWithChildren, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Act } from '../kit/act.tsx';

export const CrashMessage = ({ error, onRetry }: { error: unknown; onRetry(): void }) => {
  const { t } = useTranslation();
  return (
    <Stack maw="40rem" p="xl" gap="md" role="alert">
      <Title order={1} size="h2">
        {t('crash.title')}
      </Title>
      <Text>{t('crash.text')}</Text>
      {/* Long lines scroll, by keyboard as well. */}
      <Code
        block
        tabIndex={0}
      >{`${location.pathname}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}</Code>
      <Group>
        <Act tone="main" onClick={onRetry} text={t('list.tryAgain')} />
        <Act onClick={() => location.reload()} text={t('crash.reload')} />
      </Group>
    </Stack>
  );
};

/** Catches a crash of the whole app. React supports error boundaries only as classes. */
export class ErrorBoundary extends Component<PropsWithChildren, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? (
      <CrashMessage error={error} onRetry={() => this.setState({ error: undefined })} />
    ) : (
      this.props.children
    );
  }
}
