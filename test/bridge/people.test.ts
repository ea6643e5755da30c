import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyPassword } from '../../main/shop/accounts/passwords.ts';
import { findAccount, findOwner } from '../../main/store/accounts.ts';
import type { Account, Employee, EmployeeLimitsList } from '../../shared/api/employees.ts';
import { type NewShop, openNewShop } from '../helpers/new-shop.ts';
import { addPerson } from '../helpers/people.ts';
import { openShop, PASSWORD, type Shop } from '../helpers/shop.ts';
import { leavingNoTrace, newEmployee, openWindow, type Window } from './stage.ts';

const OTHER = 'another horse';
const UNLIMITED = {
  own_sales_only: false,
  catalog_prices_only: false,
  catalog_read_only: false,
  refund_largest: null,
  refund_per_day: null,
};

describe('the owner of a new shop', () => {
  let shop: NewShop;
  let window: Window;
  beforeAll(async () => {
    shop = await openNewShop();
    window = openWindow(shop);
  });
  afterAll(() => shop.close());

  test('is created once, and signs in', async () => {
    const state = { has_owner: false, has_terminal: false, is_practice: false };
    expect(await window.ask('shop.state', {})).toEqual(state);
    const short = await window.refused('owner.create', { username: ' ', password: 'short' });
    expect(Object.keys(short.errors ?? {}).sort()).toEqual(['password', 'username']);
    const digits = await window.refused('owner.create', { username: '380501234567', password: PASSWORD });
    expect(digits.errors).toEqual({ username: [expect.stringContaining('Digits alone')] });
    expect(await window.ask('shop.state', {})).toEqual(state);

    const made = await window.ask('owner.create', { username: ' olena ', password: PASSWORD });
    expect(made).toEqual({ id: 1, username: 'olena' });
    await window.signIn('olena');
    expect(await window.ask('shop.state', {})).toEqual({ ...state, has_owner: true });

    const again = { username: 'ihor', password: PASSWORD };
    const second = await window.refused('owner.create', again, { token: null });
    expect(second).toMatchObject({
      code: 'VALIDATION',
      errors: { username: ['There is an owner already.'] },
    });
    // The caller is not signed in: the owner's name is not shown.
    expect(JSON.stringify(second)).not.toContain('olena');
    const db = shop.host.started()?.running.handle.db;
    expect(db && findOwner(db)?.username).toBe('olena');
  });

  test('two windows at once create one', async () => {
    const other = await openNewShop();
    try {
      const both = openWindow(other);
      const answers = await Promise.all(
        ['a', 'b'].map((username) => both.raw('owner.create', { username, password: PASSWORD })),
      );
      expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
    } finally {
      await other.close();
    }
  });
});

