import { expect, test } from 'vitest';
import type { Cart } from '../../shared/api/carts.ts';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { Shift } from '../../shared/api/shifts.ts';
import { holdsOf } from '../helpers/holds.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';

interface Operation {
  parameters?: { name?: string; $ref?: string }[];
}

/** An object for the id of each path. */
const ids = new Map<string, number>();
const shop = await shopOfFile();
const { body } = await shop.stranger.get<{ paths: Record<string, { post?: Operation }> }>('openapi.json');
/** The paths that take an Idempotency-Key, by the document of the service itself. */
const paths = Object.entries(body.paths)
  .filter(([, { post }]) => JSON.stringify(post?.parameters ?? []).includes('Idempotency'))
  .map(([path]) => path.replace(/^.*\/api\/v1\//, '').replace(/^\//, ''));
const make = <Made>(path: string, sent: object): Promise<Made> => ok(shop.owner.post<Made>(path, sent), 201);
const held = await holdsOf(shop).held();
ids.set('invoices', held.id);
const cart = await make<Cart>('carts/', { lines: [{ name: 'Кава', price: 100 }] });
ids.set('carts', cart.id);
const shift = await make<Shift>('shifts/', { opening_cash: 100 });
ids.set('shifts', shift.id);
ids.set('cash-sales', (await make<CashSale>(`shifts/${shift.id}/cash-sales/`, { amount: 100 })).id);
const entry = {
  tax_number: '3141592653',
  date: '2026-03-02',
  kind: 'cash',
  amount: 100,
  source: 'Ярмарок',
};
ids.set('income-book', (await make<{ id: number }>('income-book/entries/', entry)).id);

const addressOf = (path: string): string =>
  path.replace('{id}', String(ids.get(path.split('/')[0] ?? '') ?? 0));

test('a key belongs to one endpoint, at another it is a 400, though the body is the same', async () => {
  expect(paths.length).toBeGreaterThan(10);
  const headers = { 'Idempotency-Key': 'one key' };
  const used = await shop.owner.post(`shifts/${shift.id}/close/`, { closing_cash: 100 }, { headers });
  expect(used.status, used.text).toBe(200);
  for (const path of paths) {
    if (path === 'shifts/{id}/close/') continue;
    const refused = await withoutTrace(shop, () =>
      shop.owner.post(addressOf(path), { closing_cash: 100 }, { headers }),
    );
    expect([path, refused.status, refused.body.errors]).toEqual([
      path,
      400,
      { 'Idempotency-Key': ['This key was used for another request.'] },
    ]);
  }
  const again = await shop.owner.post(`shifts/${shift.id}/close/`, { closing_cash: 100 }, { headers });
  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
});
