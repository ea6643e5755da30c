import { Kbd } from '@mantine/core';
import classes from './charge.module.css';

/** The key of a button, as a small badge on it. */
export const Key = ({ name }: { name: string }) => (
  <Kbd className={classes.key ?? ''} aria-hidden visibleFrom="sm">
    {name}
  </Kbd>
);
