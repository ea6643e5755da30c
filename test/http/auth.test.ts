import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { updateEmployee } from '../../main/shop/accounts/accounts.ts';
import type { TokenPair } from '../../shared/api/auth.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { ok } from '../helpers/ok.ts';
import { openShop, PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';

const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });

const pairOf = (username = 'owner', password = PASSWORD): Promise<TokenPair> =>
  ok(shop.stranger.post<TokenPair>('auth/token/', { username, password }), 200);
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const NOT_VALID = { detail: 'Given token not valid for any token type', code: 'token_not_valid' };
const NOT_PROVIDED = { detail: 'Authentication credentials were not provided.' };
const refused = async (request: () => Promise<Answer<Refusal>>, body: object, status = 401) => {
  const answer = await withoutTrace(shop, request);
  expect([answer.status, answer.body]).toEqual([status, body]);
  return answer;
};

test('A token pair is obtained with POST auth/token/ using username and password; the response holds access and refresh', async () => {
  const pair = await pairOf();
  expect(Object.keys(pair).sort()).toEqual(['access', 'refresh']);
  expect((await shop.stranger.as(pair.access).get('terminals/')).status).toBe(200);
});

test('Claims: `token_type` (`access` or `refresh`), `user_id`, `iat`, `exp`, `jti`. HS256. The access token is valid for 1 hour. The refresh token is valid for 7 days.', async () => {
  const { access, refresh } = await pairOf();
  const issued = Math.floor(clock.now() / 1000);
  const common = { user_id: 1, iat: issued, jti: expect.any(String) };
  expect(claimsOf(access)).toEqual({ token_type: 'access', exp: issued + 3600, ...common });
  expect(claimsOf(refresh)).toEqual({ token_type: 'refresh', exp: issued + 7 * 86_400, ...common });
  expect(claimsOf(access).jti).not.toBe(claimsOf(refresh).jti);
  const header = JSON.parse(Buffer.from(access.split('.')[0] ?? '', 'base64url').toString());
  expect(header.alg).toBe('HS256');
});

test("Signing: HS256, a key derived from the installation's master key.", async () => {
  const { access } = await pairOf();
  const [header = '', claims = '', signature] = access.split('.');
  await shop.console.vault.unlock();
  const signed = (key: Uint8Array) =>
    createHmac('sha256', key).update(`${header}.${claims}`).digest('base64url');
  expect(signed(shop.console.vault.jwtKey())).toBe(signature);
  // Derived: not the key itself.
  expect(signed(readFileSync(join(shop.folder, 'master.key')))).not.toBe(signature);
  // The installation's: it outlives the process, and no other installation has it.
  await shop.restart();
  expect((await shop.stranger.as(access).get('terminals/')).status).toBe(200);
  const other = await openShop();
  expect((await other.stranger.as(access).get('terminals/')).status).toBe(401);
  await other.close();
});

test('When the access token has expired, POST auth/token/refresh/ with the refresh token returns a new access token.', async () => {
  const { access, refresh } = await pairOf();
  clock.forward(3599);
  expect((await shop.stranger.as(access).get('terminals/')).status).toBe(200);
  clock.forward(1);
  await refused(() => shop.stranger.as(access).get('terminals/'), NOT_VALID);
  const answer = await shop.stranger.post<TokenPair>('auth/token/refresh/', { refresh });
  expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['access']]);
  expect((await shop.stranger.as(answer.body.access).get('terminals/')).status).toBe(200);
  clock.forward(7 * 86_400 - 3600);
  await refused(() => shop.stranger.post('auth/token/refresh/', { refresh }), NOT_VALID);
  await refused(() => shop.stranger.post('auth/token/verify/', { token: refresh }), NOT_VALID);
});

test('verify takes either type of token, and returns an empty JSON object with status 200', async () => {
  const { access, refresh } = await pairOf();
  for (const token of [access, refresh]) {
    const answer = await shop.stranger.post('auth/token/verify/', { token });
    expect([answer.status, answer.text]).toEqual([200, '{}']);
  }
});

describe('No token: 401 `Authentication credentials were not provided.`', () => {
  test.each([undefined, '', 'Basic b3duZXI6eA==', 'Bearer', 'Bearer  ', 'Token abc'])(
    '%s',
    async (Authorization) => {
      const headers: Record<string, string> = Authorization === undefined ? {} : { Authorization };
      const answer = await refused(() => shop.stranger.get('terminals/', { headers }), NOT_PROVIDED);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="api"');
    },
  );
});

