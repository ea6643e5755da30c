import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Client } from '../helpers/client.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { rowsOf } from '../helpers/trace.ts';

// The log of actions when several people act at the same moment: their writes share a commit.

interface Person {
  name: string;
  client: Client;
}

let shop: Shop;
let people: Person[];
beforeAll(async () => {
  shop = await openShop();
  people = [];
  for (const name of [
    'anna',
    'bohdan',
    'vira',
    'halyna',
    'dmytro',
    'yeva',
    'zoya',
    'ivan',
    'kateryna',
    'lev',
  ])
    people.push({
      name,
      client: await shop.employee(name, ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices']),
    });
});
afterAll(() => shop.close());

test('ten people sell at typed prices at the same moment: each sale names its own seller', async () => {
  const { body: product } = await shop.owner.post<{ id: number }>('catalog/products/', {
    name: 'Еспресо',
    price: 4500,
  });
  const sell = async ({ name, client }: Person): Promise<string> => {
    const items = [{ name: 'Еспресо', product: product.id, price: 4400 }];
    const sold = await client.post<Invoice>('invoices/', { terminal: shop.terminal.id, items });
    expect(sold.status, sold.text).toBe(201);
    return `${sold.body.number_display} ${name}`;
  };
  const sales = (await Promise.all([1, 2, 3].flatMap(() => people.map(sell)))).toSorted();
  const logged = rowsOf(shop, 'actions')
    .filter(({ code }) => code === 'price_by_hand')
    .map(({ facts, actor_name }) => `${JSON.parse(String(facts)).invoice} ${actor_name}`);
  expect(logged.toSorted()).toEqual(sales);
});
