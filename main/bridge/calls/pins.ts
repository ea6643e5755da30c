import { peopleByPin, pinState, removeOwnPin, setPin, switchByPin } from '../../shop/accounts/pins.ts';
import type { AccountRow } from '../../store/accounts.ts';
import type { Handlers } from '../call.ts';

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
    return null;
  },
  'pin.remove': ({ running, caller, log }) => {
    removeOwnPin(running.handle, caller().id);
    log.info('A PIN was removed by its person.');
    return null;
  },
};

export const presentPerson = ({ id, username, full_name }: AccountRow) => ({
  id,
  username,
  name: full_name || username,
});
