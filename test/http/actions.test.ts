import { describe, expect, test } from 'vitest';
import { createKey } from '../../main/shop/accounts/keys.ts';
import { ACTIONS, type ActionCode } from '../../shared/actions.ts';
import type { Action } from '../../shared/api/actions.ts';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Shift } from '../../shared/api/shifts.ts';
import { openWindow } from '../bridge/stage.ts';
import { inProcess } from '../cli/console.ts';
import type { Refusal } from '../helpers/client.ts';
import { importFile } from '../helpers/imports.ts';
import { ok } from '../helpers/ok.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';

const shop = await shopOfFile();
const olena = await shop.employee('olena', [
  'can_view_invoices',
  'can_create_invoices',
  'can_cancel_invoices',
]);

const list = (query = ''): Promise<Page<Action>> => ok(shop.owner.get<Page<Action>>(`actions/${query}`), 200);
const lastNumber = async (): Promise<number> => (await list('?page_size=1')).results[0]?.number ?? 0;
/** The actions that `work` leaves, oldest first. */
const actionsOf = async (work: () => Promise<unknown>): Promise<Action[]> => {
  const before = await lastNumber();
  await work();
  return (await list('?page_size=50')).results.filter(({ number }) => number > before).toReversed();
};
const codesOf = async (work: () => Promise<unknown>) => (await actionsOf(work)).map(({ code }) => code);
const paidInvoice = () => shop.paid({ amount: 8100 });

