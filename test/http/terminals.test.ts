import { describe, expect, test } from 'vitest';
import { build } from '../../main/store/db/connection.ts';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Stats } from '../../shared/api/series.ts';
import type { Terminal } from '../../shared/api/terminals.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { holdBackground, rowsOf, withoutTrace } from '../helpers/trace.ts';

// Stopped, so that no job calls the bank meanwhile.
const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });
const path = `terminals/${shop.terminal.id}/`;

const read = async () => (await shop.owner.get<Terminal>(path)).body;

test('Defaults: true, true.', async () => {
  expect(await read()).toMatchObject({ name: 'Каса', is_active: true, show_payments: true });
});

describe('PATCH: any of name (string), is_active (boolean), show_payments (boolean)', () => {
  test.each([
    { name: ' Каса біля вікна ' },
    { is_active: false },
    { show_payments: false },
    { name: 'Каса', is_active: true, show_payments: true },
    {},
  ])('%j', async (body) => {
    const before = await read();
    clock.forward(1);
    const answer = await shop.owner.patch<Terminal>(path, body);
    const { name = before.name } = body as { name?: string };
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...before,
      ...body,
      name: name.trim(),
      updated_at: Object.keys(body).length === 0 ? before.updated_at : new Date(clock.now()).toISOString(),
    });
    expect(await read()).toEqual(answer.body);
  });

  test('is_active false: no new invoices (400 `errors.terminal` `["Terminal is not active."]`)', async () => {
    await shop.owner.patch(path, { is_active: false });
    const body = { terminal: shop.terminal.id, amount: 100 };
    const answer = await withoutTrace(shop, () => shop.owner.post<Refusal>('invoices/', body));
    expect([answer.status, answer.body.errors]).toEqual([400, { terminal: ['Terminal is not active.'] }]);
    await shop.owner.patch(path, { is_active: true });
    expect((await shop.owner.post('invoices/', body)).status).toBe(201);
  });
});

describe('sync_registers → 200 `{synced, merchant_name, merchant_id}`', () => {
  test('it creates or updates the cash registers and fills merchant_id, merchant_name and edrpou of the terminal', async () => {
    const { db } = shop.console;
    db.run(build.updateTable('terminals').set({ merchant_name: '', merchant_id: '', edrpou: '' }));
    const { merchantId: merchant_id, merchantName: merchant_name, edrpou, registers } = shop.merchant;
    const answer = await shop.owner.post(`${path}sync_registers/`);
    expect([answer.status, answer.body]).toEqual([
      200,
      { synced: registers.length, merchant_name, merchant_id },
    ]);
    expect(await read()).toMatchObject({ merchant_id, merchant_name, edrpou });
    expect(rowsOf(shop, 'cash_registers')).toHaveLength(registers.length);
  });

  test.each([
    ['bad-gateway', 'BAD_GATEWAY'],
    ['internal-error', 'INTERNAL_ERROR'],
    ['too-many-requests', 'TMR'],
  ] as const)('the bank fails: 502, and nothing is half-written: %s', async (kind, err_code) => {
    await holdBackground(shop);
    for (const call of ['details', 'qr/list']) {
      shop.bank.fault({ kind, path: call });
      const before = [rowsOf(shop, 'terminals'), rowsOf(shop, 'cash_registers')];
      const answer = await shop.owner.post<Refusal>(`${path}sync_registers/`);
      expect([answer.status, answer.body]).toEqual([502, { detail: expect.any(String), err_code }]);
      expect([rowsOf(shop, 'terminals'), rowsOf(shop, 'cash_registers')]).toEqual(before);
    }
  });
});

test('show_payments is a wish for screens (show the payments made past Kramar for this terminal); the interface stores it and filters nothing by it.', async () => {
  shop.bank.payOutsideKramar(shop.merchant.token, { amount: 4321 });
  await shop.owner.post(`${path}sync_invoices/`);
  const seen = async () => [
    (await shop.owner.get<Page<Invoice>>('invoices/?created_locally=false')).body,
    (await shop.owner.get<Stats>('stats/')).body,
    (await shop.owner.get<Page<CashRegister>>('cash-registers/')).body,
  ];
  const before = await seen();
  expect(before[0]).toMatchObject({ count: 1 });
  for (const show_payments of [false, true]) {
    expect((await shop.owner.patch<Terminal>(path, { show_payments })).body).toMatchObject({ show_payments });
    expect((await shop.owner.get<Terminal>(path)).body).toMatchObject({ show_payments });
    expect(await seen()).toEqual(before);
  }
});
