import { Group, Stack, Title } from '@mantine/core';
import type { PropsWithChildren, ReactNode } from 'react';

/** A place: its name, what can be done there, and what is there. */
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
