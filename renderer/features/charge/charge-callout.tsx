import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { PropsWithChildren, ReactNode } from 'react';
import type { Tone } from '../../kit/theme.ts';
import classes from './charge-callout.module.css';

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
    <div ref={scrollIntoView} role="alert" className={classes.problem} data-tone={tone}>
      <Icon size={20} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <strong>{title}</strong>
        <span>{children}</span>
        {action}
      </div>
    </div>
  );
};

/** On a phone it may appear out of sight. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });
