import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../main/platform/config.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { freePort } from '../helpers/free-port.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { rowsOf } from '../helpers/trace.ts';

// Decisions about several endpoints, or none in particular.

// Stopped, so that no job calls the bank meanwhile.
const clock = stoppedClock();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ now: clock.now });
});
afterAll(() => shop.close());

test('Unexpected failure: 500 `{"detail": "Internal server error.", "request_id": "…"}`; the cause goes to the log, never to the client.', async () => {
  const broken = await openShop();
  try {
    const { db } = broken.console;
    db.run(
      build.insertInto('categories').values({ name: 'x', search_text: '', created_at: 1, updated_at: 1 }),
    );
    // Beyond every date: its presenter throws.
    db.run(build.updateTable('categories').set({ created_at: 9e15 }));
    const answer = await broken.owner.get<Refusal>('catalog/categories/');
    expect([answer.status, answer.body]).toEqual([
      500,
      { detail: 'Internal server error.', request_id: answer.headers.get('x-request-id') },
    ]);
    const logs = join(broken.folder, 'logs');
    await vi.waitFor(() => {
      const log = readdirSync(logs).map((file) => readFileSync(join(logs, file), 'utf8'));
      const line = log.flatMap((each) => each.split('\n')).find((each) => each.includes('A request failed.'));
      expect(line).toContain(answer.body.request_id);
      expect(line).toContain('Invalid time value');
    });
    expect((await broken.owner.get('catalog/units/')).status).toBe(200);
  } finally {
    await broken.close();
  }
});

