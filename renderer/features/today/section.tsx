import { Box, Group, Title } from '@mantine/core';
import { type PropsWithChildren, type ReactNode, useId } from 'react';

/** A section with its heading. */
export const Section = ({
  title,
  aside,
  children,
}: PropsWithChildren<{ title: string; aside?: ReactNode }>) => {
  const id = useId();
  return (
    <Box component="section" className="card" miw={0} p="md" aria-labelledby={id}>
      <Group justify="space-between" gap="xs" mih="1.75rem" mb="xs">
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Box>
  );
};