describe('Bad, expired or wrong-type token: 401 `{"detail": "Given token not valid for any token type", "code": "token_not_valid"}`. Both with `WWW-Authenticate: Bearer realm="api"`.', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sealed = (header: object, claims: object, key: string) => {
    const text = `${encode(header)}.${encode(claims)}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  const tampered = async () => {
    const { access, refresh } = await pairOf();
    const [header = '', payload = '', signature = ''] = access.split('.');
    const claims = claimsOf(access);
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    // 32 bytes are 42 characters and four bits: the last character has two bits more, which say nothing.
    const last = String.fromCharCode(signature.charCodeAt(42) + 1);
    return {
      'no JWT': 'abc',
      'two parts': `${header}.${payload}`,
      'a foreign signature': `${header}.${payload}.${flipped}`,
      'another spelling of the signature': `${header}.${payload}.${signature.slice(0, 42)}${last}`,
      'a padded signature': `${access}=`,
      'no signature': `${header}.${payload}.`,
      'other claims': `${header}.${encode({ ...claims, user_id: 2 })}.${signature}`,
      'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      'a guessed key': sealed({ alg: 'HS256', typ: 'JWT' }, claims, 'secret'),
      'an empty key': sealed({ alg: 'HS256', typ: 'JWT' }, claims, ''),
      'the wrong type': refresh,
    };
  };
  test('Bad token at refresh or verify: 401 with `code` `token_not_valid`', async () => {
    for (const [what, token] of Object.entries(await tampered())) {
      const answer = await withoutTrace(shop, () => shop.stranger.as(token).get<Refusal>('terminals/'));
      expect([what, answer.status, answer.body]).toEqual([what, 401, NOT_VALID]);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="api"');
      if (what === 'the wrong type') continue;
      await refused(() => shop.stranger.post('auth/token/refresh/', { refresh: token }), NOT_VALID);
      await refused(() => shop.stranger.post('auth/token/verify/', { token }), NOT_VALID);
    }
  });
  test('an access token at refresh', async () => {
    const { access } = await pairOf();
    await refused(() => shop.stranger.post('auth/token/refresh/', { refresh: access }), NOT_VALID);
  });
});

describe('Wrong credentials at auth/token/: 401 `{"detail": "No active account found with the given credentials", "code": "no_active_account"}`', () => {
  const NO_ACCOUNT = {
    detail: 'No active account found with the given credentials',
    code: 'no_active_account',
  };
  test.each([
    ['owner', 'wrong password'],
    ['owner', ` ${PASSWORD} `],
    ['owner', PASSWORD.toUpperCase()],
    ['nobody', PASSWORD],
    ["' or 1=1 --", PASSWORD],
  ])('%s, %s', async (username, password) => {
    await refused(() => shop.stranger.post('auth/token/', { username, password }), NO_ACCOUNT);
  });
  test('Strings are trimmed, passwords excepted.', async () => {
    await shop.employee('spaced');
    await updateEmployee(shop.console, 'spaced', { password: '  eight spaces  ' });
    await pairOf(' spaced ', '  eight spaces  ');
    const body = { username: 'spaced', password: 'eight spaces' };
    await refused(() => shop.stranger.post('auth/token/', body), NO_ACCOUNT);
  });
  test('an employee who is not active', async () => {
    await shop.employee('gone');
    await updateEmployee(shop.console, 'gone', { is_active: false });
    await refused(
      () => shop.stranger.post('auth/token/', { username: 'gone', password: PASSWORD }),
      NO_ACCOUNT,
    );
  });
});

test('The three auth endpoints take no notice of an Authorization header.', async () => {
  const client = shop.stranger.as('not a token');
  const pair = await client.post<TokenPair>('auth/token/', { username: ' owner ', password: PASSWORD });
  expect(pair.status).toBe(200);
  expect((await client.post('auth/token/refresh/', { refresh: pair.body.refresh })).status).toBe(200);
  expect((await client.post('auth/token/verify/', { token: pair.body.access })).status).toBe(200);
});

describe('Permissions, is_active and "token older than the last password change" are read from the database at each request, so a change holds at once.', () => {
  test('permissions', async () => {
    const client = await shop.employee('changing');
    expect((await client.get('invoices/')).status).toBe(403);
    await updateEmployee(shop.console, 'changing', { permissions: ['can_view_invoices'] });
    expect((await client.get('invoices/')).status).toBe(200);
    await updateEmployee(shop.console, 'changing', { permissions: [] });
    expect((await client.get('invoices/')).status).toBe(403);
  });
  test('An inactive user: 401 `{"detail": "User is inactive", "code": "user_inactive"}`.', async () => {
    const client = await shop.employee('dismissed', ['can_view_invoices']);
    expect((await client.get('invoices/')).status).toBe(200);
    const { refresh } = await pairOf('dismissed');
    await updateEmployee(shop.console, 'dismissed', { is_active: false });
    const inactive = { detail: 'User is inactive', code: 'user_inactive' };
    await refused(() => client.get('invoices/'), inactive);
    await refused(() => shop.stranger.post('auth/token/refresh/', { refresh }), {
      ...inactive,
      code: expect.any(String),
      detail: expect.any(String),
    });
    await updateEmployee(shop.console, 'dismissed', { is_active: true });
    expect((await client.get('invoices/')).status).toBe(200);
  });
  test('a token older than the last password change, in the same second too', async () => {
    const client = await shop.employee('careful');
    expect((await client.get('terminals/')).status).toBe(200);
    const { refresh } = await pairOf('careful');
    await updateEmployee(shop.console, 'careful', { password: 'another password' });
    await refused(() => client.get('terminals/'), NOT_VALID);
    await refused(() => shop.stranger.post('auth/token/refresh/', { refresh }), NOT_VALID);
    await refused(() => shop.stranger.post('auth/token/verify/', { token: refresh }), NOT_VALID);
    const { access } = await pairOf('careful', 'another password');
    expect((await shop.stranger.as(access).get('terminals/')).status).toBe(200);
  });
});
