import * as v from 'valibot';
import { attemptEntries, without } from '../../data/keyed-attempts.ts';
import type { Charge } from '../../data/mutations.ts';
import { formSchema } from './form.ts';

/**
 * One Idempotency-Key for each filled form: however often it is pressed, whatever went wrong in between, there is one
 * invoice of it. Another content is another key.
 */

export const attemptSchema = v.object({
  ...attemptEntries,
  charge: v.custom<Charge>((value) => typeof value === 'object' && value !== null),
  /** What it was filled in as. */
  form: formSchema,
  /** Minor units. */
  amount: v.number(),
});
export type Attempt = v.InferOutput<typeof attemptSchema>;
/** A form that can be sent. */
export type FilledCharge = Pick<Attempt, 'charge' | 'form' | 'amount'>;

/** Of what was refused only the key is of use; what is unknown is kept whatever its number. */
const REFUSED_KEPT = 5;

const contentOf = (charge: Charge): string => JSON.stringify(charge);

export const attemptOf = (attempts: readonly Attempt[], charge: Charge): Attempt | undefined =>
  attempts.find((each) => contentOf(each.charge) === contentOf(charge));

/** The attempt to send now: the one of the same content, if there was one. */
export const nextAttempt = (
  attempts: readonly Attempt[],
  filled: FilledCharge,
  newKey: () => string,
  now: number,
): Attempt => ({
  key: attemptOf(attempts, filled.charge)?.key ?? newKey(),
  charge: filled.charge,
  form: filled.form,
  amount: filled.amount,
  state: 'sent',
  failure: null,
  at: now,
});

/** With this one in its place, newest last. */
export const withAttempt = (attempts: readonly Attempt[], attempt: Attempt): Attempt[] => {
  const others = without(attempts, attempt.key);
  const refused = others.filter(({ state }) => state === 'refused');
  const dropped = new Set(refused.slice(0, Math.max(0, refused.length - REFUSED_KEPT)));
  return [...others.filter((each) => !dropped.has(each)), attempt];
};
