import { VisuallyHidden } from '@mantine/core';
import { createContext, type PropsWithChildren, useContext, useState } from 'react';

const Context = createContext<(text: string) => void>(() => undefined);

/** One live region for all tiles: one per tile would read the whole board when it opens. */
export const Announcer = ({ children }: PropsWithChildren) => {
  const [message, setMessage] = useState('');
  return (
    <Context value={setMessage}>
      {children}
      <VisuallyHidden role="status">{message}</VisuallyHidden>
    </Context>
  );
};

export const useAnnounce = (): ((text: string) => void) => useContext(Context);
