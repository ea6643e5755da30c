import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work beside others: a shop's PC has one service, and the till waits for nobody's report. */

/** Long enough to get on with the work, short enough that nobody else notices. */
const AT_WORK_MS = 5;

/** For long work on the one thread that answers everybody. */
export interface Pauses {
  /** Whether it has been at work for long enough. */
  isDue(): boolean;
  /** Lets others be answered. Throws the signal's reason once that is aborted. */
  take(): Promise<void>;
}

export const createPauses = (signal?: AbortSignal): Pauses => {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > AT_WORK_MS,
    take: async () => {
      await nextTurn();
      signal?.throwIfAborted();
      since = performance.now();
    },
  };
};

/** Elements that are looked up at once, or worked on before it is asked whether a pause is due. */
export const SLICE = { looked: 500, worked: 50 };

/** What `work` makes of the values, a slice at a time. */
export const inSlices = async <Value, Found>(
  values: readonly Value[],
  work: (slice: Value[]) => Found[],
): Promise<Found[]> => {
  const found: Found[][] = [];
  for (let start = 0; start < values.length; start += SLICE.looked) {
    found.push(work(values.slice(start, start + SLICE.looked)));
    await nextTurn();
  }
  return found.flat();
};

/** A computation that may be paused now and then; gives its result. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Others are answered in the pauses. */
export const inTurns = async <Result>(steps: Steps<Result>): Promise<Result> => {
  const pauses = createPauses();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (pauses.isDue()) await pauses.take();
  }
};

/** The same at once. */
export const atOnce = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

/** `Array.map` that pauses. */
export function* mapped<Value, Made>(values: readonly Value[], make: (value: Value) => Made): Steps<Made[]> {
  const made: Made[] = [];
  for (const value of values) {
    made.push(make(value));
    if (made.length % SLICE.worked === 0) yield;
  }
  return made;
}

/** `Map.groupBy` that pauses. */
export function* grouped<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): Steps<Map<string, Value[]>> {
  const groups = new Map<string, Value[]>();
  for (const [at, value] of values.entries()) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
    if (at % SLICE.worked === SLICE.worked - 1) yield;
  }
  return groups;
}
