import { setImmediate as nextTurn } from 'node:timers/promises';

/** Queues for asynchronous work, and long computations that yield to the event loop. */

export interface QueueOptions {
  /** Aborted: the work leaves the queue and is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Longest queue: beyond it the work is rejected with `busy`. */
  bound?: { waiting: number; busy(): Error } | undefined;
}

export type Queue = <Result>(work: () => Promise<Result>, options?: QueueOptions) => Promise<Result>;

/** Runs at most `atOnce` works at a time; the others wait in order. */
export const createQueue = (atOnce = 1): Queue => {
  let running = 0;
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

  /** Passes the slot to the next work without freeing it, so that no newcomer gets in between. */
  const release = (): void => {
    const [next] = waiting;
    if (next) next();
    else running -= 1;
  };

  return async (work, { signal, bound } = {}) => {
    signal?.throwIfAborted();
    if (running < atOnce) running += 1;
    else if (bound && waiting.size >= bound.waiting) throw bound.busy();
    else await turn(signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
};

/**
 * A queue for each key: a second work for the same key waits until the first has ended, so that a double click on
 * "refund" meets the outcome of the first.
 */
export const createKeyedQueue = () => {
  /** The end of the last work of each key. */
  const ends = new Map<number | string, Promise<void>>();
  return async <Result>(key: number | string, work: () => Promise<Result>): Promise<Result> => {
    const before = ends.get(key);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    ends.set(key, end);
    if (before) await before;
    try {
      return await work();
    } finally {
      if (ends.get(key) === end) ends.delete(key);
      resolve();
    }
  };
};
export type KeyedQueue = ReturnType<typeof createKeyedQueue>;

/** Long enough to get on with the work, short enough to go unnoticed: one thread answers all requests. */
export const SLICE_MS = 5;

/** A computation that can pause at each `yield`; gives its result. */
export type Yielding<Result> = Generator<undefined, Result, undefined>;

export interface CooperativeOptions {
  /** Aborted: the computation ends at its next pause. */
  signal?: AbortSignal | undefined;
  /** Called before each pause. */
  onPause?(): void;
}

/**
 * Runs a computation in slices of SLICE_MS; other requests are served in between.
 * @throws the reason of the signal
 */
export const cooperative = async <Result>(
  steps: Yielding<Result>,
  { signal, onPause }: CooperativeOptions = {},
): Promise<Result> => {
  let since = performance.now();
  try {
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      if (performance.now() - since <= SLICE_MS) continue;
      onPause?.();
      await nextTurn();
      signal?.throwIfAborted();
      since = performance.now();
    }
  } finally {
    // On abort this closes the iterators that the computation has open.
    steps.return(undefined as Result);
  }
};

/** Runs `work` for each value, in slices of SLICE_MS. */
export const forEachCooperatively = <Value>(
  values: Iterable<Value>,
  work: (value: Value) => void,
  options?: CooperativeOptions,
): Promise<void> => {
  const steps = function* (): Yielding<void> {
    for (const value of values) {
      work(value);
      yield;
    }
  };
  return cooperative(steps(), options);
};

/** The values in order, `size` of them at a time. */
export function* slicesOf<Value>(
  values: readonly Value[],
  size: number,
): Generator<Value[], void, undefined> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}

/** The same of values that are not all there at once. */
export function* groupsOf<Value>(values: Iterable<Value>, size: number): Generator<Value[], void, undefined> {
  let group: Value[] = [];
  for (const value of values) {
    group.push(value);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Elements processed between two yields: a yield costs as much as several of them. */
export const ELEMENTS_PER_YIELD = 50;

/** `Array.map` that can pause. */
export function* mapYielding<Value, Made>(
  values: readonly Value[],
  make: (value: Value) => Made,
): Yielding<Made[]> {
  const made: Made[] = [];
  for (const value of values) {
    made.push(make(value));
    if (made.length % ELEMENTS_PER_YIELD === 0) yield;
  }
  return made;
}

/** `Map.groupBy` that can pause. */
export function* groupYielding<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): Yielding<Map<string, Value[]>> {
  const groups = new Map<string, Value[]>();
  for (const [at, value] of values.entries()) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
    if (at % ELEMENTS_PER_YIELD === ELEMENTS_PER_YIELD - 1) yield;
  }
  return groups;
}
