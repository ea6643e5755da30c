import { Kbd } from '@mantine/core';
import classes from './key.module.css';

/** Where the keys F1 to F12 are keys of the computer's own. */
const isMac = (): boolean => navigator.platform.startsWith('Mac');

/** The key of a button, as a small badge on it. */
export const Key = ({ name }: { name: string }) => (
  <Kbd className={classes.key ?? ''} aria-hidden visibleFrom="sm">
    {isMac() && /^F\d/.test(name) ? `fn ${name}` : name}
  </Kbd>
);
