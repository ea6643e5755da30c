import { Alert, type AlertProps } from '@mantine/core';
import type { Tone } from './theme.ts';
import classes from './tone-alert.module.css';

/** An alert in a tone of the theme: Mantine's own yellow on yellow is too pale to be read. */
export const ToneAlert = ({ tone, ...props }: Omit<AlertProps, 'color' | 'variant'> & { tone: Tone }) => (
  <Alert
    {...props}
    data-tone={tone}
    classNames={{ root: classes.root, title: classes.title, icon: classes.icon }}
  />
);