test('Otherwise the outcome is in doubt: `BAD_GATEWAY` (a 4xx or 5xx without errCode, or an answer that cannot be read).', async () => {
  const status = { create: 404 };
  const port = await freePort();
  // Between the service and the bank something answers in the bank's place.
  const between = createServer((request, response) => {
    if (request.url?.endsWith('/invoice/create')) {
      response.writeHead(status.create, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
      return;
    }
    const { url, method = 'GET', headers } = request;
    request.pipe(
      ask(`http://127.0.0.1:${port}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  const bankUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  const remote = await openShop({ bank: { port }, config: { bankUrl } });
  try {
    for (status.create of [400, 403, 404, 500, 503, 200]) {
      const body = { terminal: remote.terminal.id, amount: 100 };
      const answer = await remote.owner.post<Refusal>('invoices/', body);
      expect([status.create, answer.status, answer.body]).toEqual([
        status.create,
        502,
        { detail: expect.stringMatching(/./), err_code: 'BAD_GATEWAY' },
      ]);
      expect(rowsOf(remote, 'attempts').at(-1)).toMatchObject({ status: 'in_doubt' });
    }
    expect(rowsOf(remote, 'invoices')).toEqual([]);
  } finally {
    await remote.close();
    between.close();
  }
});

test("Signing: HS256, a key derived from the installation's master key.", async () => {
  const token = await shop.signIn('owner');
  const [header = '', claims = '', signature] = token.split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'HS256' });
  await shop.console.vault.unlock();
  const signed = (key: Uint8Array) =>
    createHmac('sha256', key).update(`${header}.${claims}`).digest('base64url');
  expect(signed(shop.console.vault.jwtKey())).toBe(signature);
  // Derived: not the key itself.
  expect(signed(readFileSync(join(shop.folder, 'master.key')))).not.toBe(signature);
  // The installation's id: it outlives the process, and no other installation has it.
  await shop.restart();
  expect((await shop.stranger.as(token).get('terminals/')).status).toBe(200);
  const other = await openShop();
  expect((await other.stranger.as(token).get('terminals/')).status).toBe(401);
  await other.close();
});

test('Catalog, terminal and cash-register reading: any team member; catalog writing likewise.', async () => {
  const member = await shop.employee('member');
  for (const path of ['terminals/', 'cash-registers/', `terminals/${shop.terminal.id}/`])
    expect([path, (await member.get(path)).status]).toEqual([path, 200]);
  for (const resource of ['categories', 'units', 'products']) {
    const path = `catalog/${resource}/`;
    const price = resource === 'products' ? { price: 1 } : {};
    const made = await member.post<{ id: number }>(path, { name: 'x', ...price });
    expect(made.status).toBe(201);
    const one = `${path}${made.body.id}/`;
    expect((await member.get(path)).status).toBe(200);
    expect((await member.get(one)).status).toBe(200);
    expect((await member.patch(one, { name: 'y' })).status).toBe(200);
    expect((await member.send('DELETE', one)).status).toBe(204);
  }
});

test("A fixed window of 60 s per key, from the key's first request: 600 per user for requests with a valid token, else 60 per address.", async () => {
  const { rateLimitUser, rateLimitAnonymous } = readConfig({}, {});
  const usual = await openShop({ config: { rateLimitUser, rateLimitAnonymous } });
  try {
    const answers = [
      [await usual.owner.get('terminals/'), '600'],
      [await usual.stranger.as('no token').get('terminals/'), '60'],
    ] as const;
    for (const [{ headers }, limit] of answers) expect(headers.get('x-ratelimit-limit')).toBe(limit);
    const anonymous = () => usual.stranger.get('terminals/');
    const left = Number((await anonymous()).headers.get('x-ratelimit-remaining'));
    for (let at = 0; at < left; at++) expect((await anonymous()).status).toBe(401);
    expect((await anonymous()).status).toBe(429);
    expect((await usual.owner.get('terminals/')).status).toBe(200);
  } finally {
    await usual.close();
  }
});

test('What Kramar offers beyond comes as further endpoints and optional parameters and headers, marked as extensions in the OpenAPI document.', async () => {
  type Marked = { name?: string; required?: boolean; in?: string; 'x-kramar-extension'?: boolean };
  const { body } = await shop.stranger.get<{
    paths: Record<string, Record<string, Marked & { parameters?: (Marked & { $ref?: string })[] }>>;
    components: { headers: Record<string, Marked>; parameters?: Record<string, Marked> };
  }>('openapi.json');
  const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ key: `${method} ${path}`, operation })),
  );
  const marked = operations.filter(({ operation }) => operation['x-kramar-extension']);
  // Which they are is in openapi.test.ts.
  expect(marked.length).toBeGreaterThan(50);
  // Parameters beyond those of version 1.
  const beyond = operations
    .filter((one) => !marked.includes(one))
    .flatMap(({ key, operation }) => (operation.parameters ?? []).map((one) => ({ key, ...one })))
    .filter((one) => one.in === 'query' && one['x-kramar-extension']);
  expect(beyond.map(({ key, name }) => `${key} ${name}`)).toEqual([
    'get /invoices/ reference',
    'get /invoices/ refunded_from',
    'get /invoices/ refunded_to',
    ...['paid_hour', 'paid_weekday', 'refunded_hour', 'refunded_weekday'].map(
      (name) => `get /invoices/ ${name}`,
    ),
    ...['created_by', 'product', 'payment_system', 'without'].map((name) => `get /invoices/ ${name}`),
    'post /invoices/{id}/cancel/ expected_status',
    'post /invoices/{id}/cancel/ expected_left',
    'post /invoices/{id}/cancel/ reason',
  ]);
  // Version 1 has no header of a request but Authorization.
  const parameters = operations
    .flatMap(({ operation }) => operation.parameters ?? [])
    .map((one) => body.components.parameters?.[one.$ref?.split('/').at(-1) ?? ''] ?? one)
    .filter((one) => one.in === 'header');
  expect(parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Idempotency-Key', 'Last-Event-ID', 'Refund-Approval']),
  );
  for (const one of parameters) expect(one).toMatchObject({ 'x-kramar-extension': true });
  expect(parameters.filter(({ required }) => required)).toEqual([]);
  for (const name of ['X-Request-Id', 'Idempotency-Replayed'])
    expect(body.components.headers[name]).toMatchObject({ 'x-kramar-extension': true });
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'Retry-After'])
    expect(body.components.headers[name]).not.toHaveProperty('x-kramar-extension');
});

test('Within v1 the resources of version 1 have exactly the fields that it lists.', async () => {
  await addTerminal(shop.console, { name: 'Ще', token: shop.merchant.token });
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  await shop.createInvoice();
  await shop.employee('listed');
  const stamps = ['id', 'created_at', 'updated_at'];
  const category = (await shop.owner.post<{ id: number }>('catalog/categories/', { name: 'x' })).body.id;
  await shop.owner.post('catalog/units/', { name: 'x' });
  await shop.owner.post('catalog/products/', { name: 'x', price: 1, category });
  const FIELDS: Record<string, string[]> = {
    'terminals/': [
      ...[...stamps, 'name', 'merchant_id', 'merchant_name'],
      ...['edrpou', 'is_active', 'show_payments'],
    ],
    'cash-registers/': [
      ...[...stamps, 'terminal', 'terminal_name', 'qr_id', 'short_qr_id'],
      ...['name', 'is_active'],
    ],
    'invoices/': [
      ...['id', 'number', 'number_display', 'invoice_id', 'status', 'status_display', 'terminal'],
      ...['terminal_name', 'cash_register', 'amount', 'ccy', 'final_amount', 'reference', 'destination'],
      ...['comment', 'page_url', 'failure_reason', 'masked_pan', 'approval_code', 'rrn', 'payment_system'],
      ...['fee', 'created_locally', 'webhook_received', 'created_date', 'modified_date', 'paid_date'],
      ...['is_cancellable', 'items'],
    ],
    'catalog/categories/': [...stamps, 'name'],
    'catalog/units/': [...stamps, 'name', 'short_name'],
    'catalog/products/': [
      ...[...stamps, 'name', 'price', 'name_for_docs', 'article', 'external_code', 'category', 'unit'],
      ...['is_archived', 'code', 'category_name', 'unit_name'],
    ],
    'employees/': [
      ...[...stamps, 'username', 'email', 'full_name', 'position', 'can_view_invoices'],
      ...['can_create_invoices', 'can_cancel_invoices', 'can_manage_terminals', 'can_manage_employees'],
      ...['is_active'],
    ],
  };
  for (const [path, fields] of Object.entries(FIELDS)) {
    const [first] = (await shop.owner.get<Page<{ id: number }>>(path)).body.results;
    expect(Object.keys(first ?? {}).sort(), path).toEqual(fields.toSorted());
    const one = await shop.owner.get<object>(`${path}${first?.id}/`);
    expect(Object.keys(one.body).sort(), path).toEqual(fields.toSorted());
  }
});
