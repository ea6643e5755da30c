import * as v from 'valibot';
import { id } from './answers.ts';

/** Why a payment failed, in words for the counter. Beyond version 1. */
export const declineExplained = v.strictObject({
  invoice: id(),
  /** As the bank told them; "" where it told none. */
  err_code: v.string(),
  failure_reason: v.string(),
  /** In the language of Accept-Language (uk or en); "" where Kramar does not know the code. */
  reason: v.string(),
  /** What the cashier can do. */
  advice: v.string(),
  /** Whether the same card may work at another try; null where nobody knows. */
  may_try_again: v.nullable(v.boolean()),
});
export type DeclineExplained = v.InferOutput<typeof declineExplained>;
