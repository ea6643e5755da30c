import { describe, expect, onTestFinished, test } from 'vitest';
import {
  changeKey,
  createKey,
  type KeyFields,
  revokeKey,
  rotateKey,
} from '../../../main/shop/accounts/keys.ts';
import { addTerminal } from '../../../main/shop/terminals/terminals.ts';
import { findKey } from '../../../main/store/till-keys.ts';
import type { CashRegister } from '../../../shared/api/cash-registers.ts';
import type { Account } from '../../../shared/api/employees.ts';
import type { Event } from '../../../shared/api/events.ts';
import type { InvoicePage } from '../../../shared/api/invoice-query.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { Page } from '../../../shared/api/pages.ts';
import type { Client, Refusal } from '../../helpers/client.ts';
import { openShop, PASSWORD } from '../../helpers/shop.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { listen } from '../../helpers/stream.ts';
import { withoutTrace } from '../../helpers/trace.ts';

const FIELDS: KeyFields = {
  name: 'Till by the door',
  permissions: ['can_view_invoices', 'can_create_invoices'],
  terminal: null,
  own_sales_only: false,
};

let names = 0;
const shop = await shopOfFile();
const second = shop.bank.merchants[1];
if (!second) throw new Error('The practice bank has one merchant only.');
const other = await addTerminal(shop.console, { name: 'Second terminal', token: second.token });

const issue = (fields: Partial<KeyFields> = {}): { id: number; key: string; till: Client } => {
  names += 1;
  const { row, key } = createKey(shop.console, { ...FIELDS, name: `Till ${names}`, ...fields });
  return { id: row.id, key, till: shop.stranger.as(key) };
};
const sell = async (till: Client, body: object = {}) =>
  till.post<Invoice>('invoices/', { terminal: shop.terminal.id, amount: 4500, ...body });
const listed = async (till: Client, query = '') =>
  (await till.get<InvoicePage>(`invoices/?page_size=200${query}`)).body;

describe('Keys for tills: `Authorization: Bearer kr_…`, made and revoked by the owner outside the interface, shown once, stored as a hash, with rights of their own (a subset of the permission flags)', () => {
  test('signs a till in with the rights that it was given, and is named where it acted', async () => {
    const { id, till } = issue({ name: 'Bar' });
    const { body: account } = await till.get<Account>('account/');
    expect(account).toMatchObject({
      id,
      username: 'Bar',
      is_owner: false,
      can_create_invoices: true,
      can_cancel_invoices: false,
    });
    const { status, body: invoice } = await sell(till);
    expect(status).toBe(201);
    const history = await shop.owner.get<{ created_by: string }>(`invoices/${invoice.id}/history/`);
    expect(history.body.created_by).toBe('Bar');
    expect((await till.post(`invoices/${invoice.id}/cancel/`, {})).status).toBe(403);
  });

  test('is stored as a hash alone, and not among the employees', async () => {
    const { id, key } = issue();
    const stored = findKey(shop.console.db, id);
    expect(JSON.stringify(stored)).not.toContain(key.slice(3));
    expect(stored?.hint).toBe(key.slice(-4));
    const { body } = await shop.owner.get<{ results: { id: number }[] }>('employees/?page_size=200');
    expect(body.results.map((employee) => employee.id)).not.toContain(id);
    expect((await shop.owner.get(`employees/${id}/`)).status).toBe(404);
  });

  test('cannot be used as a name to sign in with', async () => {
    const { id } = issue();
    const username = findKey(shop.console.db, id)?.username;
    for (const password of ['', PASSWORD, ' '])
      expect((await shop.stranger.post('auth/token/', { username, password })).status).not.toBe(200);
  });

  test('used and last-used times are kept', async () => {
    const { id, till } = issue();
    expect(findKey(shop.console.db, id)?.last_used_at).toBeNull();
    await till.get('account/');
    const { first_used_at, last_used_at } = findKey(shop.console.db, id) ?? {};
    expect(last_used_at).toBeGreaterThan(0);
    expect(first_used_at).toBe(last_used_at);
  });

  test('of another shop, or mistyped, is refused like any bad token, with a code that says why', async () => {
    const headers = { Prefer: 'codes' };
    for (const key of [`kr_${'A'.repeat(43)}`, 'kr_short', 'kr_']) {
      const { status, body } = await shop.stranger.as(key).get<Refusal>('account/', { headers });
      expect({ status, body }).toEqual({
        status: 401,
        body: {
          detail: 'Given token not valid for any token type',
          code: 'token_not_valid',
          codes: { non_field_errors: ['key_unknown'] },
        },
      });
    }
  });

  test('that holds in another shop opens nothing here', async () => {
    const elsewhere = await openShop();
    try {
      const { key } = createKey(elsewhere.console, { ...FIELDS, name: 'Elsewhere' });
      expect((await elsewhere.stranger.as(key).get('account/')).status).toBe(200);
      const headers = { Prefer: 'codes', 'Accept-Language': 'uk' };
      const { status, body } = await shop.stranger.as(key).get<Refusal>('account/', { headers });
      expect([status, body.codes]).toEqual([401, { non_field_errors: ['key_unknown'] }]);
      expect(body.detail).toContain('з іншої крамниці');
    } finally {
      await elsewhere.close();
    }
  });

  test('in the address is refused, and the refusal says where it belongs', async () => {
    const { key, till } = issue();
    for (const path of [`account/?key=${key}`, `invoices/?token=${key}&page=1`]) {
      const { status, body } = await shop.stranger.get<Refusal>(path);
      expect(status).toBe(400);
      expect(body.detail).toContain('Authorization: Bearer');
      expect((await till.get(path)).status).toBe(400);
    }
    const { text } = await shop.owner.get('requests/');
    expect(text).not.toContain(key);
  });

  test('can serve two tills, whose Idempotency-Keys are then of one user', async () => {
    const { till } = issue();
    const request = { headers: { 'Idempotency-Key': 'two tills' } };
    const body = { terminal: shop.terminal.id, amount: 4500 };
    const [first, second] = await Promise.all([
      till.post<Invoice>('invoices/', body, request),
      till.post<Invoice>('invoices/', body, request),
    ]);
    expect(second.body.id).toBe(first.body.id);
  });
});

