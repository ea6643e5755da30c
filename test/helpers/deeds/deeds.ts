import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { addTerminal } from '../../../main/shop/terminals/terminals.ts';
import type { ActionCode } from '../../../shared/actions.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { openWindow } from '../../bridge/stage.ts';
import { ok } from '../ok.ts';
import { PASSWORD } from '../shop.ts';
import { create, type Deed, everyone, exported, type GetShop, one, type Person, request } from './deed.ts';
import { cartDeeds, incomeDeeds, moneyDeeds, shiftDeeds } from './money.ts';

const THREE_YEARS_S = 3 * 366 * 24 * 60 * 60;

const OUTSIDE =
  'accounts, keys and settings are changed in the window or on the command line, by the owner alone';
const PIN = 'a PIN is taken by the window alone, where one person acts at a time';
const COPIES = 'backups and copies are restored, deleted and set up in the window or on the command line';

/** A record of the catalog: made, changed and deleted. */
const record = (path: string, body: object, change: object) => ({
  created: everyone(async (person) => async () => ({ key: await create(person, path, body) })),
  changed: everyone(async (person) => {
    const key = await create(person, path, body);
    return request(
      ({ client }) => client.patch(`${path}${key}/`, change),
      () => ({ key }),
    )(person);
  }),
  deleted: everyone(async (person) => {
    const key = await create(person, path, body);
    return request(
      ({ client }) => client.send('DELETE', `${path}${key}/`),
      () => ({ key }),
    )(person);
  }),
});

const terminalDeeds = (shop: GetShop) => {
  const own = async ({ name }: Person): Promise<number> =>
    (await addTerminal(shop().console, { name: `Каса ${name}`, token: shop().merchant.token })).id;
  const history = async ({ client }: Person, id: number, action: string) =>
    ok(client.post(`terminals/${id}/statement_history/`, { action }));
  const historyDeed = (action: string, isRunning: boolean) =>
    everyone(async (person) => {
      const key = await own(person);
      if (isRunning) await history(person, key, 'start');
      return request(
        ({ client }) => client.post(`terminals/${key}/statement_history/`, { action }),
        () => ({ key }),
      )(person);
    });
  return {
    terminal_changed: everyone(async (person) => {
      const key = await own(person);
      const body = { show_payments: false };
      return request(
        ({ client }) => client.patch(`terminals/${key}/`, body),
        () => ({ key }),
      )(person);
    }),
    terminal_deleted: everyone(async (person) => {
      const key = await own(person);
      return request(
        ({ client }) => client.send('DELETE', `terminals/${key}/`),
        () => ({ key }),
      )(person);
    }),
    history_start: historyDeed('start', false),
    history_pause: historyDeed('pause', true),
    history_cancel: historyDeed('cancel', true),
  };
};

/** Work of Kramar that the owner starts by hand. */
const jobDeeds = (shop: GetShop) => {
  const run = (name: string) => request(({ client }) => client.post(`jobs/${name}/run/`));
  return {
    backup_created: one(run('back-up')),
    copy_created: one(async (person) => {
      const window = openWindow(shop());
      await window.signIn();
      const folder = join(shop().folder, 'copies');
      mkdirSync(folder);
      window.asked.nextFolder = folder;
      await window.ask('folder.choose', {});
      await window.ask('copies.setup', { folder, phrase: 'зелений човен стоїть над тихим млином' });
      return run('copy-backup')(person);
    }),
    actions_pruned: { ...one(run('prune-actions')), laterS: THREE_YEARS_S },
  };
};

/**
 * @param people among them each person's neighbour, who approves their refund
 * @returns for each action the deed, or why no request of a person causes it
 */
