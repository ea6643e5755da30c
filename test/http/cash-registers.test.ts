import { describe, expect, test } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { insertCashRegister } from '../../main/store/cash-registers.ts';
import { build } from '../../main/store/db/connection.ts';
import type { CashRegister, CashRegisterQr } from '../../shared/api/cash-registers.ts';
import type { Page } from '../../shared/api/pages.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { errorsOf } from '../helpers/errors.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const clock = stoppedClock();
const sync = (terminal: number) => shop.owner.post(`terminals/${terminal}/sync_registers/`);
const shop = await shopOfFile({ now: clock.now });
const [, other] = shop.bank.merchants;
const second = (await addTerminal(shop.console, { name: 'Книги', token: other?.token ?? '' })).id;
await sync(second);
clock.forward(60);
await sync(shop.terminal.id);

const list = async (query = '') =>
  (await shop.owner.get<Page<CashRegister>>(`cash-registers/?${query}`)).body;
const names = async (query: string) => (await list(query)).results.map(({ name }) => name);
const named = async (name: string) => (await list()).results.find((each) => each.short_qr_id === name);

const isRefused = async (register: CashRegister | undefined) => {
  const body = { terminal: shop.terminal.id, amount: 100, cash_register: register?.id };
  expect(await errorsOf(shop, 'POST', 'invoices/', body)).toEqual({ cash_register: [expect.any(String)] });
};

test("A register's `name` is its short QR id unless the bank gives one.", async () => {
  for (const { name, short_qr_id } of (await list()).results) expect(name).toBe(short_qr_id);
});

test('the address in its printed code has an endpoint of its own, for any member', async () => {
  const olena = await shop.employee('olena');
  const register = await named('ZRN1');
  const [reported] = shop.merchant.registers;
  const answer = await olena.get<CashRegisterQr>(`cash-registers/${register?.id}/qr/`);
  expect([answer.status, answer.body]).toEqual([
    200,
    { cash_register: register?.id, page_url: reported?.pageUrl, amount_type: reported?.amountType },
  ]);
});

test('Query parameters of the list: terminal, is_active', async () => {
  expect(await names('')).toEqual(['STR1', 'STR2', 'ZRN1', 'ZRN2', 'ZRNF', 'ZRNT']);
  expect(await names(`terminal=${second}`)).toEqual(['STR1', 'STR2']);
  expect(await names('is_active=True')).toHaveLength(6);
  expect(await names('is_active=0')).toEqual([]);
});

describe('synchronisation', () => {
  test('the same again changes nothing', async () => {
    const before = await list();
    clock.forward(60);
    await sync(shop.terminal.id);
    expect(await list()).toEqual(before);
  });

  test('A register the bank no longer lists becomes is_active false and is kept.', async () => {
    const gone = {
      terminal_id: shop.terminal.id,
      qr_id: 'QR_gone',
      short_qr_id: 'GONE',
      name: 'GONE',
      amount_type: 'merchant',
      page_url: '',
      is_active: 1 as const,
      created_at: clock.now(),
      updated_at: clock.now(),
    };
    insertCashRegister(shop.console.db, gone);
    const register = await named('GONE');
    const answer = await sync(shop.terminal.id);
    expect(answer.body).toMatchObject({ synced: 4 });
    expect(await named('GONE')).toMatchObject({ id: register?.id, is_active: false });
    expect(await names('is_active=false')).toEqual(['GONE']);
    await isRefused(register);
  });

  test('a register that is listed again becomes active again, under its old id', async () => {
    const register = await named('ZRN2');
    const { db } = shop.console;
    const changed = { is_active: 0 as const, amount_type: 'client', short_qr_id: 'OLD', name: 'OLD' };
    db.run(
      build
        .updateTable('cash_registers')
        .set(changed)
        .where('id', '=', register?.id ?? 0),
    );
    clock.forward(60);
    await sync(shop.terminal.id);
    expect(await named('ZRN2')).toEqual({ ...register, updated_at: new Date(clock.now()).toISOString() });
  });

  test('cash_register must belong to the terminal', async () => {
    await isRefused(await named('STR1'));
  });
});
