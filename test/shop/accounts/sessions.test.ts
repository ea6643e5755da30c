import { beforeEach, expect, test, vi } from 'vitest';
import { changeOwnerPassword } from '../../../main/shop/accounts/accounts.ts';
import * as passwords from '../../../main/shop/accounts/passwords.ts';
import { PASSWORD } from '../../helpers/shop.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';

vi.mock(import('../../../main/shop/accounts/passwords.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return { ...original, verifyPassword: vi.fn(original.verifyPassword) };
});

const shop = await shopOfFile();
// The test shop's own password is cheaper than a real one.
await changeOwnerPassword(shop.console, PASSWORD);
beforeEach(() => {
  vi.mocked(passwords.verifyPassword).mockClear();
});

/** The parameters of the hash that a password was tried against: they determine how long the check takes. */
const costs = () =>
  vi.mocked(passwords.verifyPassword).mock.calls.map(([, hash]) => hash.split('$').slice(0, 4).join('$'));

const signIn = (username: string) =>
  shop.stranger.post('auth/token/', { username, password: `not ${PASSWORD}` });

test('Wrong credentials: the same, and as slow, for an unknown username.', async () => {
  const known = await signIn('owner');
  const unknown = await signIn('nobody');
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
  expect(known.status).toBe(401);
  const [tried, decoy, ...more] = costs();
  expect(tried).toMatch(/^scrypt\$\d+\$\d+\$\d+$/);
  expect(decoy).toBe(tried);
  expect(more).toEqual([]);
});