describe('what is recorded', () => {
  test('a sign-in, a sign-out and a failed sign-in, without the typed name or password', async () => {
    const [signedIn] = await actionsOf(() => shop.signIn('olena'));
    const whoAndHow = { actor: 'employee', actor_name: 'olena', source: 'interface' };
    expect(signedIn).toMatchObject({
      code: 'signed_in',
      ...whoAndHow,
      object: null,
      object_id: null,
      facts: {},
    });
    const [out] = await actionsOf(() => ok(olena.post('auth/sign-out/')));
    expect(out).toMatchObject({ code: 'signed_out', actor_name: 'olena' });
    const failures = await actionsOf(async () => {
      await shop.stranger.post('auth/token/', { username: 'olena', password: 'wrong horse' });
      await shop.stranger.post('auth/token/', { username: 'correct horse', password: 'x' });
    });
    expect(failures).toMatchObject([
      { code: 'sign_in_failed', actor: 'system', object: 'account', object_label: 'olena' },
      { code: 'sign_in_failed', object: null, object_label: '' },
    ]);
    expect(JSON.stringify(failures)).not.toContain('horse');
  });

  test('a refund: its request and its outcome, by the one who asked for it', async () => {
    const invoice = await paidInvoice();
    const done = await actionsOf(() => ok(olena.post(`invoices/${invoice.id}/cancel/`, { amount: 3000 })));
    const object = { object: 'invoice', object_id: invoice.id, object_label: invoice.number_display };
    expect(done).toMatchObject([
      { code: 'refund_requested', actor_name: 'olena', ...object, facts: { amount: 3000 } },
      { code: 'refund_done', actor_name: 'olena', ...object, facts: { amount: 3000 } },
    ]);
  });

  test('a refund that fails, or whose outcome is unknown, is not recorded as made', async () => {
    const failing = await paidInvoice();
    shop.bank.setRefundMode('failure');
    const refused = await actionsOf(() => olena.post(`invoices/${failing.id}/cancel/`, {}));
    shop.bank.setRefundMode('success');
    expect(refused).toMatchObject([
      { code: 'refund_requested' },
      { code: 'refund_refused', actor_name: 'olena', facts: { amount: 8100, err_code: 'CANCEL_FAILED' } },
    ]);
    const doubtful = await paidInvoice();
    shop.bank.fault({ kind: 'bad-gateway', path: 'invoice/cancel', acts: true });
    expect(await codesOf(() => olena.post(`invoices/${doubtful.id}/cancel/`, {}))).toEqual([
      'refund_requested',
      'refund_in_doubt',
    ]);
    // Another person's request brings the outcome; the refund is still by the one who asked for it.
    const found = await actionsOf(() => ok(shop.owner.post(`invoices/${doubtful.id}/refresh/`)));
    expect(found).toMatchObject([{ code: 'refund_done', actor_name: 'olena' }]);
    expect(await codesOf(() => ok(shop.owner.post(`invoices/${doubtful.id}/refresh/`)))).toEqual([]);
  });

  test('a cancellation, and nothing of a sale and of a cancellation that is refused at once', async () => {
    const invoice = await shop.createInvoice();
    expect(await codesOf(() => shop.createInvoice())).toEqual([]);
    expect(await codesOf(() => ok(olena.post(`invoices/${invoice.id}/cancel/`, {})))).toEqual([
      'remove_requested',
      'remove_done',
    ]);
    await withoutTrace(shop, () => olena.post<Refusal>(`invoices/${invoice.id}/cancel/`, {}));
    const stranger = await shop.employee('stranger', ['can_view_invoices']);
    await withoutTrace(shop, () => stranger.post<Refusal>(`invoices/${invoice.id}/cancel/`, {}));
  });

  test('a shift: its opening, a cash refund, an entry that was voided, its closing', async () => {
    const { body: shift } = await olena.post<Shift>('shifts/', { opening_cash: 50_000 });
    const enter = (amount: number, more = {}) =>
      shop.owner.post<CashSale>(`shifts/${shift.id}/cash-sales/`, { amount, ...more });
    const object = { object: 'shift', object_id: shift.id, object_label: String(shift.id) };
    const done = await actionsOf(async () => {
      const { body: wrong } = await enter(99_900);
      await ok(enter(1500, { is_refund: true }));
      await ok(olena.post(`cash-sales/${wrong.id}/void/`, { reason: 'Зайвий нуль' }));
      await ok(olena.post(`shifts/${shift.id}/close/`, { closing_cash: 48_000 }));
      const again = await olena.post(`shifts/${shift.id}/close/`, { closing_cash: 1 });
      expect(again.status).toBe(400);
    });
    const voided = { amount: 99_900, reason: 'Зайвий нуль', made_by: 'owner' };
    expect(done).toMatchObject([
      { code: 'cash_refund_entered', actor: 'owner', ...object, facts: { amount: 1500 } },
      { code: 'cash_sale_voided', actor_name: 'olena', ...object, facts: voided },
      { code: 'shift_closed', actor_name: 'olena', ...object, facts: { amount: 48_000, difference: -500 } },
    ]);
    expect((await list('?object=shift')).results.map(({ code }) => code)).toContain('shift_opened');
  });

  test('the catalog: what was made, changed, archived and deleted', async () => {
    const made: { id: number }[] = [];
    const left = await actionsOf(async () => {
      for (const [name, body] of [
        ['categories', { name: 'Кава' }],
        ['units', { name: 'Порція', short_name: 'п' }],
        ['products', { name: 'Еспресо', price: 4500 }],
      ] as const)
        made.push((await olena.post<{ id: number }>(`catalog/${name}/`, body)).body);
      const [category, unit, product] = made.map(({ id }) => id);
      await ok(olena.patch(`catalog/categories/${category}/`, { name: 'Чай' }));
      await ok(olena.patch(`catalog/units/${unit}/`, { short_name: 'пор' }));
      await ok(olena.patch(`catalog/products/${product}/`, { price: 4900 }));
      await ok(olena.patch(`catalog/products/${product}/`, { is_archived: true }));
      await ok(olena.send('DELETE', `catalog/categories/${category}/`));
      await ok(olena.send('DELETE', `catalog/units/${unit}/`));
      await ok(olena.send('DELETE', `catalog/products/${product}/`));
    });
    expect(left.map(({ code }) => code)).toEqual([
      ...['category_created', 'unit_created', 'product_created'],
      ...['category_changed', 'unit_changed', 'product_changed', 'product_archived'],
      ...['category_deleted', 'unit_deleted', 'product_deleted'],
    ]);
    expect(left[3]).toMatchObject({ object_label: 'Чай', facts: { name_before: 'Кава' } });
    expect(left[5]).toMatchObject({
      actor_name: 'olena',
      object: 'product',
      object_label: 'Еспресо',
      facts: { changed: ['price'], price_before: 4500, price: 4900 },
    });
    await withoutTrace(shop, () => olena.post<Refusal>('catalog/products/', { name: '', price: -1 }));
    await withoutTrace(shop, () => olena.patch<Refusal>('catalog/products/999/', { price: 1 }));
  });

  test('an import, and none for a trial', async () => {
    const table = (query = '') => importFile(shop.owner, 'Назва;Ціна\nЧай;45,00\nСік;30,00\n', query);
    expect(await codesOf(() => ok(table('dry_run=true')))).toEqual([]);
    expect(await actionsOf(() => ok(table()))).toMatchObject([
      { code: 'catalog_imported', facts: { created: 2, changed: 0 } },
    ]);
  });

  test('a terminal', async () => {
    const [changed] = await actionsOf(() =>
      ok(shop.owner.patch(`terminals/${shop.terminal.id}/`, { name: 'Каса 1' })),
    );
    expect(changed).toMatchObject({ code: 'terminal_changed', actor: 'owner', facts: { name: 'Каса 1' } });
  });

  test.each([
    ['invoices/export/?format=xlsx', 'invoices_exported', { format: 'xlsx' }],
    ['catalog/products/export/', 'products_exported', {}],
    ['stats/series/export/?group_by=day', 'report_exported', { group_by: 'day' }],
    ['stats/day-close/export/', 'day_exported', {}],
    ['actions/export/?group=money', 'actions_exported', { group: 'money' }],
  ])('an export: %s', async (path, code, facts) => {
    const left = await actionsOf(() => ok(shop.owner.get(path)));
    expect(left).toMatchObject([{ code, actor: 'owner', facts }]);
    const refused = path.includes('?') ? `${path}&format=doc` : `${path}?format=doc`;
    await withoutTrace(shop, () => shop.owner.get<Refusal>(refused.replace('format=xlsx&', '')));
  });

  test('the window: people, keys, webhooks, settings, backups', async () => {
    const window = openWindow(shop);
    await window.signIn();
    const left = await actionsOf(async () => {
      const { id } = await window.ask('employees.add', {
        username: 'taras',
        full_name: 'Тарас',
        email: '',
        position: '',
        password: PASSWORD,
        permissions: ['can_view_invoices'],
        own_sales_only: false,
      });
      await window.ask('employees.change', {
        id,
        permissions: [],
        position: 'касир',
        password: 'another horse',
      });
      const key = await window.ask('keys.add', {
        name: 'Каса',
        permissions: ['can_view_invoices'],
        terminal: null,
        own_sales_only: false,
      });
      await window.ask('keys.change', { id: key.id, name: 'Каса 2' });
      await window.ask('keys.rotate', { id: key.id });
      await window.ask('keys.revoke', { id: key.id });
      const hook = await window.ask('webhooks.add', { url: 'http://127.0.0.1:9/', terminal: null });
      await window.ask('webhooks.rotate', { id: hook.id });
      await window.ask('webhooks.remove', { id: hook.id });
      await window.ask('settings.change', { name: 'shop_name', value: 'Кава' });
      await window.ask('backups.create', {});
      await window.refused('settings.change', { name: 'time_zone', value: 'Nowhere' });
    });
    expect(left.map(({ code }) => code)).toEqual([
      ...['employee_added', 'rights_changed', 'employee_password_changed', 'employee_changed'],
      ...['key_created', 'key_changed', 'key_rotated', 'key_revoked'],
      ...['webhook_added', 'webhook_rotated', 'webhook_removed'],
      ...['setting_changed', 'backup_created'],
    ]);
    expect(new Set(left.map(({ source, actor }) => `${source} ${actor}`))).toEqual(new Set(['window owner']));
    const text = JSON.stringify(left);
    for (const secret of ['horse', shop.merchant.token, 'kr_']) expect(text).not.toContain(secret);
  });

  test('the command line, by the user of the system', async () => {
    const args = ['setting', 'set', 'shop_name', 'Чай', '--data-dir', shop.folder, '--keychain', 'file'];
    const [changed] = await actionsOf(() => inProcess(args));
    expect(changed).toMatchObject({ code: 'setting_changed', object: 'setting', object_label: 'shop_name' });
    expect(changed).toMatchObject({ actor: 'command_line', actor_id: null, source: 'command_line' });
    expect(changed?.facts).toMatchObject({ value: 'Чай' });
  });

  test('a screen is the window, a till is the interface, and a key goes by its name', async () => {
    const { key } = createKey(shop.console, {
      name: 'Каса біля входу',
      permissions: ['can_view_invoices'],
      terminal: null,
      own_sales_only: false,
    });
    const till = shop.stranger.as(key);
    const product = () => ({ name: 'Вода', price: 100 });
    const left = await actionsOf(async () => {
      await ok(till.post('catalog/products/', product()));
      await ok(olena.post('catalog/products/', product(), { headers: { 'X-Kramar-Client': 'screen' } }));
    });
    expect(left).toMatchObject([
      { actor: 'key', actor_name: 'Каса біля входу', source: 'interface' },
      { actor: 'employee', actor_name: 'olena', source: 'window' },
    ]);
  });
});

