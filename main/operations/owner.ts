import { changeOwnerPassword, createOwner } from '../shop/accounts/accounts.ts';
import type { AccountRow } from '../store/accounts.ts';
import type { Handlers } from './operation.ts';

const present = ({ id, username }: AccountRow) => ({ id, username });

export const ownerHandlers: Handlers<'owner'> = {
  'owner.create': async ({ input, log, guard, ...context }) => {
    const owner = await createOwner(context, input);
    log.info('The owner was made.', { id: owner.id });
    // The password was given just now: the first terminal follows.
    guard.confirm(owner.id);
    return present(owner);
  },
  'owner.confirm': async ({ input, guard }) => {
    guard.confirm(await guard.requireOwner('password', input.password));
    return {};
  },
  'owner.password': async ({ input, log, guard, ...context }) => {
    await guard.requireOwner('current', input.current);
    const owner = await changeOwnerPassword(context, input.password);
    guard.forget();
    log.info('The owner has another password.', { id: owner.id });
    return present(owner);
  },
};
