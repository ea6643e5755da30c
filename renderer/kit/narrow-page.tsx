import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { PropsWithChildren, ReactNode } from 'react';
import type { TabLink } from './tab-links.tsx';

interface NarrowPageProps extends PropsWithChildren {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  /** At the end of the line of the title. */
  badge?: ReactNode;
  back: Pick<TabLink, 'label' | 'link'>;
  width?: string;
}

/** A page with one thing to do, as wide as its text, and the way back above it. */
export const NarrowPage = ({ title, aside, badge, back, width = '760px', children }: NarrowPageProps) => (
  <Stack gap="md" w="100%" mx="auto" maw={width}>
    <div>
      <Anchor
        className="with-icon"
        style={{ gap: 6 }}
        fz="sm"
        fw={600}
        underline="never"
        renderRoot={(props) => <Link {...props} {...back.link} />}
      >
        <IconArrowLeft size={18} aria-hidden />
        {back.label}
      </Anchor>
    </div>
    <Group justify="space-between" gap="xs">
      <Group gap="sm">
        <Title order={1} size="h2">
          {title}
        </Title>
        {typeof aside === 'string' ? (
          <Text c="dimmed" component="span">
            {aside}
          </Text>
        ) : (
          aside
        )}
      </Group>
      {badge}
    </Group>
    {children}
  </Stack>
);
