import * as v from 'valibot';
import type { Charge } from '../../api/commands.ts';
import { type Failure, isInDoubt } from '../../api/failure.ts';
import { formSchema } from './form.ts';

/**
 * One Idempotency-Key for each filled form: however often it is pressed, whatever went wrong in between, there is one
 * invoice of it. Another content is another key.
 */

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

export const attemptSchema = v.object({
  key: v.string(),
  charge: v.custom<Charge>(isObject),
  /** What it was filled in as. */
  form: formSchema,
  /** Minor units. */
  amount: v.number(),
  /** unknown: whether there is an invoice of it, nobody on this side can say. */
  state: v.picklist(['sent', 'unknown', 'refused']),
  failure: v.nullable(v.custom<Failure>(isObject)),
  /** ms UTC */
  at: v.number(),
});
export type Attempt = v.InferOutput<typeof attemptSchema>;
/** A form that can be sent. */
export type Filled = Pick<Attempt, 'charge' | 'form' | 'amount'>;

/** As long as the service keeps a key (decisions.md, "Invoices"). */
const KEPT_MS = 24 * 3_600_000;
/** Of what was refused only the key is of use; what is unknown is kept whatever its number. */
const REFUSED_KEPT = 5;

const contentOf = (charge: Charge): string => JSON.stringify(charge);

export const attemptOf = (attempts: readonly Attempt[], charge: Charge): Attempt | undefined =>
  attempts.find((each) => contentOf(each.charge) === contentOf(charge));

/** The attempt to send now: the one of the same content, if there was one. */
export const nextAttempt = (
  attempts: readonly Attempt[],
  filled: Filled,
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

export const without = (attempts: readonly Attempt[], key: string): Attempt[] =>
  attempts.filter((each) => each.key !== key);

/**
 * A try that failed. What may have come of an earlier try of the same content stays open, unless this one says that
 * nothing can have.
 */
export const failed = (attempt: Attempt, failure: Failure, was: Attempt['state'] | undefined): Attempt => {
  const staysOpen = was === 'unknown' && (failure.kind === 'session' || failure.kind === 'throttled');
  return { ...attempt, failure, state: isInDoubt(failure) || staysOpen ? 'unknown' : 'refused' };
};

/** After a reload nobody waits for an answer any more. */
export const revived = (attempts: readonly Attempt[], now: number): Attempt[] =>
  attempts
    .filter(({ at }) => now - at < KEPT_MS)
    .map((each) => (each.state === 'sent' ? { ...each, state: 'unknown' } : each));
