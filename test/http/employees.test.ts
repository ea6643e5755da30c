import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEmployee, updateEmployee } from '../../main/shop/accounts/accounts.ts';
import type { Employee } from '../../shared/api/employees.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Permission } from '../../shared/permissions.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shapeOf } from '../helpers/shape.ts';
import { openShop, PASSWORD, type Shop } from '../helpers/shop.ts';
import { withoutTrace } from '../helpers/trace.ts';

const EVERYTHING: Permission[] = [
  'can_view_invoices',
  'can_create_invoices',
  'can_cancel_invoices',
  'can_manage_terminals',
  'can_manage_employees',
];
const PEOPLE = [
  { username: 'olena', full_name: 'Олена КРАВЕЦЬ', email: 'olena@shop.ua', position: 'касирка' },
  { username: 'taras', full_name: 'Тарас Гнатюк', email: 'TG@shop.ua', position: 'бариста' },
  { username: 'Anna', full_name: '', email: '', position: '' },
] as const;

const clock = stoppedClock();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ now: clock.now });
  for (const person of PEOPLE) {
    await addEmployee(shop.console, { ...person, permissions: ['can_view_invoices'] }, PASSWORD);
    clock.forward(1);
  }
  // All permissions together do not make an owner.
  await shop.employee('deputy', EVERYTHING);
});
afterAll(() => shop.close());

const list = async (query = ''): Promise<Page<Employee>> => {
  const answer = await shop.owner.get<Page<Employee>>(`employees/${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const usernames = async (query = '') => (await list(query)).results.map(({ username }) => username);
const byName = async (name: string): Promise<Employee> => {
  const found = (await list()).results.find(({ username }) => username === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};

test('exactly the fields of version 1', async () => {
  const employee = await byName('olena');
  expect(shapeOf(employee)).toEqual({
    id: 'integer',
    username: 'string',
    email: 'string',
    full_name: 'string',
    position: 'string',
    can_view_invoices: 'boolean',
    can_create_invoices: 'boolean',
    can_cancel_invoices: 'boolean',
    can_manage_terminals: 'boolean',
    can_manage_employees: 'boolean',
    is_active: 'boolean',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  });
  expect(employee).toMatchObject({
    full_name: 'Олена КРАВЕЦЬ',
    email: 'olena@shop.ua',
    position: 'касирка',
    can_view_invoices: true,
    can_create_invoices: false,
    can_cancel_invoices: false,
    can_manage_terminals: false,
    can_manage_employees: false,
    is_active: true,
  });
  expect(await byName('Anna')).toMatchObject({ full_name: '', email: '', position: '' });
  const one = await shop.owner.get<Employee>(`employees/${employee.id}/`);
  expect(one.status).toBe(200);
  expect(one.body).toEqual(employee);
});

test('GET employees/ lists the employees; the owner is not one of them.', async () => {
  const page = await list();
  expect(Object.keys(page).sort()).toEqual(['count', 'next', 'previous', 'results']);
  expect(page.count).toBe(PEOPLE.length + 1);
  expect(page.results.map(({ username }) => username)).not.toContain('owner');
  const known = new Set(page.results.map(({ id }) => id));
  for (let id = 1; id <= PEOPLE.length + 2; id++)
    expect((await shop.owner.get(`employees/${id}/`)).status).toBe(known.has(id) ? 200 : 404);
});

test('an invalid id is a 404', async () => {
  for (const id of ['0', '-1', '999', 'me', '1e3', '9007199254740993']) {
    const refused = await withoutTrace(shop, () => shop.owner.get<Refusal>(`employees/${id}/`));
    expect(refused.status).toBe(404);
    expect(refused.body).toEqual({ detail: 'Not found.' });
  }
});

describe('Lists', () => {
  test('employees: username, created_at; the rest by name (employees by username)', async () => {
    expect(await usernames()).toEqual(await usernames('?ordering=username'));
    expect(await usernames('?ordering=-username')).toEqual((await usernames()).toReversed());
    expect((await usernames()).filter((name) => name !== 'Anna')).toEqual(['deputy', 'olena', 'taras']);
    expect(await usernames('?ordering=created_at')).toEqual(['olena', 'taras', 'Anna', 'deputy']);
    expect(await usernames('?ordering=-created_at')).toEqual(['deputy', 'Anna', 'taras', 'olena']);
    const refused = await withoutTrace(shop, () => shop.owner.get<Refusal>('employees/?ordering=full_name'));
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual({ ordering: [expect.stringContaining('username, created_at')] });
  });

  test.each([
    ['кравець', ['olena']],
    ['ТАРАС гнатюк', ['taras']],
    ['tg@SHOP', ['taras']],
    ['shop.ua', ['olena', 'taras']],
    ['ANNA', ['Anna']],
    ['олена taras', []],
    ['олена shop', ['olena']],
    // The position is not searched, and the owner not found.
    ['касирка', []],
    ['owner', []],
  ])('Employees: username, full_name, email: %s', async (words, expected) => {
    expect(await usernames(`?search=${encodeURIComponent(words)}`)).toEqual(expected);
  });
});

test('a change made by the owner shows at once', async () => {
  const before = await byName('taras');
  clock.forward(5);
  await updateEmployee(shop.console, 'taras', { permissions: ['can_cancel_invoices'], is_active: false });
  expect(await byName('taras')).toEqual({
    ...before,
    can_view_invoices: false,
    can_cancel_invoices: true,
    is_active: false,
    updated_at: new Date(clock.now()).toISOString(),
  });
});

test('no field of an answer reveals a password', async () => {
  const { text } = await shop.owner.get('employees/');
  expect(text).not.toMatch(/passw|hash|scrypt|\$/i);
});
