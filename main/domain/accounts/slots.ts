import { BusyError } from '../errors.ts';

export interface SlotOptions {
  /** Aborted: leaves the queue. */
  signal?: AbortSignal | undefined;
  /** When as many are waiting already, the work is refused. */
  maxWaiting?: number;
}

/** Seconds: longer than a full queue takes. */
const TRY_LATER_S = 10;

/** Does a work once a slot is free. @throws BusyError, the reason of the signal */
type Slots = <Result>(work: () => Promise<Result>, options?: SlotOptions) => Promise<Result>;

/** At most `count` works at once; the others wait in the order in which they came. */
export const createSlots = (count: number): Slots => {
  let busy = 0;
  const waiting = new Set<() => void>();

  const turn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(start);
        reject(signal?.reason);
      };
      const start = (): void => {
        waiting.delete(start);
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.add(start);
    });

  /** The slot goes to the next one without ever being free, so that no newcomer gets in between. */
  const release = (): void => {
    const [next] = waiting;
    if (next) next();
    else busy -= 1;
  };

  return async (work, { signal, maxWaiting = Number.POSITIVE_INFINITY } = {}) => {
    signal?.throwIfAborted();
    if (busy < count) busy += 1;
    else if (waiting.size >= maxWaiting)
      throw new BusyError('Too many others are waiting already.', TRY_LATER_S);
    else await turn(signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
};
