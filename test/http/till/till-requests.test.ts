import { describe, expect, test } from 'vitest';
import { changeSetting } from '../../../main/shop/settings.ts';
import type { Event } from '../../../shared/api/events.ts';
import type { InvoicePage } from '../../../shared/api/invoice-query.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { Refusal } from '../../helpers/client.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { errorsOf } from '../../helpers/errors.ts';
import { lastId } from '../../helpers/events.ts';
import { rawRequest } from '../../helpers/raw.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';

// Stopped, so that no open invoice is due for a request to the bank while traces are compared.
const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });

interface EventPage {
  count: number;
  results: Event[];
}

describe('GET invoices/ `reference`: exact, case-sensitive.', () => {
  test('finds the sale of a till again, and no other', async () => {
    const { id } = await shop.createInvoice({ amount: 100, reference: 'Order-7' });
    for (const reference of ['order-7', 'Order-77', 'Order', 'My Order-7'])
      await shop.createInvoice({ amount: 200, reference });
    const found = async (reference: string) =>
      (await shop.owner.get<InvoicePage>(`invoices/?reference=${encodeURIComponent(reference)}`)).body;
    expect(await found('Order-7')).toMatchObject({
      count: 1,
      results: [{ id }],
      totals: { total_amount: 100 },
    });
    for (const reference of ['ORDER-7', 'rder-7', 'Order-%', 'Order_7'])
      expect(await found(reference)).toMatchObject({ count: 0, results: [] });
  });
});

describe('`Prefer: handling=strict`: an unknown query parameter is a 400 that names it.', () => {
  const strict = (path: string, prefer = 'handling=strict') =>
    shop.owner.get<Refusal>(path, { headers: { Prefer: prefer } });

  test('a misspelt filter is refused instead of ignored', async () => {
    const { status, body, headers } = await strict('invoices/?referense=A&page=1');
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual(['referense']);
    expect(String(body.errors?.referense)).toContain('reference');
    expect(headers.get('Preference-Applied')).toBe('handling=strict');
    expect((await shop.owner.get('invoices/?referense=A')).status).toBe(200);
  });

  test('with codes, in any order, and beside a faulty value', async () => {
    const { body, headers } = await strict('invoices/?page=x&foo=', 'codes, Handling="strict"; a=1');
    expect(body.codes).toEqual({ page: ['invalid'], foo: ['unknown_field'] });
    expect(headers.get('Preference-Applied')).toBe('codes, handling=strict');
  });

  test('known parameters and other preferences pass', async () => {
    expect((await strict('invoices/?page=1&status=success&reference=A')).status).toBe(200);
    expect((await strict('invoices/?foo=1', 'handling=lenient')).status).toBe(200);
    // RFC 7240: of one preference that is given twice the first counts.
    expect((await strict('invoices/?foo=1', 'handling=lenient, handling=strict')).status).toBe(200);
    expect((await strict('invoices/?foo=1', 'handling=strict, handling=lenient')).status).toBe(400);
    expect((await strict('account/?foo=1')).body.errors?.foo).toEqual([
      'Unknown parameter. This address takes none.',
    ]);
  });
});

describe('events/ `wait`: answers as soon as there is an event, else an empty list when the time is over.', () => {
  const wait = (after: number, seconds = 25, client = shop.owner) =>
    client.get<EventPage>(`events/?after=${after}&wait=${seconds}`);

  test('what is there already is answered at once', async () => {
    await shop.createInvoice();
    const { body } = await wait(lastId(shop) - 1);
    expect(body.count).toBe(1);
  });

  test('what comes is answered as it comes', async () => {
    const answer = wait(lastId(shop));
    const { id } = await shop.createInvoice();
    expect((await answer).body.results[0]).toMatchObject({ type: 'invoice.created', invoice: id });
  });

  test('nothing in that time is an empty list', async () => {
    expect((await wait(lastId(shop), 1)).body).toMatchObject({ count: 0, results: [] });
  });

  test('an event that the caller may not see does not end the wait', async () => {
    const blind = await shop.employee('blind', ['can_create_invoices']);
    const answer = wait(lastId(shop), 1, blind);
    await shop.createInvoice();
    expect((await answer).body).toMatchObject({ count: 0, results: [] });
  });

  test('a wait without a place is refused', async () => {
    const after = ['This field is required with wait.'];
    expect(await errorsOf(shop, 'GET', 'events/?wait=5')).toEqual({ after });
  });

  test('more than twenty at once are a 429', async () => {
    const after = lastId(shop);
    const busy = await shop.employee('busy', ['can_view_invoices']);
    const answers = Array.from({ length: 21 }, () => wait(after, 2, busy));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await wait(after, 1, busy)).status).toBe(200);
  });
});

