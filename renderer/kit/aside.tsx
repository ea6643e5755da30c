import { Box } from '@mantine/core';
import type { PropsWithChildren } from 'react';

/** What most people need not read, folded up. */
export const Aside = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <Box component="details" fz="sm" c="dimmed">
    <Box component="summary" w="fit-content">
      {title}
    </Box>
    {children}
  </Box>
);
