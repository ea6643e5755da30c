import { Group, Stack, Title } from '@mantine/core';
import { createContext, type PropsWithChildren, type ReactNode, useContext } from 'react';

const InPage = createContext(false);

/** A section: its title, actions and content. Inside another it is a part of that one. */
export const Page = ({
  title,
  actions,
  children,
}: PropsWithChildren<{ title: string; actions?: ReactNode }>) => {
  const isPart = useContext(InPage);
  return (
    <InPage value>
      <Stack gap="md">
        <Group justify="space-between" align="center" className="no-print">
          {isPart ? (
            <Title order={2} size="h4">
              {title}
            </Title>
          ) : (
            <Title order={1} size="h2">
              {title}
            </Title>
          )}
          <Group gap="xs">{actions}</Group>
        </Group>
        {children}
      </Stack>
    </InPage>
  );
};
