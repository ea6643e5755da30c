import { beforeAll, expect, test } from 'vitest';
import { addEmployee, updateEmployee } from '../../main/shop/accounts/accounts.ts';
import type { Employee } from '../../shared/api/employees.ts';
import type { Page } from '../../shared/api/pages.ts';
import { PERMISSIONS } from '../../shared/permissions.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { ok } from '../helpers/ok.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const PEOPLE = [
  { username: 'olena', full_name: 'Олена КРАВЕЦЬ', email: 'olena@shop.ua', position: 'касирка' },
  { username: 'taras', full_name: 'Тарас Гнатюк', email: 'TG@shop.ua', position: 'бариста' },
  { username: 'Anna', full_name: '', email: '', position: '' },
] as const;

const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });
beforeAll(async () => {
  for (const person of PEOPLE) {
    await addEmployee(shop.console, { ...person, permissions: ['can_view_invoices'] }, PASSWORD);
    clock.forward(1);
  }
  // All permissions together do not make an owner.
  await shop.employee('deputy', PERMISSIONS);
});

const list = (query = ''): Promise<Page<Employee>> =>
  ok(shop.owner.get<Page<Employee>>(`employees/${query}`), 200);
const usernames = async (query = '') => (await list(query)).results.map(({ username }) => username);
const byName = async (name: string): Promise<Employee> => {
  const found = (await list()).results.find(({ username }) => username === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};

test('a record has what the owner has entered', async () => {
  const employee = await byName('olena');
  expect(employee).toMatchObject({
    ...PEOPLE[0],
    can_view_invoices: true,
    can_create_invoices: false,
    can_cancel_invoices: false,
    can_manage_terminals: false,
    can_manage_employees: false,
    is_active: true,
  });
  expect(await byName('Anna')).toMatchObject(PEOPLE[2]);
  expect((await shop.owner.get<Employee>(`employees/${employee.id}/`)).body).toEqual(employee);
});

test('GET employees/ lists the employees; the owner is not one of them.', async () => {
  const page = await list();
  expect(page.count).toBe(PEOPLE.length + 1);
  expect(page.results.map(({ username }) => username)).not.toContain('owner');
  const known = new Set(page.results.map(({ id }) => id));
  for (let id = 1; id <= PEOPLE.length + 2; id++)
    expect((await shop.owner.get(`employees/${id}/`)).status).toBe(known.has(id) ? 200 : 404);
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
