import type { Invoice } from '../../../../shared/api/invoices.ts';
import type { Failure } from '../../../api/failure.ts';
import { leftOf } from '../../../lib/invoices.ts';

/** Explains a cancellation or refund that was not made: pure. */

type Refusal = 'lessLeft' | 'statusNothing' | 'failed';

/** The reason of a refusal while the invoice is unchanged; undefined: the failure's text explains it. */
export const refusalOf = (failure: Failure): Refusal | undefined => {
  if (failure.kind === 'bank') return failure.code === 'CANCEL_FAILED' ? 'failed' : undefined;
  if (failure.kind !== 'invalid') return undefined;
  if ('expected_left' in failure.errors || 'amount' in failure.errors) return 'lessLeft';
  return 'status' in failure.errors ? 'statusNothing' : undefined;
};

type Standing = Pick<Invoice, 'status' | 'amount' | 'final_amount'>;

export type Change = 'paidMeanwhile' | 'processing' | 'closed' | 'refunded' | 'statusNothing';

/** How the invoice has changed since the dialog opened; undefined: it has not. */
export const changeOf = (action: 'cancel' | 'refund', was: Standing, is: Standing): Change | undefined => {
  if (is.status === was.status && leftOf(is) === leftOf(was)) return undefined;
  if (is.status === 'processing') return 'processing';
  if (action === 'refund')
    return is.status === 'reversed' || leftOf(is) < leftOf(was) ? 'refunded' : 'statusNothing';
  if (is.status === 'success') return 'paidMeanwhile';
  return is.status === 'expired' ? 'closed' : 'statusNothing';
};
