import { afterAll, describe, expect, test } from 'vitest';
import type { Vault } from '../../../main/platform/vault.ts';
import { createSessions } from '../../../main/shop/accounts/sessions.ts';
import { createSignInWaits } from '../../../main/shop/accounts/sign-in.ts';
import { emptyDatabase } from '../../helpers/empty-database.ts';
import { addPerson } from '../../helpers/people.ts';

const setUp = () => {
  let at = 0;
  const waits = createSignInWaits(() => at);
  const fail = (name: string, times: number) => {
    for (let time = 0; time < times; time += 1) waits.failed(name);
  };
  return {
    waits,
    fail,
    forward: (ms: number) => {
      at += ms;
    },
  };
};

describe('After ten failed sign-ins in a row for one name a wait of up to 5 s', () => {
  test('nine cost nothing, each one from the tenth on a second more, never more than five', () => {
    const { waits, fail } = setUp();
    expect(waits.remaining('owner')).toBe(0);
    fail('owner', 9);
    expect(waits.remaining('owner')).toBe(0);
    const after = Array.from({ length: 7 }, () => {
      fail('owner', 1);
      return waits.remaining('owner');
    });
    expect(after).toEqual([1000, 2000, 3000, 4000, 5000, 5000, 5000]);
    fail('owner', 10_000);
    expect(waits.remaining('owner')).toBe(5000);
    expect(waits.remaining('another')).toBe(0);
  });

  test('the time since the last failure counts, so a later attempt does not wait', () => {
    const { waits, fail, forward } = setUp();
    fail('owner', 20);
    forward(4999);
    expect(waits.remaining('owner')).toBe(1);
    forward(1);
    expect(waits.remaining('owner')).toBe(0);
    forward(86_400_000);
    fail('owner', 1);
    expect(waits.remaining('owner')).toBe(5000);
  });

  test('a success resets it', () => {
    const { waits, fail } = setUp();
    fail('owner', 20);
    waits.succeeded('owner');
    fail('owner', 9);
    expect(waits.remaining('owner')).toBe(0);
  });

  test('of more than a thousand names the one that failed longest ago is removed', () => {
    const { waits, fail } = setUp();
    fail('first', 10);
    fail('second', 10);
    fail('first', 1);
    for (let at = 0; at < 999; at += 1) fail(`made up ${at}`, 1);
    expect([waits.remaining('first'), waits.remaining('second')]).toEqual([2000, 0]);
  });
});

describe('signing in', () => {
  const { db } = emptyDatabase(afterAll);
  addPerson(db, 0, { role: 'owner', username: 'owner', password: 'correct horse' });

  const stand = () => {
    const pauses: number[] = [];
    const sessions = createSessions(db, { jwtKey: () => new Uint8Array(32) } as Vault, () => 0, {
      clock: () => 0,
      pause: async (ms, signal) => {
        pauses.push(ms);
        signal?.throwIfAborted();
      },
    });
    const guess = (username: string, password = 'wrong') => sessions.signIn({ username, password });
    return { pauses, sessions, guess };
  };

  test.each(['owner', 'no such name'])('the same for a name that no account has: %s', async (username) => {
    const { pauses, guess } = stand();
    for (let time = 0; time < 13; time += 1)
      await expect(guess(username)).rejects.toMatchObject({ code: 'no_active_account' });
    expect(pauses).toEqual([1000, 2000, 3000]);
  });

  test('the owner gets in after their wait, and then without one', async () => {
    const { pauses, guess } = stand();
    for (let time = 0; time < 30; time += 1) await guess('owner').catch(() => undefined);
    pauses.length = 0;
    expect(await guess('owner', 'correct horse')).toMatchObject({ access: expect.any(String) });
    expect(pauses).toEqual([5000]);
    await guess('owner', 'correct horse');
    await guess('owner').catch(() => undefined);
    expect(pauses).toEqual([5000]);
  });

  test('a client that hangs up while waiting is not verified, and counts as no failure', async () => {
    const { sessions, guess, pauses } = stand();
    for (let time = 0; time < 10; time += 1) await guess('owner').catch(() => undefined);
    const reason = new Error('hung up');
    const signal = AbortSignal.abort(reason);
    await expect(sessions.signIn({ username: 'owner', password: 'x' }, signal)).rejects.toBe(reason);
    await guess('owner', 'correct horse');
    expect(pauses).toEqual([1000, 1000]);
  });
});
