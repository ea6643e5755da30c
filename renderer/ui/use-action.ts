import { useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../data/failure.ts';

/**
 * Something that is asked once, however often it is pressed: the state is seen only at the next drawing, and the second
 * of two quick clicks comes before. A session that has ended is no failure to be told: the sign-in comes by itself, and
 * whoever comes back presses again.
 */
export const useAction = () => {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const busy = useRef(false);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  /** @param task gets a way to learn whether the screen that began it is still there */
  const run = async (task: (isThere: () => boolean) => Promise<void>): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await task(() => isThere.current);
    } catch (error) {
      const described = failureOf(error);
      setFailure(described.kind === 'session' ? undefined : described);
    } finally {
      busy.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, failure, run, forget: () => setFailure(undefined) };
};
