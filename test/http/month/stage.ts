import { unzipSync } from 'fflate';
import { expect } from 'vitest';
import { addTerminal } from '../../../main/shop/terminals/terminals.ts';
import { build } from '../../../main/store/db/connection.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { AccountMonth } from '../../../shared/api/month.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { ok } from '../../helpers/ok.ts';
import { openShop, type Shop } from '../../helpers/shop.ts';
import { syncInvoices } from '../../helpers/statement.ts';
import { readCsv } from '../../helpers/table-files.ts';
import { exportedFrom } from '../export/stage.ts';

const MERCHANTS = [
  { token: 'practice-plain-token', merchantName: 'ФОП Коваль О. В.', edrpou: '3012345678' },
  { token: 'practice-fiscal-token', merchantName: 'ТОВ «Зерно»', edrpou: '12345678', prro: true },
];

/**
 * A shop of two sellers over October 2026 in Kyiv, which has 31 days and one hour: payments in the first and last half
 * hour, and beside the month; a refund of a September payment, one of an October payment in November; a payment made
 * outside Kramar, one in dollars, and fiscal receipts.
 */
export const openMonth = async () => {
  const clock = stoppedClock(Date.parse('2026-09-29T12:00:00Z'));
  const shop = await openShop({ now: clock.now, bank: { now: clock.now, merchants: MERCHANTS } });
  const fiscal = await addTerminal(shop.console, { name: 'Магазин', token: 'practice-fiscal-token' });
  const at = async (moment: string): Promise<void> => {
    clock.forward((Date.parse(moment) - clock.now()) / 1000);
    await shop.signInAgain();
  };
  const sell = async (body: object): Promise<Invoice> => {
    return shop.paid(body);
  };
  const refund = async ({ id }: Invoice, amount: number): Promise<void> => {
    const answer = await shop.owner.post(`invoices/${id}/cancel/`, { amount });
    expect(answer.status, answer.text).toBe(200);
  };

  const coffee = await shop.owner.post<{ id: number }>('catalog/products/', { name: 'Кава', price: 6200 });
  const september = await sell({ amount: 10_000 });
  await at('2026-09-30T21:10:00Z');
  await sell({ amount: 12_345, reference: '=1+1' });
  await at('2026-10-10T09:00:00Z');
  await refund(september, 4000);
  const basket = await sell({
    items: [{ product: coffee.body.id, name: 'Кава', price: 6200, quantity: 1.5 }],
  });
  const receipt = await sell({ terminal: fiscal.id, items: [{ name: 'Хліб', price: 3333, quantity: 1 }] });
  expect((await shop.owner.get(`invoices/${receipt.id}/fiscal-checks/`)).status).toBe(200);
  await at('2026-10-25T02:30:00Z');
  await refund(basket, 1);
  await at('2026-10-31T21:40:00Z');
  const last = await sell({ amount: 777 });
  shop.bank.payOutsideKramar(shop.merchant.token, { amount: 5050 });
  await at('2026-10-31T22:10:00Z');
  await sell({ amount: 99_999 });
  await refund(last, 777);
  await syncInvoices(shop);
  await syncInvoices(shop, fiscal.id);
  await at('2026-11-03T08:00:00Z');
  return { shop, fiscal, clock, close: shop.close };
};

/** A payment of the month in dollars, which the practice bank does not make. */
export const payInDollars = (shop: Shop, amount: number): void => {
  shop.console.db.run(build.updateTable('invoices').set({ ccy: 840 }).where('amount', '=', amount));
};

export const monthOf = (shop: Shop, query = '?month=2026-10'): Promise<AccountMonth> =>
  ok(shop.owner.get<AccountMonth>(`stats/month/${query}`), 200);

export type Archive = Record<string, Buffer>;

export const fetchArchive = async (shop: Shop, query = '?month=2026-10', language = 'uk') => {
  const { file, headers } = await exportedFrom(shop, `stats/month/export/${query}`, {
    token: await shop.signIn('owner'),
    headers: { 'Accept-Language': language },
  });
  return { files: unpacked(file), headers, file };
};

export const unpacked = (file: Buffer): Archive =>
  Object.fromEntries(Object.entries(unzipSync(file)).map(([name, bytes]) => [name, Buffer.from(bytes)]));

/** `-1234,50` → minor units; digits are read as text. */
export const minorUnits = (text: string): number => {
  const [, sign, whole, part = '0'] = /^(-?)(\d+)(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`No amount: ${text}`);
  return Number(`${sign}${whole}${part.padEnd(2, '0')}`);
};

export type Row = Record<string, string>;

export const rowsOfCsv = (file: Buffer | undefined): Row[] => {
  if (!file) throw new Error('The archive lacks a table.');
  const [titles = [], ...rows] = readCsv(file);
  return rows.map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])));
};

export const sumOf = (rows: readonly Row[], title: string, ccy = 'UAH'): number =>
  rows.filter((row) => row.Валюта === ccy).reduce((sum, row) => sum + minorUnits(row[title] ?? ''), 0);
