import type { Invoice } from '../../../../shared/api/invoices.ts';
import type { Failure } from '../../../data/failure.ts';
import { leftOf } from '../../../lib/invoices.ts';

/** What a cancel or a refund that was not done means for whoever asked for it: pure. */

type Refusal = 'lessLeft' | 'statusNothing' | 'failed';

/** Why it was refused, though the invoice reads as before; undefined: the failure's own words say it. */
export const refusalOf = (failure: Failure): Refusal | undefined => {
  if (failure.kind === 'bank') return failure.code === 'CANCEL_FAILED' ? 'failed' : undefined;
  if (failure.kind !== 'invalid') return undefined;
  if ('expected_left' in failure.errors || 'amount' in failure.errors) return 'lessLeft';
  return 'status' in failure.errors ? 'statusNothing' : undefined;
};

type Standing = Pick<Invoice, 'status' | 'amount' | 'final_amount'>;

export type Change = 'paidMeanwhile' | 'processing' | 'closed' | 'refunded' | 'statusNothing';

/** What the invoice has become since it was asked about; undefined: it is what it was. */
export const changeOf = (action: 'cancel' | 'refund', was: Standing, is: Standing): Change | undefined => {
  if (is.status === was.status && leftOf(is) === leftOf(was)) return undefined;
  if (is.status === 'processing') return 'processing';
  if (action === 'refund')
    return is.status === 'reversed' || leftOf(is) < leftOf(was) ? 'refunded' : 'statusNothing';
  if (is.status === 'success') return 'paidMeanwhile';
  return is.status === 'expired' ? 'closed' : 'statusNothing';
};
