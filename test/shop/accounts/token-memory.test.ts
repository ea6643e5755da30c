import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { Vault } from '../../../main/platform/vault.ts';
import { createSessions, createTokenMemory } from '../../../main/shop/accounts/sessions.ts';
import { emptyDatabase } from '../../helpers/empty-database.ts';
import { addPerson } from '../../helpers/people.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const HOUR = 3_600_000;
const INVALID = { code: 'token_not_valid' };
const newKey = (): Uint8Array => randomBytes(32);

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (key: Uint8Array, jti = 'one', iat = NOW / 1000): string => {
  const exp = iat + 3600;
  const text = `${part({ alg: 'HS256' })}.${part({ token_type: 'access', user_id: 7, iat, exp, jti })}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};

test.each([
  ['a verified', NOW / 1000],
  ['an expired', NOW / 1000 - 8 * 86_400],
])('%s token gives the very same result again: its signature is verified once', async (_, iat) => {
  const [verified, key] = [createTokenMemory(), newKey()];
  const token = signed(key, 'one', iat);
  const first = await verified(token, key);
  expect(first).toEqual({ token_type: 'access', user_id: 7, jti: 'one', iat, exp: iat + 3600 });
  expect(await verified(token, key)).toBe(first);
});

test('another key invalidates what the former had signed, and each knows only its own', async () => {
  const [verified, former, key] = [createTokenMemory(), newKey(), newKey()];
  const token = signed(former);
  await verified(token, former);
  await expect(verified(token, key)).rejects.toMatchObject(INVALID);
  await verified(token, former);
});

test('a changed token is not mistaken for the original', async () => {
  const [verified, key] = [createTokenMemory(), newKey()];
  const token = signed(key);
  await verified(token, key);
  const at = token.lastIndexOf('.') + 3;
  const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
  for (let time = 0; time < 2; time++) await expect(verified(changed, key)).rejects.toMatchObject(INVALID);
});

test('of more than a thousand the least recently used one is verified again', async () => {
  const [verified, key] = [createTokenMemory(), newKey()];
  const [old, kept] = [signed(key, 'old'), signed(key, 'kept')];
  const [first, second] = [await verified(old, key), await verified(kept, key)];
  for (let at = 0; at < 999; at++) {
    await verified(signed(key, `n${at}`), key);
    expect(await verified(kept, key)).toBe(second);
  }
  expect(await verified(old, key)).not.toBe(first);
});

const { db } = emptyDatabase(afterAll);

test('a remembered token expires in its second, stays expired, and is known to be ours', async () => {
  const key = newKey();
  let now = NOW;
  addPerson(db, NOW, { role: 'employee', username: 'late', password: 'correct horse' });
  const sessions = createSessions(db, { jwtKey: () => key } as Vault, () => now);
  const { access, refresh } = await sessions.signIn({ username: 'late', password: 'correct horse' });
  now = NOW + HOUR - 1;
  const { id } = await sessions.actor(access);
  for (now of [NOW + HOUR, NOW + HOUR, NOW + 700 * HOUR])
    await expect(sessions.actor(access)).rejects.toMatchObject({ ...INVALID, signedFor: id });
  expect([await sessions.signedFor(refresh), await sessions.signedFor(access)]).toEqual([id, undefined]);
  const foreign = createSessions(db, { jwtKey: newKey } as unknown as Vault, () => NOW);
  await expect(foreign.actor(access)).rejects.toMatchObject({ ...INVALID, signedFor: undefined });
  expect(await foreign.signedFor(refresh)).toBeUndefined();
});
