import { beforeEach, describe, expect, it } from 'vitest';
import { storePin } from '../../main/store/pins.ts';
import { byPermission } from '../../shared/permissions.ts';
import { addEmployee, type Console, createOwner, openConsole, PASSWORD } from './console.ts';
import { type Account, accountOf, giveEmployee, giveOwner, inDatabase, openOwned } from './database.ts';

let shop: Console;
beforeEach(() => {
  shop = openConsole();
});

const account = (username: string): Account | undefined => accountOf(shop.dataDir, username);

describe('owner create', () => {
  const creation = (username: string) => ['owner', 'create', '--username', username, '--password-stdin'];

  it('creates the owner, and reports it in one line', async () => {
    const json = { ok: true, id: 1, username: 'olena' };
    const { json: created, ...others } = await createOwner(shop);
    expect([created, others]).toEqual([json, expect.objectContaining({ code: 0, stderr: '' })]);
    expect(account('olena')).toMatchObject({ role: 'owner', is_active: 1, can_manage_employees: 1 });
    const reported = await openConsole().plain(creation('olena'), { stdin: PASSWORD });
    expect(reported).toMatchObject({ code: 0, stderr: '' });
    expect(reported.stdout).toMatch(/^The owner "olena" .*\n$/);
  });

  it.each([
    ['of 7 characters', 'seven77', 'at least 8'],
    ['of none', '', 'empty'],
    ['of a line break', '\n', 'empty'],
    ['that is not UTF-8', Buffer.from([0xff, 0xfe, 0x41]), 'not UTF-8'],
    ['with NUL', 'nul\0nul\0nul', 'NUL'],
    ['of 1025 characters', 'x'.repeat(1025), 'at most 1024'],
    ['of 100 000 characters', 'x'.repeat(100_000), 'too long'],
  ])('refuses a password %s', async (_, stdin, reported) => {
    const { code, json } = await shop.json(creation('olena'), { stdin });
    expect(code).toBe(1);
    expect(json).toMatchObject({ ok: false, code: 'VALIDATION', errors: { password: [expect.any(String)] } });
    expect(json.detail).toContain(reported);
    expect(account('olena')).toBeUndefined();
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['x'.repeat(151), 'at most 150'],
    ['380501234567', 'Digits alone'],
  ])('refuses the username "%s"', async (username, reported) => {
    const { code, stderr } = await shop.plain(creation(username), { stdin: PASSWORD });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^username: .* Nothing was stored\.\n$/);
    expect(stderr).toContain(reported);
  });
});

describe('the password on stdin', () => {
  it.each([
    ['as it is', 'сонце і море', 'сонце і море'],
    ['without one line break at its end', 'сонце і море\n', 'сонце і море'],
    ["without Windows' line break", 'сонце і море\r\n', 'сонце і море'],
    ['with every other space', '  сонце\n і море \n\n', '  сонце\n і море \n'],
    ['without the byte order mark that Notepad writes', '\ufeffсонце і море', 'сонце і море'],
  ])('is accepted %s', async (_how, stdin, password) => {
    expect(await createOwner(shop, stdin)).toMatchObject({ code: 0 });
    expect(await account('olena')?.hasPassword(password)).toBe(true);
  });
});

describe('owner password', () => {
  const change = (stdin: string) => shop.json(['owner', 'password', '--password-stdin'], { stdin });

  it('changes it, but not to a short one', async () => {
    giveOwner(shop);
    expect(await change('коротко')).toMatchObject({ code: 1, json: { code: 'VALIDATION' } });
    expect(await account('olena')?.hasPassword(PASSWORD)).toBe(true);
    const json = { ok: true, id: 1, username: 'olena' };
    expect(await change('другий пароль')).toMatchObject({ code: 0, json });
    expect(await account('olena')?.hasPassword('другий пароль')).toBe(true);
    expect(await account('olena')?.hasPassword(PASSWORD)).toBe(false);
  });

  it('needs an owner', async () => {
    giveEmployee(shop, 'petro');
    const { code, json } = await change('другий пароль');
    expect(code).toBe(1);
    expect(json).toEqual({ ok: false, code: 'NOT_FOUND', detail: expect.stringContaining('owner create') });
  });
});

describe('employee add', () => {
  const UNLIMITED = { own_sales_only: false, catalog_prices_only: false, catalog_read_only: false };

  it('adds an employee with what was given', async () => {
    giveOwner(shop);
    const more = ['--full-name', 'Петро Іваненко', '--email', 'p@example.com', '--position', 'касир'];
    const added = await addEmployee(shop, 'petro', ...more, '--can', 'view_invoices, create_invoices');
    expect(added).toMatchObject({ code: 0, json: { ok: true, id: 2, username: 'petro' } });
    expect((await shop.json(['employee', 'list'])).json).toEqual({
      ok: true,
      employees: [
        {
          id: 2,
          username: 'petro',
          full_name: 'Петро Іваненко',
          email: 'p@example.com',
          position: 'касир',
          is_active: true,
          ...byPermission((name) => ['can_view_invoices', 'can_create_invoices'].includes(name)),
          refund_largest: null,
          refund_per_day: null,
          has_pin: false,
          ...UNLIMITED,
        },
      ],
    });
  });
});

it('two consoles at once do not disturb each other', async () => {
  const own = openOwned({ isProcess: true });
  const answers = await Promise.all(['anna', 'bohdan', 'anna'].map((name) => addEmployee(own, name)));
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 0, 1]);
  expect((await own.json(['employee', 'list'])).json.employees).toHaveLength(2);
});

