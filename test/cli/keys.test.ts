import { beforeEach, describe, expect, it } from 'vitest';
import type { Console } from './console.ts';
import { openOwned } from './database.ts';

let shop: Console;
beforeEach(() => {
  shop = openOwned();
});

const add = (...options: string[]) => shop.json(['key', 'add', '--name', 'Bar', ...options]);

describe('key', () => {
  it('is created and shown once, in text and as JSON', async () => {
    const { code, json } = await add('--can', 'create_invoices', '--own-sales', 'true');
    expect({ code, json }).toMatchObject({
      code: 0,
      json: { ok: true, name: 'Bar', can_create_invoices: true, own_sales_only: true, terminal: null },
    });
    expect(json.key).toMatch(/^kr_[\w-]{43}$/);
    const { stdout } = await shop.plain(['key', 'add', '--name', 'Door']);
    expect(stdout).toMatch(/^Key \d+ "Door" was made\. [^\n]*\n[^\n]*only now[^\n]*\nkr_[\w-]{43}\n$/);
    const listed = await shop.plain(['key', 'list']);
    expect(listed.stdout).toMatch(/Bar .*Only its own sales\. Not used yet\.\n.*Door/s);
    expect(listed.stdout).not.toContain(json.key);
  });

  it.each([
    [['key', 'set', '1'], 'lacks a change'],
    [['key', 'add', '--name', 'X', '--can', 'fly'], 'a right that there is not'],
    [['key', 'add', '--name', 'X', '--terminal', 'one'], '--terminal has a wrong value'],
    [['key', 'add', '--name', 'X', '--own-sales', 'yes'], '--own-sales has a wrong value'],
    [['key', 'revoke', 'Bar'], 'whole number'],
    [
      ['employee', 'set', 'preset', '--preset', 'boss'],
      '--preset "boss" does not exist. Expected one of: sells, refunds, leads, accounts, manages.',
    ],
    [
      ['employee', 'set', 'preset', '--preset', 'sells', '--can', 'view_invoices'],
      '--preset and --can both set the permissions',
    ],
  ])('%s is wrong usage', async (args, message) => {
    const { code, stderr } = await shop.plain(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('employee --preset', () => {
  const listed = async (username: string) => {
    const { json } = await shop.json(['employee', 'list']);
    return (json.employees as { username: string }[]).find((each) => each.username === username);
  };

  it('gives the rights of a role, limits included; the options beside it refine it', async () => {
    const add = ['employee', 'add', '--username', 'preset', '--preset', 'sells', '--password-stdin'];
    expect((await shop.json(add, { stdin: 'correct horse' })).code).toBe(0);
    const sells = { can_view_invoices: true, can_create_invoices: true, can_cancel_invoices: false };
    expect(await listed('preset')).toMatchObject({ ...sells, own_sales_only: true });
    await shop.json(['employee', 'set', 'preset', '--preset', 'refunds', '--own-sales', 'false']);
    expect(await listed('preset')).toMatchObject({
      can_cancel_invoices: true,
      own_sales_only: false,
      catalog_prices_only: true,
      refund_largest: 50_000,
      refund_per_day: 200_000,
    });
    await shop.json(['employee', 'set', 'preset', '--preset', 'leads', '--refund-limit', '900']);
    expect(await listed('preset')).toMatchObject({
      catalog_prices_only: false,
      catalog_read_only: false,
      refund_largest: 90_000,
      refund_per_day: null,
    });
    await shop.json(['employee', 'set', 'preset', '--preset', 'accounts']);
    expect(await listed('preset')).toMatchObject({ can_create_invoices: false, own_sales_only: false });
  });
});
