import { scryptSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../../main/shop/accounts/passwords.ts';
import { MIN_PASSWORD_LENGTH } from '../../../shared/api/auth.ts';
import { lowerKeyCosts, restoreKeyCosts } from '../../helpers/cheap-keys.ts';

beforeAll(restoreKeyCosts);
afterAll(lowerKeyCosts);

describe('Passwords scrypt (node:crypto, OWASP parameters)', () => {
  test('the right password, and no other, opens its hash', async () => {
    const hash = await hashPassword('correct horse');
    expect(await verifyPassword('correct horse', hash)).toBe(true);
    for (const wrong of ['', 'correct hors', 'correct horse ', ' correct horse', 'Correct horse', hash])
      expect([wrong, await verifyPassword(wrong, hash)]).toEqual([wrong, false]);
  });
  test('the same password twice has two hashes, and neither contains it', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).not.toBe(two);
    expect(one).not.toContain('correct');
    // N·r·p of one of the sheet's equal choices: 2^17·8·1, 2^16·8·2, 2^15·8·3, 2^14·8·5, 2^13·8·10.
    const [scheme, N, r, p] = one.split('$');
    expect([scheme, r]).toEqual(['scrypt', '8']);
    expect(['131072/1', '65536/2', '32768/3', '16384/5', '8192/10']).toContain(`${N}/${p}`);
  });
  test('a letter typed as one character or as two is the same password', async () => {
    expect(await verifyPassword('паро\u0438\u0306ль', await hashPassword('паро\u0439ль'))).toBe(true);
  });
  test('spaces and every alphabet count', async () => {
    const password = ' пароль 密码 🙂 ';
    const hash = await hashPassword(password);
    expect(await verifyPassword(password, hash)).toBe(true);
    expect(await verifyPassword(password.trim(), hash)).toBe(false);
  });
  test('a hash with other parameters still opens, one of another scheme never does', async () => {
    const salt = Buffer.from('0123456789abcdef');
    const key = scryptSync('old password', salt, 32, { N: 1024, r: 8, p: 1 });
    const old = ['scrypt', 1024, 8, 1, salt.toString('base64'), key.toString('base64')].join('$');
    expect(await verifyPassword('old password', old)).toBe(true);
    expect(await verifyPassword('new password', old)).toBe(false);
    expect(await verifyPassword('x', 'bcrypt$1$1$1$eA==$eA==')).toBe(false);
    expect(await verifyPassword('x', '')).toBe(false);
  });
  test('at least 8 characters', () => expect(MIN_PASSWORD_LENGTH).toBe(8));
});