describe('a key that is changed', () => {
  test('has other rights at its next request', async () => {
    const { id, till } = issue();
    expect((await listed(till)).count).toBeGreaterThanOrEqual(0);
    changeKey(shop.console, id, { permissions: ['can_create_invoices'] });
    expect((await till.get('invoices/')).status).toBe(403);
  });

  test('and rotated has another value; the old one is refused', async () => {
    const { id, till } = issue();
    const { key } = rotateKey(shop.console, id);
    expect((await till.get('account/')).status).toBe(401);
    expect((await till.as(key).get<Account>('account/')).body.id).toBe(id);
  });

  test('and revoked is refused at the next request, and its stream ends', async () => {
    const { id, key, till } = issue();
    const stream = await listen(shop.baseUrl, { token: key });
    revokeKey(shop.console, id);
    const { status, body } = await till.get<Refusal>('account/', { headers: { Prefer: 'codes' } });
    expect({ status, codes: body.codes }).toEqual({
      status: 401,
      codes: { non_field_errors: ['key_revoked'] },
    });
    await shop.createInvoice();
    await stream.untilTold(() => stream.messages.some(({ event }) => event === 'expired'));
    expect(stream.events).toEqual([]);
    expect(() => changeKey(shop.console, id, { name: 'Other' })).toThrow('There is no key');
  });

  test('does not get another key with its name', () => {
    issue({ name: 'Single' });
    expect(() => issue({ name: 'Single' })).toThrow('Validation failed.');
    expect(() => issue({ name: '' })).toThrow('Validation failed.');
    expect(() => issue({ terminal: 9999 })).toThrow('Validation failed.');
  });
});

