import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestEntry, RequestLog } from '../../shared/api/requests.ts';
import { openShop, type Shop } from '../helpers/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.employee('till', ['can_create_invoices']);
});
afterAll(() => shop.close());

/** The entries of the request inspector, newest first. */
const list = async (): Promise<RequestEntry[]> =>
  (await shop.owner.get<RequestLog>('requests/')).body.results;
const latest = async (): Promise<RequestEntry> => {
  const [entry] = await list();
  if (!entry) throw new Error('Nothing was kept.');
  return entry;
};

describe('a password typed as a username', () => {
  const lastOf = async (body: object, query = '') => {
    await shop.stranger.send('POST', `auth/token/${query}`, { body });
    return latest();
  };
  test.each([
    ['till', '{"username":"till","password":"***"}'],
    [' owner ', '{"username":" owner ","password":"***"}'],
    ['Owner', '{"username":"***","password":"***"}'],
    ['correct horse', '{"username":"***","password":"***"}'],
    ['x9', '{"username":"***","password":"***"}'],
  ])('is starred, the name of an account is not: %s', async (username, shown) => {
    expect((await lastOf({ username, password: 'wrong' })).body).toBe(shown);
  });
  test('is starred where the body is refused, in the query, and as the name of a field', async () => {
    const { body, detail } = await lastOf({
      username: 'correct horse',
      password: '',
      'battery staple': 1,
      user: 'x9',
    });
    expect(body).toBe('{"username":"***","password":"***","***":"***"}');
    expect(detail).not.toMatch(/battery|horse/);
    const { path } = await lastOf({}, '?username=correct+horse&user=x9&u=till&username=till');
    expect(path).toBe('/api/v1/auth/token/?username=***&user=***&u=***&username=till');
  });
});

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const bankToken = fc
  .array(fc.constantFrom(...base64url), { minLength: 43, maxLength: 43 })
  .map((letters) => `u${letters.join('')}`);

test('a bank token pasted anywhere is masked, known or unknown', async () => {
  const around = fc.constantFrom('', ' ', '"', '/', '.', 'X-Token: ', 'token', '(', 'я');
  const sent = fc.record({
    token: fc.oneof(bankToken, fc.constant(shop.merchant.token)),
    before: around,
    depth: fc.nat(4),
  });
  await fc.assert(
    fc.asyncProperty(sent, async ({ token, before, depth }) => {
      const text = `${/[\w]$/.test(before) ? `${before} ` : before}${token}`;
      let nested: unknown = [text, { a: text }];
      for (let level = 0; level < depth; level += 1) nested = { level: nested };
      const body = {
        nested,
        comment: text,
        [token]: 1,
        terminal: token,
        items: [{ name: token, unit: token }],
      };
      const query = new URLSearchParams({ status: token, search: text, [token]: '1' });
      await shop.owner.send('POST', `invoices/${token}/?${query}`, {
        body,
        headers: { 'User-Agent': `till ${token}` },
      });
      await shop.owner.send('POST', `invoices/?${query}`, { body });
      await shop.owner.get(`invoices/?${query}`);
      await shop.owner.get(`invoices/?search=${token}`);
      await shop.owner.get('terminals/', {
        headers: { 'User-Agent': token, 'Content-Type': `text/${token}` },
      });
      await shop.owner.send('POST', 'invoices/', {
        raw: '{}',
        headers: { 'Content-Type': `text/${token}` },
      });
      await shop.owner.send('POST', 'invoices/', { raw: token });
      const shown = JSON.stringify((await list()).slice(0, 7));
      expect(shown).not.toContain(token);
      expect(shown).not.toContain(token.slice(1, 30));
      expect(shown).toContain('***');
    }),
    { numRuns: 30 },
  );
});

test('long random-looking texts are masked, names that people and programs use are not', async () => {
  const shown = async (comment: string) => {
    await shop.owner.post('invoices/', { comment });
    return JSON.parse((await latest()).body).comment;
  };
  for (const secret of [
    'aB3xK9mQ2wE7rT5yU1iO8pL4jH6gF0dS',
    'q83vEjRWeJASNFZ4mrze8PAQIDBA/UGBwgJ+A==aB3d9kQz',
    '5f4dcc3b5aa765d61d8327deb882cf995f4dcc3b',
  ])
    expect(await shown(`see ${secret}.`)).toMatch(/^see \*\*\*/);
  for (const plain of [
    '9b2f8d1e-4c5a-4f0e-8a57-2d3c1b0a9f86',
    'INV-9B2F8D1E-4C5A-4F0E-8A57-2D3C1B0A9F86',
    'https://pay.example/p2_9ZgpZVsl3mKq/receipt',
    'order 2026-11-22 till-07 000123',
    'я'.repeat(60),
    '0'.repeat(60),
  ])
    expect(await shown(plain)).toBe(plain);
});
