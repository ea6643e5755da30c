import { Group, Stack, Title } from '@mantine/core';
import type { PropsWithChildren, ReactNode } from 'react';

/** A section: its title, actions and content. */
export const Page = ({
  title,
  actions,
  children,
}: PropsWithChildren<{ title: string; actions?: ReactNode }>) => (
  <Stack gap="md">
    <Group justify="space-between" align="center" className="no-print">
      <Title order={1} size="h2">
        {title}
      </Title>
      <Group gap="xs">{actions}</Group>
    </Group>
    {children}
  </Stack>
);