describe('optionally bound to one terminal (others are then missing objects)', () => {
  test('sees that terminal alone, and creates nothing on another', async () => {
    const { till } = issue({ terminal: other.id });
    const foreign = await shop.createInvoice();
    const { status, body: own } = await sell(till, { terminal: other.id });
    expect(status).toBe(201);

    const terminals = await till.get<{ results: { id: number }[] }>('terminals/');
    expect(terminals.body.results.map(({ id }) => id)).toEqual([other.id]);
    expect((await till.get(`terminals/${shop.terminal.id}/`)).status).toBe(404);
    expect((await listed(till)).results.map(({ id }) => id)).toEqual([own.id]);
    expect((await listed(till, `&terminal=${shop.terminal.id}`)).count).toBe(0);
    expect((await till.get(`invoices/${foreign.id}/`)).status).toBe(404);

    const body = { terminal: shop.terminal.id, amount: 100 };
    const refused = await withoutTrace(shop, () => till.post<Refusal>('invoices/', body));
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual({
      terminal: [`Invalid pk "${shop.terminal.id}" - object does not exist.`],
    });

    await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
    const { results } = (await shop.owner.get<Page<CashRegister>>('cash-registers/')).body;
    const register = results.find(({ terminal }) => terminal === shop.terminal.id)?.id;
    for (const cash_register of [register, 9999]) {
      const at = { terminal: other.id, amount: 100, cash_register };
      const { body: answer } = await withoutTrace(shop, () => till.post<Refusal>('invoices/', at));
      expect(answer.errors).toEqual({
        cash_register: [`Invalid pk "${cash_register}" - object does not exist.`],
      });
    }
  });
});

let narrowed = 0;
const narrowEmployee = (): Promise<Client> => {
  narrowed += 1;
  const rights = ['can_view_invoices', 'can_create_invoices'] as const;
  return shop.employee(`narrow-${narrowed}`, rights, { own_sales_only: 1 });
};

describe.each<[string, () => Promise<Client>]>([
  ['An employee may be narrowed to their own sales', narrowEmployee],
  ['a key to what the key itself made', async () => issue({ own_sales_only: true }).till],
  [
    'a key to that and one terminal',
    async () => issue({ own_sales_only: true, terminal: shop.terminal.id }).till,
  ],
])('%s', (_, open) => {
  test('An employee may be narrowed to their own sales: with can_view_invoices, lists, totals, events and files then hold what they made; any other invoice is a missing object', async () => {
    // Nothing else makes events, or asks the bank.
    onTestFinished((await shop.hold()).release);
    const till = await open();
    const foreign = await shop.createInvoice({ amount: 77_700 });
    const { body: own } = await sell(till);

    const page = await listed(till);
    expect(page.results.map(({ id }) => id)).toEqual([own.id]);
    expect(page).toMatchObject({ count: 1, totals: { total_amount: 4500 } });
    expect((await listed(till, '&created_by=1')).count).toBe(0);
    expect((await listed(till, `&search=${foreign.reference}`)).count).toBe(0);
    const openOnes = await till.get<{ count: number; total_amount: number }>('invoices/open/');
    expect(openOnes.body).toMatchObject({ count: 1, total_amount: 4500 });
    const file = await till.get('invoices/export/?format=csv');
    expect(file.text).toContain(own.reference);
    expect(file.text).not.toContain(foreign.reference);
    const { body: events } = await till.get<{ results: Event[] }>('events/?page_size=200');
    expect(
      events.results.filter(({ type }) => type.startsWith('invoice.')).map(({ invoice }) => invoice),
    ).toEqual([own.id]);

    for (const path of ['', 'history/', 'refunds/', 'failure/', 'receipt/', 'fiscal-checks/'])
      expect((await till.get(`invoices/${foreign.id}/${path}`)).status).toBe(404);
    const before = shop.bank.requests.length;
    expect((await till.post(`invoices/${foreign.id}/refresh/`)).status).toBe(404);
    expect(shop.bank.requests).toHaveLength(before);
    expect((await till.get(`invoices/${own.id}/`)).status).toBe(200);
  });

  test('stats/, series and reports are a 403', async () => {
    const till = await open();
    for (const path of ['stats/', 'stats/series/?group=day', 'stats/day-close/', 'invoices/fiscal-gaps/'])
      expect([path, (await till.get(path)).status]).toEqual([path, 403]);
    const { body } = await till.get<{ unreadable: unknown[]; paid_twice: unknown[] }>('system/');
    expect(body).toMatchObject({ unreadable: [], paid_twice: [] });
  });
});
