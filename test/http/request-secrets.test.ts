import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSetting } from '../../main/store/settings.ts';
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

test('a password typed as a username, in the query, or as the name of a field', async () => {
  const body = { username: 'correct horse', password: '', 'battery staple': 1 };
  await shop.stranger.post('auth/token/?username=correct+horse&battery%20staple=1', body);
  const { path, body: shown, detail } = await latest();
  expect(path).toBe('/api/v1/auth/token/?username=***&***=***');
  expect(shown).toBe('{"username":"***","password":"***","***":"***"}');
  expect(detail).not.toMatch(/battery|horse/);
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

test('the practice shop shows what was sent, but for known secrets', async () => {
  setSetting(shop.console.db, 'demo', 'http://127.0.0.1:1');
  await shop.restart();
  const sent = { terminal: 0, comment: `Чек ${shop.merchant.token}`, password: 'horse' };
  await shop.owner.send('POST', 'invoices/?status=nonsense', {
    body: sent,
    headers: { 'User-Agent': 'till (v2)' },
  });
  expect(await latest()).toMatchObject({
    path: '/api/v1/invoices/?status=nonsense',
    body: '{"terminal":0,"comment":"Чек ***","password":"***"}',
    user_agent: 'till (v2)',
  });
});
