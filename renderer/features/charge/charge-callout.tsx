import { Flex, Stack } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { PropsWithChildren, ReactNode } from 'react';
import type { Tone } from '../../kit/theme.ts';

interface ChargeCalloutProps {
  tone: Tone;
  title: string;
  /** The button that helps. */
  action?: ReactNode;
}

/** An obstacle to charging: what, what is safe, and what to do. */
export const ChargeCallout = ({ tone, title, action, children }: PropsWithChildren<ChargeCalloutProps>) => {
  const Icon = tone === 'waiting' ? IconInfoCircle : IconAlertTriangle;
  return (
    <Flex
      ref={scrollIntoView}
      role="alert"
      className="tinted"
      gap="xs"
      p="sm"
      fz="sm"
      lh={1.45}
      bdrs="md"
      style={{ scrollMarginBlock: '5rem' }}
      data-tone={tone}
    >
      <Icon size={20} aria-hidden style={{ marginTop: 1 }} />
      <Stack className="breaks" gap={4} miw={0}>
        <strong>{title}</strong>
        <span>{children}</span>
        {action}
      </Stack>
    </Flex>
  );
};

/** On a phone it may appear out of sight. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
