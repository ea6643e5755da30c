import { approve, approverProblem, type InQuestion, presentApproval } from '../../money/guard/approvals.ts';
import { RIGHT_TO } from '../../money/guard/rights.ts';
import { loadCashSale } from '../../money/shifts/visibility.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { confirmPassword } from '../../shop/accounts/confirm-password.ts';
import {
  checkPin,
  peopleByPin,
  pinState,
  removeOwnPin,
  setPin,
  switchByPin,
} from '../../shop/accounts/pins.ts';
import { loadInvoice } from '../../shop/accounts/scope.ts';
import { mayDo } from '../../shop/accounts/sessions.ts';
import { fieldRefusal, NotFoundError } from '../../shop/errors.ts';
import { type AccountRow, activePeople, findAccount } from '../../store/accounts.ts';
import type { Call, Handlers } from '../call.ts';

export const pinHandlers: Handlers<'pin'> = {
  'pin.people': async ({ running }) => (await peopleByPin(running.handle)).map(presentPerson),
  'pin.switch': async ({ input, running, log }) => {
    const { person, access, refresh } = await switchByPin(running.handle, input.person, input.pin);
    log.info('Somebody signed in by PIN.', { id: person.id });
    return { username: person.username, access, refresh };
  },
  'pin.state': async ({ running, caller }) => ({ state: await pinState(running.handle, caller().id) }),
  'pin.set': async ({ input, running, caller, log }) => {
    await setPin(running.handle, caller().id, input);
    log.info('A PIN was set.');
  },
  'pin.remove': ({ running, caller, log }) => {
    removeOwnPin(running.handle, caller().id);
    log.info('A PIN was removed by its person.');
  },
};

const presentPerson = ({ id, username, full_name }: AccountRow) => ({
  id,
  username,
  name: full_name || username,
});

export const approvalHandlers: Handlers<'approvals'> = {
  'approvals.people': async (call) => {
    const { handle } = call.running;
    const asked = inQuestion(call);
    const byPin = new Set((await peopleByPin(handle)).map(({ id }) => id));
    return activePeople(handle.db)
      .filter((person) => approverProblem(handle, person, asked) === undefined)
      .map((person) => ({ ...presentPerson(person), pin: byPin.has(person.id) }));
  },
  'approvals.give': async (call) => {
    const { input, running, log } = call;
    const { handle } = running;
    const { invoice, cash_sale, discount, amount, approver, pin, current } = input;
    const asked = inQuestion(call);
    const username = findAccount(handle.db, approver)?.username ?? '';
    const prove = () => {
      if (pin !== undefined) return checkPin(handle, approver, pin);
      if (current === undefined) throw fieldRefusal('pin', 'required', 'Enter the PIN or the password.');
      return confirmPassword(handle.sessions, { username, password: current }, 'current');
    };
    const granted = await approve(handle, asked, username, prove);
    const what = discount === undefined ? 'A refund' : 'A discount';
    log.info(`${what} was approved.`, { invoice, cash_sale, discount, amount, approver });
    return presentApproval(granted);
  },
};

/** @throws OwnerError FORBIDDEN, NotFoundError: as with the refund or the sale itself */
const inQuestion = ({ input, running, caller }: Call<'approvals.people' | 'approvals.give'>): InQuestion => {
  const requester = caller();
  const { invoice: invoiceId = 0, cash_sale, discount, amount } = input;
  const [right, name] =
    discount === undefined ? [RIGHT_TO.giveBack, 'refund'] : ([RIGHT_TO.sell, 'sell'] as const);
  if (!mayDo(requester, right))
    throw new OwnerError('FORBIDDEN', `This needs the right to ${name}. Nothing was changed.`);
  if (discount !== undefined) return { requester, discount, amount };
  const { db } = running.handle;
  const cashSale = cash_sale === undefined ? undefined : loadCashSale(db)(cash_sale, requester);
  const invoice = cash_sale === undefined ? loadInvoice(db)(invoiceId, requester) : undefined;
  if (!(cashSale || invoice)) throw new NotFoundError('invoice', cash_sale ?? invoiceId);
  return { requester, invoice, cashSale, amount };
};
