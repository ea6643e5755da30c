import { expect, test } from 'vitest';
import type { Activity } from '../../shared/api/activity.ts';
import { lostCreation } from '../helpers/keyed.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const shop = await shopOfFile();

const read = async (client = shop.owner) => (await client.get<Activity>('activity/')).body.results;

test('nothing in a shop in which nothing has happened', async () => {
  expect(await read()).toEqual([]);
});

test('a refund is a row of its own with its amount; a decline, a cancellation with who', async () => {
  const { id, number_display } = await shop.paid({ amount: 47_000 });
  await shop.owner.post(`invoices/${id}/cancel/`, { amount: 13_000, comment: 'не сподобалося' });
  const declined = await shop.createInvoice({ amount: 1500 });
  shop.bank.decline(declined.invoice_id);
  await shop.owner.post(`invoices/${declined.id}/refresh/`);
  const cancelled = await shop.createInvoice({ amount: 2500 });
  await shop.owner.post(`invoices/${cancelled.id}/cancel/`);
  const rows = await read();
  expect(rows.map(({ type, invoice, amount }) => [type, invoice, amount]).toSorted()).toEqual(
    [
      ['paid', id, 47_000],
      ['refunded', id, 13_000],
      ['declined', declined.id, 1500],
      ['cancelled', cancelled.id, 2500],
    ].toSorted(),
  );
  expect(rows.find(({ type }) => type === 'refunded')).toMatchObject({
    number_display,
    by: 'owner',
    card: '1902',
    reason: expect.stringContaining('не сподобалося'),
  });
  expect(rows.find(({ type }) => type === 'cancelled')).toMatchObject({ by: 'owner' });
  const times = rows.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
});

test('a request in doubt is a row until its end is known', async () => {
  await lostCreation(shop, 'lost', { amount: 5000 }, false);
  expect((await read())[0]).toMatchObject({ type: 'doubt', invoice: null, amount: 5000 });
});

test('the till is of those who see the whole shop; others see what they sold', async () => {
  await shop.owner.post('shifts/', { opening_cash: 100_000 });
  const rights = ['can_create_invoices', 'can_view_invoices'] as const;
  const cashier = await shop.employee('olena', rights, { own_sales_only: 1 });
  expect((await read()).map(({ type }) => type)).toContain('shift_opened');
  expect(await read(cashier)).toEqual([]);
});
