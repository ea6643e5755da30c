import * as v from 'valibot';
import { attemptEntries, without } from '../../api/keyed-attempts.ts';
import type { CashCharge, Charge } from '../../api/mutations.ts';
import { formSchema } from './form.ts';

/** One Idempotency-Key per filled form, so that repeated presses create one invoice. Changed content gets a new key. */

export const attemptSchema = v.object({
  ...attemptEntries,
  charge: v.custom<Charge | CashCharge>((value) => typeof value === 'object' && value !== null),
  tender: v.optional(v.picklist(['qr', 'cash', 'parts']), 'qr'),
  /** The form's content. */
  form: formSchema,
  /** Minor units. */
  amount: v.number(),
});
export type Attempt = v.InferOutput<typeof attemptSchema>;
/** A valid form. */
export type FilledCharge = Pick<Attempt, 'charge' | 'form' | 'amount'> & Partial<Pick<Attempt, 'tender'>>;

/** The number of refused attempts kept, for their keys; unknown ones are always kept. */
const REFUSED_KEPT = 5;

const contentOf = (charge: Attempt['charge']): string => JSON.stringify(charge);

export const attemptOf = (attempts: readonly Attempt[], charge: Attempt['charge']): Attempt | undefined =>
  attempts.find((each) => contentOf(each.charge) === contentOf(charge));

/** The attempt to send: an earlier one of the same content, else a new one. */
export const nextAttempt = (
  attempts: readonly Attempt[],
  filled: FilledCharge,
  newKey: () => string,
  now: number,
): Attempt => ({
  key: attemptOf(attempts, filled.charge)?.key ?? newKey(),
  charge: filled.charge,
  tender: filled.tender ?? 'qr',
  form: filled.form,
  amount: filled.amount,
  state: 'sent',
  failure: null,
  at: now,
});

/** Replaces or adds the attempt, newest last. */
export const withAttempt = (attempts: readonly Attempt[], attempt: Attempt): Attempt[] => {
  const others = without(attempts, attempt.key);
  const refused = others.filter(({ state }) => state === 'refused');
  const dropped = new Set(refused.slice(0, Math.max(0, refused.length - REFUSED_KEPT)));
  return [...others.filter((each) => !dropped.has(each)), attempt];
};