describe('employee set', () => {
  const set = (key: string, args: string[], stdin = '') =>
    shop.json(['employee', 'set', key, ...args], { stdin });

  it('changes permissions, by username and by id, and removes all of them', async () => {
    giveEmployee(shop, 'petro', ['can_view_invoices']);
    const json = { ok: true, id: 1, username: 'petro' };
    expect(await set('petro', ['--can', 'cancel_invoices,manage_terminals'])).toMatchObject({
      code: 0,
      json,
    });
    const allowed = { can_cancel_invoices: 1, can_manage_terminals: 1 };
    expect(account('petro')).toMatchObject({ can_view_invoices: 0, ...allowed });
    expect(await set('1', ['--can', ''])).toMatchObject({ code: 0 });
    expect(account('petro')).toMatchObject({ can_cancel_invoices: 0, can_manage_terminals: 0 });
  });

  it('limits refunds in hryvnias, one by one, and lifts them', async () => {
    giveEmployee(shop, 'petro', ['can_cancel_invoices']);
    const listed = async () => (await shop.json(['employee', 'list'])).json.employees;
    await set('petro', ['--refund-limit', '500', '--refund-day-limit', '1999,50']);
    expect(await listed()).toMatchObject([{ refund_largest: 50_000, refund_per_day: 199_950 }]);
    expect((await shop.plain(['employee', 'list'])).stdout).toContain(
      'Refunds without a second person: 500,00\u00a0₴ at once, 1\u00a0999,50\u00a0₴ a day.',
    );
    await set('petro', ['--refund-limit', '0']);
    expect(await listed()).toMatchObject([{ refund_largest: 0, refund_per_day: 199_950 }]);
    await set('petro', ['--refund-limit', 'none', '--refund-day-limit', 'none']);
    expect(await listed()).toMatchObject([{ refund_largest: null, refund_per_day: null }]);
    for (const wrong of ['', '-1', '1.005', 'x', '1e3', '99999999999']) {
      const { code, json } = await set('petro', ['--refund-limit', wrong]);
      expect({ wrong, code }).toEqual({ wrong, code: 2 });
      expect(JSON.stringify(json)).toContain('--refund-limit');
    }
    expect(await listed()).toMatchObject([{ refund_largest: null, refund_per_day: null }]);
  });

  it('removes the PIN, and leaves the password', async () => {
    giveEmployee(shop, 'petro');
    const id = account('petro')?.id ?? 0;
    const pin = { account_id: id, pin_hash: 'scrypt$', pepper: '', failures: 5, set_at: 0 };
    inDatabase(shop.dataDir, (db) => storePin(db, pin));
    expect((await shop.json(['employee', 'list'])).json).toMatchObject({ employees: [{ has_pin: true }] });
    expect(await set('petro', ['--remove-pin'])).toMatchObject({ code: 0 });
    expect((await shop.json(['employee', 'list'])).json).toMatchObject({ employees: [{ has_pin: false }] });
    expect(await account('petro')?.hasPassword(PASSWORD)).toBe(true);
  });

  // Field by field, and what is refused: bridge/people.test.ts.
  it('takes what is to be changed by its options, the password on stdin', async () => {
    giveEmployee(shop, 'petro', ['can_view_invoices']);
    const changes = ['--full-name', ' Петро Іваненко ', '--position', 'касир', '--email', 'p@example.com'];
    const given = await set(
      'petro',
      [...changes, '--active', 'false', '--password-stdin'],
      'другий пароль\n',
    );
    expect(given).toMatchObject({ code: 0 });
    const kept = { full_name: 'Петро Іваненко', position: 'касир', email: 'p@example.com' };
    expect(account('petro')).toMatchObject({ ...kept, is_active: 0, can_view_invoices: 1 });
    expect(await account('petro')?.hasPassword('другий пароль')).toBe(true);
    expect((await shop.plain(['employee', 'list'])).stdout).toContain('Not active');
    await set('petro', ['--active', 'true']);
    expect(account('petro')).toMatchObject({ ...kept, is_active: 1 });
  });

  it('knows employees only', async () => {
    giveOwner(shop);
    for (const key of ['nobody', '77', 'olena', '1'])
      expect(await set(key, ['--active', 'false'])).toMatchObject({ code: 1, json: { code: 'NOT_FOUND' } });
    expect(account('olena')?.is_active).toBe(1);
  });
});

describe('employee list', () => {
  it('prints one line each', async () => {
    giveEmployee(shop, 'petro', ['can_view_invoices']);
    giveEmployee(shop, 'anna');
    const { code, stdout } = await shop.plain(['employee', 'list']);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^2 +anna .*none/),
      expect.stringMatching(/^1 +petro .*view_invoices/),
    ]);
  });

  it('keeps one line per employee whatever a name contains', async () => {
    giveOwner(shop);
    await addEmployee(shop, 'petro', '--full-name', 'Петро\n9  hacker\u001b[2J');
    const { stdout } = await shop.plain(['employee', 'list']);
    expect(stdout).toMatch(/^2 +petro +Петро 9 +hacker \[2J .*\n$/);
  });

  it('says what to do when there are none', async () => {
    giveOwner(shop);
    expect((await shop.plain(['employee', 'list'])).stdout).toContain('employee add');
    expect((await shop.json(['employee', 'list'])).json).toEqual({ ok: true, employees: [] });
  });
});
