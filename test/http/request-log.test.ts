import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { setSetting } from '../../main/store/settings.ts';
import { type RequestEntry, type RequestLog, requestLog } from '../../shared/api/requests.ts';
import type { Client } from '../helpers/client.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const shop = await shopOfFile();
const till = await shop.employee('till', ['can_view_invoices', 'can_create_invoices']);

const list = async (): Promise<RequestEntry[]> => {
  const answer = await shop.owner.get<RequestLog>('requests/');
  expect(answer.status).toBe(200);
  expect(v.is(requestLog, answer.body)).toBe(true);
  return answer.body.results;
};
const latest = async (): Promise<RequestEntry> => {
  const [entry] = await list();
  if (!entry) throw new Error('Nothing was kept.');
  return entry;
};

describe('a logged request', () => {
  test('has its account, the names of what was sent, and its result', async () => {
    const body = { terminal: shop.terminal.id, amount: 1200, reference: 'Чек 7' };
    const headers = { 'User-Agent': 'till/2.4' };
    const answer = await till.send('POST', 'invoices/?from=a%20b', { body, headers });
    expect(await latest()).toEqual({
      id: answer.headers.get('x-request-id'),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      method: 'POST',
      path: '/api/v1/invoices/?from=***',
      status: 201,
      ms: expect.any(Number),
      username: 'till',
      is_screen: false,
      user_agent: 'till/2.4',
      body: '{"terminal":"***","amount":"***","reference":"***"}',
      detail: '',
    });
    await till.get('terminals', { headers: { 'X-Kramar-Client': 'screen' } });
    expect(await latest()).toMatchObject({ path: '/api/v1/terminals', is_screen: true, body: '' });
  });

  test.each<[string, number, string, (client: Client) => Promise<unknown>]>([
    [
      'fields',
      400,
      'Validation failed. {"terminal":["This field is required."]}',
      (c) => c.post('invoices/', { amount: 1 }),
    ],
    ['no token', 401, 'Authentication credentials were not provided.', () => shop.stranger.get('invoices/')],
    [
      'no right',
      403,
      'You do not have permission to perform this action.',
      (c) => c.post('invoices/1/cancel/'),
    ],
    ['no path', 404, 'Not found.', (c) => c.get('nothing/')],
    ['no method', 405, 'Method "***" not allowed.', (c) => c.send('PUT', 'invoices/')],
    [
      'no JSON type',
      415,
      'Unsupported media type "***" in request.',
      (c) => c.send('POST', 'invoices/', { raw: 'a;b', headers: { 'Content-Type': 'text/csv' } }),
    ],
    [
      'foreign origin',
      403,
      'Origin not allowed.',
      (c) => c.get('invoices/', { headers: { Origin: 'http://evil' } }),
    ],
  ])('though it was refused: %s', async (_, status, detail, request) => {
    await request(till);
    expect(await latest()).toMatchObject({ status, detail });
  });

  test('has the bank’s code for a 502', async () => {
    shop.bank.fault({ kind: 'internal-error', path: 'invoice/create' });
    await till.post('invoices/', { terminal: shop.terminal.id, amount: 1 });
    expect(await latest()).toMatchObject({ status: 502, detail: 'internal server error (INTERNAL_ERROR)' });
  });

  test('has type and size alone of a body that is no JSON object, and cuts a long one', async () => {
    const send = async (raw: string, type = 'application/json') => {
      await till.send('POST', 'invoices/', { raw, headers: { 'Content-Type': type } });
      return (await latest()).body;
    };
    expect(await send('[1,2]')).toBe('<application/json, 5 B>');
    expect(await send('{"a":')).toBe('<application/json, 5 B>');
    expect(await send('x'.repeat(12_345), 'text/csv; charset=x')).toBe('<text/csv, 12 kB>');
    expect(await send(PASSWORD, PASSWORD)).toBe(`<no type, ${PASSWORD.length} B>`);
    const long = await send(
      JSON.stringify({
        items: Array.from({ length: 60 }, () => ({ quantity: 1, price: 2, discount_pct: 3 })),
      }),
    );
    expect(long).toHaveLength(2049);
    expect(long.endsWith('…')).toBe(true);
    // Deeper than any stack.
    const deep = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect(await send(deep)).toBe('{"a":[[["***"]]]}');
  });
});

test('requests to the log itself, and OPTIONS, are not logged; a stream is logged when it begins', async () => {
  await till.get('terminals/');
  await till.send('OPTIONS', 'invoices/');
  await till.get('requests/');
  expect((await latest()).path).toBe('/api/v1/terminals/');
  const abort = new AbortController();
  const token = await shop.signIn('till');
  await fetch(new URL('events/', shop.baseUrl), {
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
    signal: abort.signal,
  });
  expect(await latest()).toMatchObject({ path: '/api/v1/events/', status: 200, username: 'till' });
  abort.abort();
});

