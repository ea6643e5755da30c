import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Keychain } from '../../main/platform/keychain.ts';
import { findPersonByUsername, updateAccount } from '../../main/store/accounts.ts';
import { findPin, storePin } from '../../main/store/pins.ts';
import type { Account } from '../../shared/api/employees.ts';
import { openShop, PASSWORD, type Shop } from '../helpers/shop.ts';
import { leavingNoTrace, newEmployee, openWindow, type Window } from './stage.ts';

const PIN = '2580';
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

let aheadMs = 0;
let key: Uint8Array | undefined;
/** In memory, so that a test can put another key in its place. */
const keychain: Keychain = {
  kind: 'file',
  read: async () => key,
  write: async (made) => {
    key = made;
  },
  remove: async () => {
    key = undefined;
  },
};

let shop: Shop;
let window: Window;
beforeAll(async () => {
  shop = await openShop({ now: () => Date.now() + aheadMs, keychain });
  window = openWindow(shop);
  await shop.employee('olena', ['can_view_invoices', 'can_create_invoices']);
});
afterAll(() => shop.close());

const idOf = (username: string): number => findPersonByUsername(shop.console.db, username)?.id ?? 0;
const stored = (username = 'olena') => findPin(shop.console.db, idOf(username));
const offered = async () =>
  (await window.ask('pin.people', {}, { token: null })).map(({ username }) => username);
const enter = (pin: string, username = 'olena') =>
  window.raw('pin.switch', { person: idOf(username), pin }, { token: null });
/** The code under `pin`, or `in`. */
const outcome = async (pin = PIN, username = 'olena') => {
  const answer = await enter(pin, username);
  return answer.ok ? 'in' : (answer.refusal.codes?.pin?.[0] ?? answer.refusal.code);
};
const never = (): never => {
  throw new Error('It is there.');
};
/** Signs in with the password, and sets the PIN. */
const withPin = async (username = 'olena', pin = PIN) => {
  await window.signIn(username);
  await window.ask('pin.set', { current: PASSWORD, pin });
};

describe('setting a PIN', () => {
  test('needs the password, and a PIN that is not among the first tried', async () => {
    await window.signIn('olena');
    expect(await window.ask('pin.state', {})).toEqual({ state: 'none' });
    await leavingNoTrace(shop, window, async () => {
      const wrong = await window.refused('pin.set', { current: 'wrong horse', pin: PIN });
      expect(wrong.codes).toEqual({ current: ['wrong_password'] });
      for (const weak of ['1111', '1234', '4321', '890123', '1212', '123123', '000000'])
        expect((await window.refused('pin.set', { current: PASSWORD, pin: weak })).codes).toEqual({
          pin: ['pin_weak'],
        });
      for (const malformed of ['123', '1234567', '12a4', ' 2580', ''])
        expect((await window.refused('pin.set', { current: PASSWORD, pin: malformed })).code).toBe(
          'VALIDATION',
        );
    });
    expect(await outcome()).toBe('pin_missing');
  });

  test('stores a hash with a salt; another person may have the same PIN', async () => {
    await withPin();
    await shop.employee('petro');
    await withPin('petro');
    const [one, other] = [stored(), stored('petro')];
    expect(one?.pin_hash).toMatch(/^scrypt\$/);
    expect(one?.pin_hash).not.toBe(other?.pin_hash);
    expect(await window.ask('pin.state', {})).toEqual({ state: 'set' });
  });

  test('a hash copied to another person does not let them in', async () => {
    const { db } = shop.console;
    const hash = stored('petro')?.pin_hash ?? '';
    await withPin('olena', '2581');
    storePin(db, { ...(stored() ?? never()), pin_hash: hash });
    expect(await outcome(PIN)).toBe('pin_wrong');
    await withPin();
  });
});

