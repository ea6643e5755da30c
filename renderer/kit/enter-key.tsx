import { Kbd } from '@mantine/core';

/** Says on the main button that Enter presses it. */
export const EnterKey = () => (
  <Kbd aria-hidden size="xs" ff="inherit" c="inherit" bg="transparent" bd="1px solid currentColor">
    Enter
  </Kbd>
);
