import * as v from 'valibot';
import { id, nullable, shape, string } from './answers.ts';

/** Why a payment failed, in words for the counter. Beyond version 1. */
export const declineExplained = shape('InvoiceFailure', {
  invoice: id('Id of the invoice.', 15),
  err_code: string("The bank's code; empty when the payment did not fail, or the bank gave none.", '59'),
  failure_reason: string("The bank's own words, as in the invoice.", 'На картці недостатньо коштів'),
  reason: string(
    'What happened, in words for the counter; empty for a code that is not known here.',
    'There is not enough money on the card.',
  ),
  advice: string(
    'What the cashier can do; empty likewise.',
    'The customer can top the card up and try again. Offer to pay with another card or in cash.',
  ),
  next_step: string('The advice without its warning that the invoice can still be paid.', 'Offer cash.'),
  may_try_again: nullable(
    v.boolean(),
    'Whether the same card may work at another try; null where that is unknown.',
    true,
  ),
});
export type DeclineExplained = v.InferOutput<typeof declineExplained>;
