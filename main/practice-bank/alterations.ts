import * as v from 'valibot';

/**
 * Changes to the body of an answer that a client must survive: unknown enum values, fields that are absent, null or of
 * another type. A path is a field with dots between the levels (`paymentInfo.fee`, `list.0.status`); `*` stands for
 * every element of a list.
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
  /** Values to set, by path; absent levels are created. */
  set: v.optional(v.record(path, v.unknown())),
  /** Paths to remove. */
  drop: v.optional(v.array(path)),
});
export type Alteration = v.InferOutput<typeof alterationSchema>;

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

const namesOf = (holder: Tree, step: string) => (step === '*' ? Object.keys(holder) : [step]);

/** The value under a name; created when absent, as a list when `next` is an element's index. */
function ensureChild(holder: Tree, name: string, next: string): unknown {
  if (!isTree(holder[name])) holder[name] = /^\d+$/.test(next) ? [] : {};
  return holder[name];
}

/** The objects and lists that hold the path's last step, each with its key there. */
function targetsOf(holder: Tree, steps: readonly string[], canCreate: boolean): [Tree, string][] {
  const [step = '', ...rest] = steps;
  const [next] = rest;
  if (next === undefined) return namesOf(holder, step).map((name) => [holder, name]);
  return namesOf(holder, step).flatMap((name) => {
    const value = canCreate ? ensureChild(holder, name, next) : holder[name];
    return isTree(value) ? targetsOf(value, rest, canCreate) : [];
  });
}

/** Gives a changed copy; a body that is not an object stays unchanged. */
export function alterBody(body: unknown, { set = {}, drop = [] }: Alteration): unknown {
  // Drops absent values, as the answer itself does.
  const copy: unknown = body === undefined || body === '' ? body : JSON.parse(JSON.stringify(body));
  if (!isTree(copy)) return copy;
  for (const [path, value] of Object.entries(set)) {
    for (const [holder, name] of targetsOf(copy, path.split('.'), true))
      holder[name] = structuredClone(value);
  }
  for (const path of drop) {
    // From the end, so that the elements of a list keep their indexes.
    for (const [holder, name] of targetsOf(copy, path.split('.'), false).toReversed()) {
      if (Array.isArray(holder)) holder.splice(Number(name), 1);
      else delete holder[name];
    }
  }
  return copy;
}