test('the last two hundred, newest first', async () => {
  for (let at = 0; at < 210; at += 1) await till.get(`invoices/${at}/`);
  const paths = (await list()).map(({ path }) => path);
  expect(paths).toEqual(Array.from({ length: 200 }, (_, at) => `/api/v1/invoices/${209 - at}/`));
});

describe('secrets', () => {
  test('signing in', async () => {
    const answer = await shop.stranger.post<{ access: string }>('auth/token/', {
      username: 'till',
      password: PASSWORD,
    });
    expect(answer.status).toBe(200);
    expect(await latest()).toMatchObject({ username: '', body: '{"username":"***","password":"***"}' });
  });

  test('the message about broken JSON quotes nothing of it', async () => {
    await shop.stranger.send('POST', 'auth/token/', {
      raw: `{"username":"a","password":"${PASSWORD}x" oops}`,
    });
    await shop.stranger.send('POST', 'auth/token/', { raw: `${PASSWORD}` });
    for (const { detail, body } of (await list()).slice(0, 2)) {
      expect(detail).toMatch(/^JSON parse error/);
      expect(body).toMatch(/^<application\/json, \d+ B>$/);
    }
    expect(JSON.stringify(await list())).not.toContain('horse');
  });

  test('a refused field still has its reason', async () => {
    await till.post('invoices/?token=ab1&x=y', {
      password: 'qwe',
      comment: 'token=zx9, ok',
      api_token: 4711,
      reset_token: true,
    });
    expect(await latest()).toMatchObject({
      path: '/api/v1/invoices/?token=***&x=***',
      body: '{"password":"***","comment":"***","api_token":"***","reset_token":"***"}',
      detail: expect.stringContaining('"password":["Unknown field."]'),
    });
  });

  const NAMES = 'password token access refresh Authorization X-Token newPassword client_secret'.split(' ');
  const secret = fc.stringMatching(/^[a-zA-Z0-9!#$%()*+./:<=>?@^_|~-]{8,24}$/).map((text) => `§${text}`);
  const jwt = fc
    .tuple(fc.stringMatching(/^[\w-]{6,20}$/), fc.stringMatching(/^[\w-]{12,20}$/))
    .map(([payload, signature]) => ({ whole: `eyJhbGciOiJI.${payload}.${signature}`, signature }));
  const name = fc.constantFrom(...NAMES);
  const ascii = fc.stringMatching(/^[\w-]{10,20}$/).map((text) => `SEC${text}`);

  test('a secret that was sent appears nowhere', async () => {
    const sent = fc.record({
      name,
      inBody: secret,
      inText: ascii,
      inQuery: secret,
      jwt,
      header: ascii,
      depth: fc.nat(6),
    });
    await fc.assert(
      fc.asyncProperty(sent, async ({ name, inBody, inText, inQuery, jwt, header, depth }) => {
        let nested: unknown = { [name]: inBody, list: [{ [name]: { deeper: [inBody] } }] };
        for (let level = 0; level < depth; level += 1) nested = level % 2 ? [nested] : { level: nested };
        const query = new URLSearchParams({ [name]: inQuery, search: jwt.whole, status: inQuery });
        const comment = `{"${name}": "${inText}"} again ${inText} and ${jwt.whole}`;
        await shop.stranger.send('POST', `invoices/${jwt.whole}/?${query}`, {
          body: { nested, comment, status: inBody, [`${jwt.whole}`]: 1 },
          headers: { Authorization: `Token ${header}`, 'User-Agent': `till ${header} token=${inText}` },
        });
        // The same where the body is read, and the refusal may quote it.
        await shop.owner.send('POST', `invoices/?${query}`, {
          body: {
            nested,
            comment,
            terminal: inBody,
            items: [{ unit: inText, product: inBody }],
            [name]: inBody,
          },
        });
        expect((await shop.owner.get(`invoices/?${query}`)).text).toContain('is not a valid choice');
        const reported = JSON.stringify((await list()).slice(0, 3));
        const decoded = reported.replaceAll(/(%[0-9A-F]{2})+/g, (bytes) => decodeURIComponent(bytes));
        for (const hidden of [inBody, inQuery, inText, header, jwt.signature])
          for (const text of [reported, decoded]) {
            expect(text).not.toContain(hidden);
            expect(text).not.toContain(encodeURIComponent(hidden));
            expect(text).not.toContain(JSON.stringify(hidden).slice(1, -1));
          }
      }),
      { numRuns: 40 },
    );
  });
});

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
      await shop.owner.send('POST', 'invoices/', { raw: '{}', headers: { 'Content-Type': `text/${token}` } });
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
