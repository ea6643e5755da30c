import { beforeEach, describe, expect, test } from 'vitest';
import { updateEmployee } from '../../../main/shop/accounts/accounts.ts';
import { changeSetting } from '../../../main/shop/settings.ts';
import type { Product } from '../../../shared/api/catalog.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { RefundRules } from '../../../shared/api/refunds.ts';
import type { Client, Refusal } from '../../helpers/client.ts';
import { holdsOf } from '../../helpers/holds.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';

/** What a capture in part or a release gives up; who may do it, over any sequence, is in property.test.ts. */

const shop = await shopOfFile();
const holds = holdsOf(shop);
const cake = (await shop.owner.post<Product>('catalog/products/', { name: 'Торт', price: 1_000_000 })).body;
const all = ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'] as const;
/** Bound to the prices of the catalog; may refund. */
const cashier = await shop.employee('cashier', all);
await updateEmployee(shop.console, 'cashier', { catalog_prices_only: true });
/** May create, and nothing else. */
const seller = await shop.employee('seller', ['can_create_invoices']);
/** May refund 100,00 without a second person. */
const limited = await shop.employee('limited', all);
await updateEmployee(shop.console, 'limited', { refund_limits: { largest: 10_000, per_day: 15_000 } });
beforeEach(() => shop.bank.clearFaults());

/** Sends a request, and checks that it is refused and left nothing here and at the bank. */
const refused = async (client: Client, path: string, body?: object, headers = {}) => {
  const answer = await holds.refused(() =>
    client.post<Invoice & Refusal>(path, body, { headers: { Prefer: 'codes', ...headers } }),
  );
  return { status: answer.status, codes: answer.body.codes };
};
const heldBy = async (client: Client, body: object): Promise<Invoice> => {
  const request = { terminal: shop.terminal.id, payment_type: 'hold', ...body };
  const answer = await client.post<Invoice>('invoices/', request);
  expect(answer.status, answer.text).toBe(201);
  shop.bank.pay(answer.body.invoice_id);
  return holds.refresh(answer.body.id);
};

describe('whoever is bound to the prices of the catalog', () => {
  const cakes = (quantity = 1) => ({
    items: [{ name: cake.name, price: cake.price, product: cake.id, quantity }],
  });

  test('sells by hold at them, and captures no sum of their own', async () => {
    const typed = { items: [{ name: 'Торт', price: 1, product: cake.id }], payment_type: 'hold' };
    const body = { terminal: shop.terminal.id, ...typed };
    expect((await refused(cashier, 'invoices/', body)).status).toBe(400);
    const { id } = await heldBy(cashier, cakes());
    expect(await refused(cashier, `invoices/${id}/capture/`, { amount: 1 })).toEqual({
      status: 400,
      codes: { amount: ['amount_by_hand'] },
    });
    expect((await cashier.post<Invoice>(`invoices/${id}/capture/`)).body).toMatchObject({
      status: 'success',
      final_amount: 1_000_000,
    });
  });
});

describe('Held money: whoever captures needs can_create_invoices and has to be allowed to see the invoice (can_view_invoices, or made by them)', () => {
  test('does not see the invoice of another by capturing it', async () => {
    const { id } = await holds.held({ amount: 5000, comment: 'Для Оксани' });
    expect((await seller.get(`invoices/${id}/`)).status).toBe(403);
    for (const body of [undefined, { amount: 1 }])
      expect((await refused(seller, `invoices/${id}/capture/`, body)).status).toBe(404);
    const viewer = await shop.employee('viewer', ['can_view_invoices', 'can_create_invoices']);
    expect((await refused(viewer, `invoices/${id}/capture/`, { amount: 1 })).status).toBe(403);
    expect((await viewer.post<Invoice>(`invoices/${id}/capture/`)).status).toBe(200);
  });
});

test('What is given back (release, and the rest of a capture in part) is a refund by every rule of refunds: limits', async () => {
  const { id } = await holds.held({ amount: 20_000 });
  const over = { status: 400, codes: { amount: ['refund_limit'] } };
  expect(await refused(limited, `invoices/${id}/release/`)).toEqual(over);
  expect(await refused(limited, `invoices/${id}/capture/`, { amount: 9999 })).toEqual(over);
  expect((await limited.post<Invoice>(`invoices/${id}/capture/`, { amount: 12_000 })).status).toBe(200);
  expect((await limited.get<RefundRules>('refunds/rules/')).body.left_today).toBe(7000);
});

test('the reason that the owner requires of a refund is required of what a hold gives up, and kept', async () => {
  const set = (name: 'refund_reasons' | 'refund_reason_required', value: string) =>
    changeSetting(shop.console.db, shop.config.dataDir, name, value);
  set('refund_reasons', 'Передумали');
  set('refund_reason_required', 'yes');
  try {
    const { id } = await holds.held({ amount: 300 });
    const required = { status: 400, codes: { reason: ['required'] } };
    expect(await refused(shop.owner, `invoices/${id}/release/`)).toEqual(required);
    expect(await refused(shop.owner, `invoices/${id}/capture/`, { amount: 100 })).toEqual(required);
    const why = `?reason=${encodeURIComponent('Передумали')}`;
    expect((await shop.owner.post<Invoice>(`invoices/${id}/capture/${why}`, { amount: 100 })).status).toBe(
      200,
    );
    const history = await shop.owner.get<{ results: { reason: string }[] }>(`invoices/${id}/history/`);
    expect(history.body.results.map(({ reason }) => reason)).toContain('Передумали');
    const whole = await holds.held({ amount: 300 });
    expect((await shop.owner.post<Invoice>(`invoices/${whole.id}/capture/`)).status).toBe(200);
  } finally {
    set('refund_reason_required', 'no');
    set('refund_reasons', '');
  }
});
