import type { InvoicePage } from '../../../shared/api/invoice-query.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { Shop } from '../../helpers/shop.ts';
import { test as base } from './fixtures.ts';

export { expect } from './fixtures.ts';

export const test = base.extend<{ go(path: string): Promise<void> }>({
  go: async ({ page, shop }, use) => {
    await use(async (path) => {
      await page.goto(new URL(path, shop.baseUrl).href);
    });
  },
});

/** Its payer has paid it. */
export const paid = async (shop: Shop, body: object): Promise<Invoice> => {
  const invoice = await shop.createInvoice(body);
  shop.bank.pay(invoice.invoice_id);
  return (await shop.owner.post<Invoice>(`invoices/${invoice.id}/refresh/`)).body;
};

/** Every third is paid; amounts from 100,00 up by 1,00. */
export const fill = async (shop: Shop, count = 30): Promise<Invoice[]> => {
  const made: Invoice[] = [];
  for (let index = 0; index < count; index++) {
    const body = { amount: 10_000 + index * 100, reference: `Стіл ${index}` };
    made.push(index % 3 === 0 ? await paid(shop, body) : await shop.createInvoice(body));
  }
  return made;
};

export const listed = async (shop: Shop, query: string): Promise<InvoicePage> =>
  (await shop.owner.get<InvoicePage>(`invoices/?${query}`, { headers: { 'Accept-Language': 'uk' } })).body;
