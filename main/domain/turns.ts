import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work beside others: a shop's PC has one service, and the till waits for nobody's report. */

/** Elements worked on before others are answered. */
export const SLICE = 500;

/** What `work` makes of the values, a slice at a time. */
export const inSlices = async <Value, Found>(
  values: readonly Value[],
  work: (slice: Value[]) => Found[],
): Promise<Found[]> => {
  const found: Found[][] = [];
  for (let start = 0; start < values.length; start += SLICE) {
    found.push(work(values.slice(start, start + SLICE)));
    await nextTurn();
  }
  return found.flat();
};

/** A computation that pauses now and then; gives its result. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Others are answered in the pauses. */
export const inTurns = async <Result>(steps: Steps<Result>): Promise<Result> => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
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
    if (made.length % SLICE === 0) yield;
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
    if (at % SLICE === SLICE - 1) yield;
  }
  return groups;
}