describe('of an open shop', () => {
  let shop: Shop;
  let window: Window;
  beforeAll(async () => {
    shop = await openShop();
    window = openWindow(shop);
    await window.signIn();
  });
  afterAll(() => shop.close());
  const account = (id: number) => findAccount(shop.console.db, id);

  describe('employees', () => {
    const fields = { full_name: 'Петро Іваненко', email: 'p@example.com', position: 'касир' };
    let id: number;
    beforeAll(async () => {
      const petro = newEmployee('petro', { ...fields, permissions: ['can_view_invoices'] });
      ({ id } = await window.ask('employees.add', petro));
    });

    test('an employee who was added may do what was granted', async () => {
      const { body } = await shop.owner.get<Employee>(`employees/${id}/`);
      expect(body).toMatchObject({ username: 'petro', ...fields, can_view_invoices: true, is_active: true });
      expect(body.can_create_invoices).toBe(false);
      expect(await shop.signIn('petro')).toMatch(/^ey/);
    });

    test.each(['petro', 'owner'])('a name that is taken: %s', async (username) => {
      const refusal = await leavingNoTrace(shop, window, () =>
        window.refused('employees.add', newEmployee(username)),
      );
      expect(refusal.errors).toEqual({ username: [`An account named "${username}" exists already.`] });
    });

    test('is changed field by field; what is left out stays', async () => {
      await window.ask('employees.change', { id, position: 'старший касир', email: '' });
      expect(account(id)).toMatchObject({
        position: 'старший касир',
        email: '',
        full_name: fields.full_name,
      });
      await window.ask('employees.change', { id, permissions: ['can_create_invoices'] });
      expect(account(id)).toMatchObject({ can_view_invoices: 0, can_create_invoices: 1, is_active: 1 });
      await window.ask('employees.change', { id });
      expect(account(id)).toMatchObject({ can_create_invoices: 1, position: 'старший касир' });
    });

    const limits = async () => (await shop.owner.get<EmployeeLimitsList>('employees/limits/')).body.results;
    test.each(['own_sales_only', 'catalog_prices_only', 'catalog_read_only'] as const)(
      'is narrowed by %s, and widened again; no other change touches it',
      async (limit) => {
        expect(await limits()).toEqual([]);
        await window.ask('employees.change', { id, [limit]: true });
        const narrowed = [{ employee: id, ...UNLIMITED, [limit]: true }];
        expect(await limits()).toEqual(narrowed);
        const client = shop.owner.as(await shop.signIn('petro'));
        expect((await client.get<Account>('account/')).body).toMatchObject({ [limit]: true });
        // The owner's alone.
        expect((await client.get('employees/limits/')).status).toBe(403);
        await window.ask('employees.change', { id, permissions: ['can_create_invoices'] });
        expect(await limits()).toEqual(narrowed);
        await window.ask('employees.change', { id, [limit]: false });
        expect(await limits()).toEqual([]);
      },
    );

    test('is added narrowed to their own sales', async () => {
      const narrow = newEmployee('narrow', { own_sales_only: true });
      const { id: employee } = await window.ask('employees.add', narrow);
      expect(await limits()).toEqual([{ employee, ...UNLIMITED, own_sales_only: true }]);
    });

    test('is found by a new name', async () => {
      await window.ask('employees.change', { id, full_name: 'Параска Зозуля' });
      const found = await shop.owner.get<{ count: number }>('employees/?search=зозуля');
      expect(found.body.count).toBe(1);
    });

    test('is locked out, and let in with another password; sessions end', async () => {
      const client = shop.owner.as(await shop.signIn('petro'));
      const status = async () => (await client.get('terminals/')).status;
      expect(await status()).toBe(200);
      await window.ask('employees.change', { id, is_active: false });
      expect(await status()).toBe(401);
      await window.ask('employees.change', { id, is_active: true });
      expect(await status()).toBe(200);
      await window.ask('employees.change', { id, password: OTHER });
      expect(await status()).toBe(401);
      expect(await shop.signIn('petro', OTHER)).toMatch(/^ey/);
    });

    test('an id is an id, even where a username has the same digits', async () => {
      // Created before usernames of digits alone were refused.
      const before = { role: 'employee', username: String(id), password: PASSWORD } as const;
      const named = addPerson(shop.console.db, shop.console.now(), before);
      await window.ask('employees.change', { id, position: 'цей' });
      expect([account(id)?.position, account(named.id)?.position]).toEqual(['цей', '']);
    });

    test('an id without an employee: nobody, the owner', async () => {
      const owner = findOwner(shop.console.db)?.id ?? 0;
      for (const other of [owner, 999, Number.MAX_SAFE_INTEGER]) {
        const refusal = await leavingNoTrace(shop, window, () =>
          window.refused('employees.change', { id: other, is_active: false, password: OTHER }),
        );
        const detail = `There is no employee ${other}. Nothing was changed.`;
        expect(refusal).toEqual({ code: 'NOT_FOUND', detail });
      }
    });

    test('a refused field leaves the others unchanged', async () => {
      await leavingNoTrace(shop, window, async () => {
        const refusal = await window.refused('employees.change', { id, permissions: [], password: 'short' });
        expect(refusal.errors).toEqual({ password: ['The password must have at least 8 characters.'] });
      });
    });
  });

  describe("the owner's password", () => {
    test('requires the current password', async () => {
      await leavingNoTrace(shop, window, async () => {
        const wrong = await window.refused('owner.password', { current: 'wrong horse', password: OTHER });
        const errors = { current: ['This is not the password that holds now.'] };
        expect(wrong).toMatchObject({ code: 'VALIDATION', errors });
        const short = await window.refused('owner.password', { current: PASSWORD, password: 'short' });
        expect(Object.keys(short.errors ?? {})).toEqual(['password']);
      });
    });

    test('is changed; every session ends with it, this one too', async () => {
      const { access } = await window.signIn();
      expect(await window.ask('owner.password', { current: PASSWORD, password: OTHER })).toEqual({
        id: 1,
        username: 'owner',
      });
      expect((await window.refused('computer.state', {}, { token: access })).code).toBe('SIGN_IN');
      expect(await verifyPassword(OTHER, findOwner(shop.console.db)?.password_hash ?? '')).toBe(true);
      await window.signIn('owner', OTHER);
      await window.ask('computer.state', {});
    });
  });
});
