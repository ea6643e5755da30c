import * as v from 'valibot';

/**
 * Changes to the body of an answer, for values that a client must survive: enum values it does not know, fields that
 * are absent, null or of another type. A path is a field with dots between the levels (`paymentInfo.fee`,
 * `list.0.status`); `*` stands for every element of a list.
 */
const path = v.pipe(
  v.string(),
  v.minLength(1),
  v.check(
    (text) => !text.split('.').some((step) => ['__proto__', 'constructor', 'prototype'].includes(step)),
    'a path of fields',
  ),
);
export const alterationSchema = v.strictObject({
  /** Values to put in, by path; a level that is absent is made. */
  set: v.optional(v.record(path, v.unknown())),
  /** Paths to take out. */
  drop: v.optional(v.array(path)),
});
export type Alteration = v.InferOutput<typeof alterationSchema>;

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

const namesOf = (holder: Tree, step: string) => (step === '*' ? Object.keys(holder) : [step]);

/** The value under a name; made when it is absent, as a list when `next` is the number of an element. */
function made(holder: Tree, name: string, next: string): unknown {
  if (!isTree(holder[name])) holder[name] = /^\d+$/.test(next) ? [] : {};
  return holder[name];
}

/** The objects and lists that hold the path's last step, each with its name there. */
function places(holder: Tree, steps: readonly string[], makes: boolean): [Tree, string][] {
  const [step = '', ...rest] = steps;
  const [next] = rest;
  if (next === undefined) return namesOf(holder, step).map((name) => [holder, name]);
  return namesOf(holder, step).flatMap((name) => {
    const value = makes ? made(holder, name, next) : holder[name];
    return isTree(value) ? places(value, rest, makes) : [];
  });
}

/** A changed copy. What is not an object stays as it is. */
export function altered(body: unknown, { set = {}, drop = [] }: Alteration): unknown {
  // Absent values are left out as in the answer itself.
  const copy: unknown = body === undefined || body === '' ? body : JSON.parse(JSON.stringify(body));
  if (!isTree(copy)) return copy;
  for (const [path, value] of Object.entries(set)) {
    for (const [holder, name] of places(copy, path.split('.'), true)) holder[name] = structuredClone(value);
  }
  for (const path of drop) {
    // From the end, so that the elements of a list keep their numbers.
    for (const [holder, name] of places(copy, path.split('.'), false).toReversed()) {
      if (Array.isArray(holder)) holder.splice(Number(name), 1);
      else delete holder[name];
    }
  }
  return copy;
}
