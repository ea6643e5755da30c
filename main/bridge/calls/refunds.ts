import { problem } from '../../../shared/errors.ts';
import { approveRefund, approverProblem, presentApproval } from '../../money/guard/approvals.ts';
import { loadCashSale } from '../../money/shifts/visibility.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { confirmPassword } from '../../shop/accounts/confirm-password.ts';
import { checkPin, peopleByPin } from '../../shop/accounts/pins.ts';
import { loadInvoice } from '../../shop/accounts/scope.ts';
import { mayDo } from '../../shop/accounts/sessions.ts';
import { NotFoundError, ValidationError } from '../../shop/errors.ts';
import { activePeople, findAccount } from '../../store/accounts.ts';
import type { Call, Handlers } from '../call.ts';
import { presentPerson } from './pins.ts';

export const refundHandlers: Handlers<'refunds'> = {
  'refunds.approvers': async (call) => {
    const { handle } = call.running;
    const refund = refundInQuestion(call);
    const byPin = new Set((await peopleByPin(handle)).map(({ id }) => id));
    return activePeople(handle.db)
      .filter((person) => approverProblem(handle, person, refund) === undefined)
      .map((person) => ({ ...presentPerson(person), pin: byPin.has(person.id) }));
  },
  'refunds.approve': async (call) => {
    const { input, running, log } = call;
    const { handle } = running;
    const { invoice, cash_sale, amount, approver, pin, current } = input;
    const refund = refundInQuestion(call);
    const username = findAccount(handle.db, approver)?.username ?? '';
    const prove = () => {
      if (pin !== undefined) return checkPin(handle, approver, pin);
      if (current === undefined)
        throw new ValidationError({ pin: [problem('required', 'Enter the PIN or the password.')] });
      return confirmPassword(handle.sessions, { username, password: current }, 'current');
    };
    const granted = await approveRefund(handle, refund, username, prove);
    log.info('A refund was approved.', { invoice, cash_sale, amount, approver });
    return presentApproval(granted);
  },
};

/** @throws OwnerError FORBIDDEN, NotFoundError: as with the refund itself */
const refundInQuestion = ({ input, running, caller }: Call<'refunds.approvers' | 'refunds.approve'>) => {
  const requester = caller();
  if (!mayDo(requester, 'can_cancel_invoices'))
    throw new OwnerError('FORBIDDEN', 'This needs the right to refund. Nothing was changed.');
  const { db } = running.handle;
  const { invoice: invoiceId = 0, cash_sale, amount } = input;
  const cashSale = cash_sale === undefined ? undefined : loadCashSale(db)(cash_sale, requester);
  const invoice = cash_sale === undefined ? loadInvoice(db)(invoiceId, requester) : undefined;
  if (!(cashSale || invoice)) throw new NotFoundError('invoice', cash_sale ?? invoiceId);
  return { requester, invoice, cashSale, amount };
};
