import { useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../data/failure.ts';

/**
 * Runs an action once, however often its button is pressed: state is seen only after the next render, and the second of
 * two quick clicks comes before. An ended session is no failure to show: the sign-in appears, and the user presses
 * again.
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
  /** @param task receives a check whether the calling screen is still mounted */
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
