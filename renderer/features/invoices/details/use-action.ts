import { useRef, useState } from 'react';
import { type Failure, failureOf } from '../../../api/failure.ts';

interface Action {
  isBusy: boolean;
  failure: Failure | undefined;
  /** Does it; nothing happens while it is under way already. Never throws. */
  run(work: () => Promise<void>): Promise<void>;
}

/** Something that is asked of the service: once at a time, whatever is pressed meanwhile. */
export const useAction = (): Action => {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  // The state is seen only at the next drawing; the second of two quick clicks comes before.
  const isRunning = useRef(false);
  return {
    isBusy,
    failure,
    run: async (work) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setBusy(true);
      setFailure(undefined);
      try {
        await work();
      } catch (error) {
        setFailure(failureOf(error));
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
  };
};