describe('the list', () => {
  test('newest first, in pages', async () => {
    const first = await list('?page_size=2');
    expect(first.results).toHaveLength(2);
    expect(first.results[0]?.number).toBeGreaterThan(first.results[1]?.number ?? 0);
    const { body: second } = await shop.owner.get<Page<Action>>(first.next ?? '');
    expect(second.results[0]?.number).toBe((first.results[1]?.number ?? 0) - 1);
  });

  test('filters by person, group, kind, way, object and time', async () => {
    const all = (await list('?page_size=200')).results;
    const ofOlena = all.find(({ actor_name }) => actor_name === 'olena')?.actor_id;
    const cases: [query: string, expected: (action: Action) => boolean][] = [
      [`who=${ofOlena}`, ({ actor_id }) => actor_id === ofOlena],
      ['group=catalog', ({ code }) => ACTIONS[code as ActionCode].group === 'catalog'],
      ['code=refund_done,remove_done', ({ code }) => ['refund_done', 'remove_done'].includes(code)],
      ['group=money&code=signed_in', () => false],
      ['source=command_line', ({ source }) => source === 'command_line'],
      ['object=product', ({ object }) => object === 'product'],
      [`object=terminal&object_id=${shop.terminal.id}`, ({ object }) => object === 'terminal'],
      ['from=2001-01-01&to=2001-12-31', () => false],
      ['from=2001-01-01', () => true],
    ];
    for (const [query, expected] of cases)
      expect((await list(`?page_size=200&${query}`)).results, query).toEqual(all.filter(expected));
  });

  test('the export holds what the list holds, in words', async () => {
    const csv = await shop.owner.get('actions/export/?group=money', { headers: { 'Accept-Language': 'uk' } });
    const { count } = await list('?group=money');
    expect(csv.headers.get('X-Total-Count')).toBe(String(count));
    const lines = csv.text.trim().split('\r\n');
    expect(lines[0]).toContain('"Коли"');
    expect(lines).toHaveLength(count + 1);
    expect(csv.text).toContain('Повернення виконано');
    expect(csv.text).toContain('сума: 30,00');
  });
});
