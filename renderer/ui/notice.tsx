import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { PropsWithChildren } from 'react';
import classes from './notice.module.css';
import type { Tone } from './theme.ts';

/** A strip that says how things stand, in the colour of what it says. */
export const Notice = ({ tone, title, children }: PropsWithChildren<{ tone: Tone; title: string }>) => {
  const Icon = tone === 'failed' || tone === 'working' ? IconAlertTriangle : IconInfoCircle;
  return (
    <div role="status" className={classes.notice} data-tone={tone}>
      <Icon size={20} aria-hidden className={classes.icon} />
      <div>
        <strong>{title}</strong> {children}
      </div>
    </div>
  );
};
