/** Limits concurrency; tasks wait in the order of their arrival. @param max at once, at least 1 */
export const createSlots = (max: number) => {
  let taken = 0;
  const waiting: (() => void)[] = [];
  const free = (): void => {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  };
  /** @throws what `task` throws; the signal's reason when aborted before its turn */
  return async <Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result> => {
    if (taken < max) taken += 1;
    else await turn(waiting, signal);
    try {
      signal.throwIfAborted();
      return await task();
    } finally {
      free();
    }
  };
};

const turn = (waiting: (() => void)[], signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const begin = (): void => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = (): void => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(signal.reason);
    };
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    waiting.push(begin);
    signal.addEventListener('abort', leave, { once: true });
  });