describe('changing people', () => {
  test('gives the session of the person, which does not count as begun by a password', async () => {
    await window.signIn('owner', PASSWORD, false);
    await window.ask('pin.set', { current: PASSWORD, pin: '7391' });
    expect(await offered()).toEqual(['owner', 'olena', 'petro']);
    const answer = await window.ask('pin.switch', { person: idOf('olena'), pin: PIN }, { token: null });
    expect(answer.username).toBe('olena');
    const { body } = await shop.stranger.as(answer.access).get<Account>('account/');
    expect(body).toMatchObject({ username: 'olena', is_owner: false });
    const owner = await window.ask('pin.switch', { person: idOf('owner'), pin: '7391' }, { token: null });
    const added = await window.refused('employees.add', newEmployee('x'), { token: owner.access });
    expect(added.code).toBe('PASSWORD_NEEDED');
  });

  test('is no way into the interface', async () => {
    for (const body of [
      { username: 'olena', pin: PIN },
      { username: 'olena', password: PIN },
    ]) {
      const answer = await shop.stranger.post('auth/token/', body);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    expect((await shop.stranger.post('auth/pin/', { person: idOf('olena'), pin: PIN })).status).toBe(404);
  });
});

describe('wrong PINs', () => {
  test('a right one ends the row; five in a row need the password, even after a restart', async () => {
    for (const left of [4, 3, 2, 1]) {
      const answer = await enter('9999');
      expect(answer).toMatchObject({
        ok: false,
        refusal: { codes: { pin: ['pin_wrong'] }, facts: { pin: [{ left }] } },
      });
    }
    expect(await outcome()).toBe('in');
    expect(stored()?.failures).toBe(0);
    for (let time = 1; time <= 4; time += 1) expect(await outcome('9999')).toBe('pin_wrong');
    await shop.restart();
    await window.signIn('petro');
    expect(stored()?.failures).toBe(4);
    await shop.signIn('olena');
    // The password ended the row.
    expect(stored()?.failures).toBe(0);
    for (let time = 1; time <= 4; time += 1) await outcome('9999');
    expect(await outcome('9999')).toBe('pin_locked');
    await leavingNoTrace(shop, window, async () => expect(await outcome()).toBe('pin_locked'));
    expect(await offered()).not.toContain('olena');
    // Somebody else's password changes nothing.
    await shop.signIn('petro');
    expect(await outcome()).toBe('pin_locked');
    await shop.signIn('olena');
    expect(await outcome()).toBe('in');
  });

  test('of twenty at once five are checked', async () => {
    const guesses = Array.from({ length: 20 }, (_, at) => String(3000 + at));
    const outcomes = await Promise.all(guesses.map((pin) => outcome(pin)));
    expect(outcomes.filter((each) => each === 'pin_wrong')).toHaveLength(4);
    expect(outcomes.filter((each) => each === 'pin_locked')).toHaveLength(16);
    expect(stored()?.failures).toBe(5);
    await shop.signIn('olena');
  });
});

describe('the password comes first', () => {
  test('after a restart', async () => {
    await shop.restart();
    expect(await offered()).toEqual([]);
    await leavingNoTrace(shop, window, async () => expect(await outcome()).toBe('password_due'));
    await shop.signIn('olena');
    expect(await offered()).toEqual(['olena']);
    expect(await outcome()).toBe('in');
  });

  test('once a day; a PIN does not prolong it, and a clock set back does not either', async () => {
    aheadMs += DAY_MS - HOUR_MS;
    expect(await outcome()).toBe('in');
    aheadMs += HOUR_MS + 1000;
    expect(await outcome()).toBe('password_due');
    expect(await offered()).toEqual([]);
    await shop.signIn('olena');
    expect(await outcome()).toBe('in');
    // Before the password was given, by this clock.
    aheadMs -= HOUR_MS;
    expect(await outcome()).toBe('password_due');
    aheadMs += HOUR_MS;
    expect(await outcome()).toBe('in');
  });

  test('after a change of the password', async () => {
    const { db } = shop.console;
    const account = findPersonByUsername(db, 'olena') ?? never();
    const other = findPersonByUsername(db, 'petro') ?? never();
    updateAccount(db, account, { password_hash: other.password_hash });
    expect(await outcome()).toBe('password_due');
    updateAccount(db, account, { password_hash: account.password_hash });
  });
});

describe('somebody who may not', () => {
  test('is deactivated: a clear refusal, nothing offered, and no trace', async () => {
    await shop.signInAgain();
    await window.signIn();
    await window.ask('employees.change', { id: idOf('olena'), is_active: false });
    await leavingNoTrace(shop, window, async () => expect(await outcome()).toBe('person_inactive'));
    expect(await offered()).not.toContain('olena');
    await window.ask('employees.change', { id: idOf('olena'), is_active: true });
    expect(await outcome()).toBe('in');
  });

  test('has a PIN that the owner removes', async () => {
    expect(
      (await window.ask('employees.list', {})).employees.flatMap(({ id, has_pin }) => (has_pin ? [id] : [])),
    ).toEqual([idOf('olena'), idOf('petro')]);
    await window.ask('employees.change', { id: idOf('petro'), remove_pin: true });
    expect(await outcome(PIN, 'petro')).toBe('pin_missing');
    expect(stored('petro')).toBeUndefined();
  });

  test('does not exist', async () => {
    await leavingNoTrace(shop, window, async () => {
      expect((await window.refused('pin.switch', { person: 999, pin: PIN })).codes).toEqual({
        pin: ['pin_missing'],
      });
    });
  });

  test('removes their own', async () => {
    await window.signIn('olena');
    await window.ask('pin.remove', {});
    expect(await window.ask('pin.state', {})).toEqual({ state: 'none' });
    expect(await outcome()).toBe('pin_missing');
    await withPin();
  });
});

test('beside another keychain, as after a restore elsewhere, a PIN is to be set again', async () => {
  key = new Uint8Array(32).fill(7);
  await shop.restart();
  await shop.signIn('olena');
  expect(await offered()).toEqual([]);
  await leavingNoTrace(shop, window, async () => expect(await outcome()).toBe('pin_lost'));
  await window.signIn('olena');
  expect(await window.ask('pin.state', {})).toEqual({ state: 'lost' });
  await window.ask('pin.set', { current: PASSWORD, pin: PIN });
  expect(await outcome()).toBe('in');
});
