import type { Page } from '@playwright/test';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { SeriesSums } from '../../../shared/api/series.ts';
import { formatAmount } from '../../../shared/money.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { freePort } from '../../helpers/free-port.ts';
import { openShop, type Shop } from '../../helpers/shop.ts';
import { expect } from './fixtures.ts';
import { test as base } from './invoices.ts';
import { t } from './texts.ts';

/**
 * A shop in Kyiv whose clock is moved by hand: payments and refunds on days of their own, among them the night in which
 * the clocks are set back. It stands at last at ten past three in the afternoon of Tuesday, 27 October 2026.
 */
const openReportedShop = async (): Promise<{ shop: Shop; now: number }> => {
  const clock = stoppedClock(Date.parse('2026-09-24T10:00:00Z'));
  const shop = await openShop({
    config: { port: await freePort() },
    now: clock.now,
    bank: { now: clock.now },
  });
  const wait = async (until: string): Promise<void> => {
    clock.forward((Date.parse(until) - clock.now()) / 1000);
    await shop.signInAgain();
  };
  const sell = async (body: object, seller = shop.owner): Promise<Invoice> => {
    const { body: made } = await seller.post<Invoice>('invoices/', { terminal: shop.terminal.id, ...body });
    shop.bank.pay(made.invoice_id);
    return (await shop.owner.post<Invoice>(`invoices/${made.id}/refresh/`)).body;
  };
  const refund = ({ id }: Invoice, body: object = {}) => shop.owner.post(`invoices/${id}/cancel/`, body);

  for (const name of ['Кава', 'Чай']) await shop.owner.post('catalog/products/', { name, price: 1000 });
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  await sell({ amount: 8000 });
  // Half past eleven in the evening of Saturday.
  await wait('2026-10-24T20:30:00Z');
  const evening = await sell({ amount: 10_000, cash_register: 1 });
  // Half past two in the night.
  await wait('2026-10-24T23:30:00Z');
  const night = await sell({
    items: [
      { name: 'Кава', price: 1000, quantity: '2', product: 1 },
      { name: 'Чай', price: 333, quantity: '1.5', product: 2 },
      { name: 'Решта', price: 500, quantity: '1' },
    ],
  });
  // Half past three, the second time.
  await wait('2026-10-25T01:30:00Z');
  await sell({ items: [{ name: 'Чай', price: 333, quantity: '1', product: 2 }] });
  await wait('2026-10-26T08:00:00Z');
  const olena = await shop.employee('olena', ['can_view_invoices', 'can_create_invoices']);
  await sell({ amount: 5000, cash_register: 1 }, olena);
  await refund(evening, { amount: 4000 });
  await wait('2026-10-27T13:10:00Z');
  shop.bank.payOutsideKramar(shop.merchant.token, { amount: 700 });
  await refund(night);
  await shop.createInvoice({ amount: 99 });
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
  return { shop, now: clock.now() };
};

export { expect };

export const test = base.extend<{ reported: { shop: Shop; now: number } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  reported: async ({}, use) => {
    const reported = await openReportedShop();
    await use(reported);
    await reported.shop.close();
  },
  shop: async ({ reported }, use) => {
    await use(reported.shop);
  },
  signIn: async ({ page, reported, signIn }, use) => {
    await use(async (username, path) => {
      // Before the session begins, which would otherwise have expired by the browser's own clock.
      await page.clock.setFixedTime(reported.now);
      await signIn(username, path);
    });
  },
});

/** The content of a table, row by row, each by the heads of its columns; the first column is `name`. */
export const readTable = async (page: Page, name: string): Promise<Record<string, string>[]> => {
  const table = page.getByRole('table', { name });
  const heads = await table.locator('thead th, thead td').allInnerTexts();
  const rows = await table
    .locator('tbody tr, tfoot tr')
    .evaluateAll((found) =>
      found.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText)),
    );
  return rows.map((cells) =>
    Object.fromEntries(
      cells.map((text, at) => [at === 0 ? 'name' : (heads[at] ?? ''), text.split('\n')[0]?.trim() ?? '']),
    ),
  );
};

/** A line of sums as a table of the reports shows it. */
export const rowOf = (sums: SeriesSums) => {
  const column = (name: keyof SeriesSums) => t(`reports:columns.${name}`);
  return expect.objectContaining({
    [column('gross')]: formatAmount(sums.gross),
    [column('refunds')]: formatAmount(sums.refunds),
    [column('fee')]: formatAmount(sums.fee),
    [column('net')]: formatAmount(sums.net),
    [column('count')]: String(sums.count),
    [column('refund_count')]: String(sums.refund_count),
  });
};
