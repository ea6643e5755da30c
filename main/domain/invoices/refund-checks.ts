import { problem } from '../../../shared/errors.ts';
import type { Db } from '../../store/db/connection.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { ValidationError } from '../errors.ts';
import { refundReasons } from '../settings.ts';
import type { InvoiceContext } from './refresh.ts';
import { type CancelInput, whatToReturn } from './refund.ts';
import { authoriseRefund } from './refund-approvals.ts';
import { remainingAmount } from './status.ts';

/**
 * Refuses a refund by the rules of the shop, before any request to the bank: the reason, and the requester's limits. The
 * limits are checked once more in the transaction that journals the refund.
 * @throws ValidationError
 */
export const refuseByShopRules = (
  context: InvoiceContext,
  invoice: InvoiceRow,
  { actor, input, expected, approval }: CancelInput,
): void => {
  refuseReason(context.db, expected.reason);
  const amount = plannedAmount(context.db, invoice, input);
  if (amount !== undefined) authoriseRefund(context, { requester: actor, invoice, amount }, approval);
};

/** As far as it is known here: undefined where the bank's state decides whether the amount is possible at all. */
const plannedAmount = (db: Db, invoice: InvoiceRow, input: CancelInput['input']): number | undefined => {
  try {
    return whatToReturn(db, invoice, input, remainingAmount(invoice)).amount;
  } catch (error) {
    if (error instanceof ValidationError) return undefined;
    throw error;
  }
};

const refuseReason = (db: Db, reason = ''): void => {
  const { reasons, isRequired } = refundReasons(db);
  if (reason === '' ? !isRequired : reasons.includes(reason)) return;
  const choices = reasons.join('; ');
  const found =
    reason === ''
      ? problem('required', `The shop requires a reason of every refund: ${choices}. Nothing was refunded.`)
      : problem(
          'invalid_choice',
          `"${reason}" is not one of the shop's reasons: ${choices}. Nothing was refunded.`,
          {
            value: reason,
            choices,
          },
        );
  throw new ValidationError({ reason: [found] });
};
