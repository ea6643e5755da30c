import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { PropsWithChildren, ReactNode } from 'react';

interface StepperProps extends PropsWithChildren {
  /** The names of the two buttons. */
  previous: string;
  next: string;
  isLast: boolean;
  onStep(by: 1 | -1): void;
  /** After the buttons. */
  aside?: ReactNode;
}

/** Days, months or years, one after another. */
export const Stepper = ({ previous, next, isLast, onStep, aside, children }: StepperProps) => {
  const step = { variant: 'default', size: 36 } as const;
  return (
    <Group gap={6}>
      <ActionIcon {...step} aria-label={previous} title={previous} onClick={() => onStep(-1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      {children}
      <ActionIcon {...step} aria-label={next} title={next} disabled={isLast} onClick={() => onStep(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      {aside}
    </Group>
  );
};
