import { problem } from '../../../shared/errors.ts';
import { changeOwnerPassword, createOwner } from '../../shop/accounts/accounts.ts';
import { verifyPassword } from '../../shop/accounts/passwords.ts';
import { ValidationError } from '../../shop/errors.ts';
import { findOwner } from '../../store/accounts.ts';
import type { Handlers } from '../call.ts';

export const ownerHandlers: Handlers<'owner'> = {
  'owner.create': async ({ input, running, log, guard }) => {
    const { username, password } = input;
    // Refused here in the window's words, and without revealing the name.
    if (findOwner(running.handle.db))
      throw new ValidationError({
        username: [problem('owner_exists', 'There is an owner already. Sign in instead.')],
      });
    const owner = await createOwner(running.handle, { username, password });
    log.info('The owner was made.', { id: owner.id });
    // The password was given just now: the first terminal follows.
    guard.confirm(owner.id);
    return { id: owner.id, username: owner.username };
  },
  'owner.confirm': async ({ input, running, log, guard }) => {
    const owner = findOwner(running.handle.db);
    guard.takeTry();
    if (!owner || !(await verifyPassword(input.password, owner.password_hash))) {
      log.warn('A wrong password was given where the owner was to confirm.');
      throw new ValidationError({
        password: [problem('wrong_password', 'This is not the password that holds now.')],
      });
    }
    guard.confirm(owner.id);
    return null;
  },
  'owner.password': async ({ input, running, log, guard }) => {
    const owner = findOwner(running.handle.db);
    guard.takeTry();
    if (!owner || !(await verifyPassword(input.current, owner.password_hash)))
      throw new ValidationError({
        current: [problem('wrong_password', 'This is not the password that holds now.')],
      });
    await changeOwnerPassword(running.handle, input.password);
    guard.forget();
    log.info('The owner has another password.');
    return null;
  },
};
