import { expect, test } from 'vitest';
import { updateEmployee } from '../../../main/shop/accounts/accounts.ts';
import { createKey } from '../../../main/shop/accounts/keys.ts';
import type { Cart } from '../../../shared/api/carts.ts';
import type { Product } from '../../../shared/api/catalog.ts';
import type { Account } from '../../../shared/api/employees.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { Refusal } from '../../helpers/client.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import { withoutTrace } from '../../helpers/trace.ts';

const shop = await shopOfFile();
const { body: unit } = await shop.owner.post<{ id: number }>('catalog/units/', {
  name: 'Порція',
  short_name: 'порц',
});
const made = async (fields: object) => (await shop.owner.post<Product>('catalog/products/', fields)).body;
const coffee = await made({ name: 'Кава', price: 7500, unit: unit.id });
const old = await made({ name: 'Старе', price: 100, is_archived: true });
/** Sells only at the prices of the catalog. */
const cashier = await shop.employee('cashier', ['can_create_invoices']);
await updateEmployee(shop.console, 'cashier', { catalog_prices_only: true });
const fields = {
  name: 'Bar',
  permissions: ['can_create_invoices'] as const,
  terminal: null,
  own_sales_only: false,
};
/** The same, a key of a till. */
const till = shop.stranger.as(createKey(shop.console, { ...fields, catalog_prices_only: true }).key);

const line = (fields: object = {}) => ({ product: coffee.id, name: 'Кава', price: 7500, ...fields });
const refused = async (body: object, client = cashier) => {
  const answer = await withoutTrace(shop, () =>
    client.send<Refusal>('POST', 'invoices/', {
      body: { terminal: shop.terminal.id, ...body },
      headers: { Prefer: 'codes, facts' },
    }),
  );
  expect(answer.status).toBe(400);
  return answer.body;
};

test('everybody may type prices until the owner takes that away, and the owner always may', async () => {
  const free = await shop.employee('free', ['can_create_invoices']);
  expect((await free.get<Account>('account/')).body.catalog_prices_only).toBe(false);
  const body = { terminal: shop.terminal.id, amount: 100 };
  expect((await free.post('invoices/', body)).status).toBe(201);
  expect((await shop.owner.post('invoices/', body)).status).toBe(201);
  expect((await cashier.get<Account>('account/')).body.catalog_prices_only).toBe(true);
  expect((await till.get<Account>('account/')).body.catalog_prices_only).toBe(true);
});

test.each([
  ['an amount', { amount: 100 }, { amount: ['amount_by_hand'] }],
  ['a free line', { items: [{ name: 'x', price: 1 }] }, { items: [{ product: ['not_from_catalog'] }] }],
])('%s is refused, and leaves no trace', async (_, body, codes) => {
  expect((await refused(body)).codes).toEqual(codes);
  expect((await refused(body, till)).codes).toEqual(codes);
});

test('each line that is not as in the catalog is named, with what is there', async () => {
  const { codes, facts } = await refused({
    items: [
      line(),
      line({ price: 7499 }),
      line({ name: 'Кавa', unit: 'кг', discount_pct: 5 }),
      { product: old.id, name: 'Старе', price: 100 },
      line({ product: null }),
    ],
  });
  expect(codes).toEqual({
    items: [
      {},
      { price: ['other_price'] },
      { name: ['not_as_in_catalog'], unit: ['not_as_in_catalog'], discount_pct: ['discount_by_hand'] },
      { product: ['archived'] },
      { product: ['not_from_catalog'] },
    ],
  });
  expect(facts).toMatchObject({ items: [{}, { price: [{ price: 7500, name: 'Кава' }] }, {}, {}, {}] });
});

test('products of the catalog at their price are sold, in any quantity, with either name of their unit', async () => {
  for (const fields of [{ quantity: '2.5' }, { unit: 'Порція' }, { unit: 'порц', discount_pct: 0 }])
    expect(
      (await cashier.post<Invoice>('invoices/', { terminal: shop.terminal.id, items: [line(fields)] }))
        .status,
    ).toBe(201);
});

test('a price that the owner changes meanwhile is refused with the new one', async () => {
  await shop.owner.send('PATCH', `catalog/products/${coffee.id}/`, { body: { price: 7600 } });
  expect((await refused({ items: [line()] })).facts).toMatchObject({ items: [{ price: [{ price: 7600 }] }] });
  await shop.owner.send('PATCH', `catalog/products/${coffee.id}/`, { body: { price: 7500 } });
});

test('a cart that is set aside follows the same rule', async () => {
  const park = (lines: object[], fields = {}) => cashier.post<Cart & Refusal>('carts/', { lines, ...fields });
  expect((await withoutTrace(shop, () => park([line({ price: 1 })]))).body.errors).toEqual({
    lines: [{ price: ['The price in the catalog is 7500.'] }],
  });
  const discounts = [{ percent: 50 }];
  const discounted = await withoutTrace(shop, () => park([line()], { discounts }));
  expect(Object.keys(discounted.body.errors ?? {})).toEqual(['discounts']);
  expect((await park([line({ quantity: 3 })])).body.amount).toBe(22_500);
});