describe('The owner may allow browser origins (`setting set allowed_origins`): exact scheme, host and port, https or loopback only, no `*`.', () => {
  const TILL = 'https://till.example.com';
  const send = (options: { method?: string; path?: string; headers?: Record<string, string> } = {}) => {
    const { method = 'GET', path = 'account/', headers = {} } = options;
    return rawRequest(shop.baseUrl + path, {
      method,
      headers: { Host: new URL(shop.baseUrl).host, Origin: TILL, 'Sec-Fetch-Site': 'cross-site', ...headers },
    });
  };
  const allow = (value: string) =>
    changeSetting(shop.console.db, shop.config.dataDir, 'allowed_origins', value);

  test('Such an origin gets CORS answers for `/api/v1/` (its preflights too, never with credentials), any other is refused as before', async () => {
    const { status, headers } = await send();
    expect(status).toBe(403);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    allow(TILL);
    const served = await send();
    expect(served.status).toBe(401);
    expect(served.headers['access-control-allow-origin']).toBe(TILL);
    expect(served.headers['access-control-expose-headers']).toContain('Idempotency-Replayed');
    expect(served.headers['access-control-allow-credentials']).toBeUndefined();
    expect(served.headers.vary).toContain('Origin');
  });

  test('A preflight carries the X-RateLimit headers as every answer does. It needs no token and is not counted', async () => {
    allow(TILL);
    const preflight = () =>
      send({
        method: 'OPTIONS',
        path: 'invoices/',
        headers: {
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
          'Access-Control-Request-Private-Network': 'true',
        },
      });
    const { status, headers } = await preflight();
    expect(status).toBe(204);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['access-control-allow-methods']).toContain('POST');
    expect(String(headers['access-control-allow-headers']).toLowerCase()).toContain('idempotency-key');
    expect(headers['access-control-allow-private-network']).toBe('true');
    expect(headers['x-ratelimit-limit']).toMatch(/^\d+$/);
    expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
    expect((await preflight()).headers['x-ratelimit-remaining']).toBe(headers['x-ratelimit-remaining']);
  });

  test('any other origin, and anything outside the interface, stays refused', async () => {
    allow(TILL);
    for (const Origin of [
      'https://till.example.com.evil.example',
      'http://till.example.com',
      'null',
      `${TILL}:444`,
    ])
      expect([Origin, (await send({ headers: { Origin } })).status]).toEqual([Origin, 403]);
    const { origin } = new URL(shop.baseUrl);
    const outside = await rawRequest(`${origin}/today`, {
      method: 'GET',
      headers: { Host: new URL(origin).host, Origin: TILL },
    });
    expect(outside.status).toBe(403);
  });

  test('a page that is allowed sells like any till', async () => {
    allow(TILL);
    const headers = { Origin: TILL, 'Sec-Fetch-Site': 'cross-site' };
    const { status, body } = await shop.owner.post<Invoice>(
      'invoices/',
      { terminal: shop.terminal.id, amount: 100 },
      { headers },
    );
    expect([status, body.amount]).toEqual([201, 100]);
  });

  test.each([
    '*',
    'https://*.example.com',
    'https://till.exam~ple.com',
    'http://till.example.com',
    'https://till.example.com/path',
    'till.example.com',
    'null',
  ])('the setting refuses %s, and keeps what it was', (value) => {
    allow(TILL);
    expect(() => allow(value)).toThrow('Validation failed.');
    expect(() => allow(`${TILL} ${value}`)).toThrow('Validation failed.');
  });

  test('the setting takes several, with a local one', () => {
    expect(allow(`HTTPS://Till.Example.Com, http://localhost:5173`).value).toBe(
      'https://till.example.com http://localhost:5173',
    );
    expect(allow('').value).toBe('');
  });
});
