import { Button, type ButtonProps, type ElementProps, Text, type TextProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** main: the one that goes on; danger: it cannot be undone; quiet: beside others, or seldom. */
const TONES = {
  plain: { variant: 'default' },
  main: { variant: 'filled' },
  danger: { variant: 'filled', color: 'red.9' },
  quiet: { variant: 'subtle' },
  faint: { variant: 'subtle', color: 'gray' },
} as const;

const SMALL_ICON = 16;
const ICON = 18;

interface ActProps
  extends Omit<ButtonProps, 'variant' | 'color' | 'children'>,
    ElementProps<'button', keyof ButtonProps> {
  text: ReactNode;
  icon?: TablerIcon;
  tone?: keyof typeof TONES;
}

/** A button with its text, and an icon before it. */
export const Act = ({ text, icon: Icon, tone = 'plain', ...button }: ActProps) => (
  <Button
    {...(Icon && { leftSection: <Icon size={button.size === 'xs' ? SMALL_ICON : ICON} aria-hidden /> })}
    {...TONES[tone]}
    {...button}
  >
    {text}
  </Button>
);

/** A remark in small dimmed letters. */
export const Hint = (props: TextProps & ElementProps<'p', keyof TextProps>) => (
  <Text size="sm" c="dimmed" {...props} />
);

/** What is wrong, as the faults of fields say it. */
export const Fault = (props: TextProps & ElementProps<'p', keyof TextProps>) => (
  <Text size="sm" c="var(--mantine-color-error)" {...props} />
);
