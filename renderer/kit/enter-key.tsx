import { Kbd } from '@mantine/core';
import classes from './enter-key.module.css';

/** Says on the main button that Enter presses it. */
export const EnterKey = () => (
  <Kbd aria-hidden size="xs" className={classes.key}>
    Enter
  </Kbd>
);
