import { useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../api/failure.ts';

/**
 * The one way to change something at the service or the program, beside the forms (use-record-form.ts), which use it
 * too. Runs an action once, however often its button is pressed: state is seen only after the next render, and the second of
 * two quick clicks comes before. An ended session is no failure to show: the sign-in appears, and the user presses
 * again.
 */
export const useAction = <Result = void>() => {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [result, setResult] = useState<Result>();
  const busy = useRef(false);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const forget = (): void => {
    setFailure(undefined);
    setResult(undefined);
  };
  /** @param task receives a check whether the calling screen is still mounted */
  const run = async (task: (isThere: () => boolean) => Promise<Result>): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setIsBusy(true);
    forget();
    try {
      const done = await task(() => isThere.current);
      setResult(() => done);
    } catch (error) {
      const described = failureOf(error);
      setFailure(described.kind === 'session' ? undefined : described);
    } finally {
      busy.current = false;
      setIsBusy(false);
    }
  };
  /** `result`: of the last run that succeeded; undefined while one runs, and after a failure. */
  return { isBusy, failure, result, run, forget };
};