export const deedsOf = (shop: GetShop, people: readonly Person[]): Record<ActionCode, Deed | string> => {
  const { ending, dropped, removeDropped, paid } = moneyDeeds(shop);
  const [category, unit] = ['categories', 'units'].map((name) =>
    record(`catalog/${name}/`, {}, { name: 'Інша' }),
  ) as [ReturnType<typeof record>, ReturnType<typeof record>];
  const product = record('catalog/products/', { price: 4500 }, { price: 4900 });
  const archived = record('catalog/products/', { price: 4500 }, { is_archived: true }).changed;
  const signIn = ({ name: username }: Person, password: string) =>
    shop().stranger.post('auth/token/', { username, password });
  return {
    // First, while the log is short: it is pruned in slices, and each leaves an action.
    ...jobDeeds(shop),
    signed_in: everyone(request((person) => signIn(person, PASSWORD))),
    sign_in_failed: everyone(async (person) => async () => {
      expect((await signIn(person, 'wrong horse')).status).toBe(401);
      return { key: person.name, actor: '' };
    }),
    tab_opened: 'a tab is opened by a code, before anybody signs in: test/http/tab.test.ts',
    signed_out: everyone(request(({ client }) => client.post('auth/sign-out/'))),
    pin_sign_in: PIN,
    pin_failed: PIN,
    pin_set: PIN,
    pin_removed: PIN,

    refund_requested: ending('refund', 'done'),
    refund_approved: everyone(async (person) => {
      const { id } = await paid(person);
      const approver = people[(people.indexOf(person) + 1) % people.length]?.name ?? '';
      const body = { amount: 100, username: approver, password: PASSWORD };
      return request(
        ({ client }) => client.post(`invoices/${id}/refund-approvals/`, body),
        () => ({ key: id, actor: approver }),
      )(person);
    }),
    refund_done: ending('refund', 'done'),
    refund_refused: ending('refund', 'refused'),
    refund_in_doubt: ending('refund', 'in_doubt'),
    refund_dropped: dropped('refund'),
    remove_requested: ending('remove', 'done'),
    remove_done: ending('remove', 'done'),
    remove_refused: ending('remove', 'refused'),
    remove_in_doubt: ending('remove', 'in_doubt'),
    remove_dropped: removeDropped,
    capture_requested: ending('capture', 'done'),
    capture_done: ending('capture', 'done'),
    capture_refused: ending('capture', 'refused'),
    capture_in_doubt: ending('capture', 'in_doubt'),
    capture_dropped: dropped('capture'),
    release_requested: ending('release', 'done'),
    release_done: ending('release', 'done'),
    release_refused: ending('release', 'refused'),
    release_in_doubt: ending('release', 'in_doubt'),
    release_dropped: dropped('release'),
    discount_approved: everyone(async (person) => {
      const approver = people[(people.indexOf(person) + 1) % people.length]?.name ?? '';
      const body = { discount: 100, amount: 900, username: approver, password: PASSWORD };
      return request(
        ({ client }) => client.post('discount-approvals/', body),
        () => ({ key: `"requested_by":"${person.name}"`, actor: approver }),
      )(person);
    }),
    discount_above_limit: 'the owner, one of the people here, has no limit: test/http/discount-limit.test.ts',
    price_by_hand: everyone(async (person) => {
      const id = await create(person, 'catalog/products/', { price: 4500 });
      const body = { terminal: shop().terminal.id, items: [{ name: 'Еспресо', product: id, price: 4400 }] };
      return async () => {
        const sold = await ok(person.client.post<Invoice>('invoices/', body));
        return { key: sold.number_display };
      };
    }),
    ...cartDeeds(),
    ...incomeDeeds(shop),
    ...shiftDeeds(shop),

    product_created: product.created,
    product_changed: product.changed,
    product_archived: archived,
    product_deleted: product.deleted,
    category_created: category.created,
    category_changed: category.changed,
    category_deleted: category.deleted,
    unit_created: unit.created,
    unit_changed: unit.changed,
    unit_deleted: unit.deleted,
    catalog_imported: one(
      request(({ client }) =>
        client.post('catalog/products/import/', undefined, {
          raw: 'Назва;Ціна\nЧай;45,00\n',
          headers: { 'Content-Type': 'text/csv' },
        }),
      ),
    ),

    owner_created: OUTSIDE,
    owner_password_changed: OUTSIDE,
    employee_added: OUTSIDE,
    employee_changed: OUTSIDE,
    employee_password_changed: OUTSIDE,
    rights_changed: OUTSIDE,
    key_created: OUTSIDE,
    key_changed: OUTSIDE,
    key_rotated: OUTSIDE,
    key_revoked: OUTSIDE,
    setting_changed: OUTSIDE,
    computer_changed: OUTSIDE,
    terminal_added: OUTSIDE,
    terminal_token_changed: OUTSIDE,
    webhook_added: OUTSIDE,
    webhook_rotated: OUTSIDE,
    webhook_removed: OUTSIDE,
    update_installed: OUTSIDE,
    ...terminalDeeds(shop),

    backup_restored: COPIES,
    backup_deleted: COPIES,
    copies_on: COPIES,
    copies_off: COPIES,
    shop_moved: COPIES,
    shop_stayed: COPIES,
    invoices_exported: everyone(exported(() => 'invoices/export/?format=csv')),
    products_exported: everyone(exported(() => 'catalog/products/export/')),
    report_exported: everyone(exported(() => 'stats/series/export/?group_by=day')),
    month_exported: everyone(exported(() => 'stats/month/export/?month=2026-03')),
    day_exported: everyone(exported(() => 'stats/day-close/export/')),
    income_exported: everyone(
      exported(() => `income-book/export/?tax_number=${shop().merchant.edrpou}&year=2026`),
    ),
    actions_exported: one(exported(() => 'actions/export/')),
  };
};
