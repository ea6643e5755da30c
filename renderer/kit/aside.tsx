import type { PropsWithChildren } from 'react';
import classes from './aside.module.css';

/** What most people need not read, folded up. */
export const Aside = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <details className={classes.aside}>
    <summary>{title}</summary>
    {children}
  </details>
);
