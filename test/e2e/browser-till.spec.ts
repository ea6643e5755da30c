import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKey } from '../../main/shop/accounts/keys.ts';
import { changeSetting } from '../../main/shop/settings.ts';
import { blockOf } from '../clients/till-pages.ts';
import { onlyInvoice } from './helpers/charging.ts';
import { test as base, expect } from './helpers/fixtures.ts';

/** The page of docs/till/browser.md as it stands, served from an origin of its own. */

const test = base.extend<{ till: { origin: string; address: string } }>({
  till: async ({ shop }, use) => {
    const page = blockOf('browser', 'Sell from the page', 'html');
    const server = createServer((_request, response) =>
      response.setHeader('Content-Type', 'text/html').end(page),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const { key } = createKey(shop.console, {
      name: 'Web till',
      terminal: null,
      own_sales_only: true,
      permissions: ['can_view_invoices', 'can_create_invoices'],
    });
    await use({ origin, address: `${origin}/?api=${encodeURIComponent(shop.baseUrl)}#key=${key}` });
    server.closeAllConnections();
    server.close();
  },
});

test.use({ mayBreak: true });

test('a page from an allowed origin sells, and from no other; a reload meanwhile makes no second sale', async ({
  page,
  shop,
  till,
}) => {
  await page.goto(till.address);
  const sell = page.getByRole('button', { name: 'Sell for 1,00 ₴' });
  await sell.click();
  await expect(page.getByRole('status')).toHaveText('Failed to fetch');
  expect(shop.bank.invoices()).toEqual([]);
  changeSetting(shop.console.db, shop.config.dataDir, 'allowed_origins', till.origin);
  await page.reload();
  await sell.click();
  await expect(page.getByRole('status')).toContainText('Pay at http');
  await page.reload();
  await sell.click();
  await expect(page.getByRole('status')).toContainText('Pay at http');
  const { invoiceId, amount } = onlyInvoice(shop);
  expect(amount).toBe(100);
  shop.bank.pay(invoiceId);
  const [invoice] = (await shop.owner.get<{ results: { id: number }[] }>('invoices/')).body.results;
  await shop.owner.post(`invoices/${invoice?.id}/refresh/`);
  await expect(page.getByRole('status')).toHaveText(`Invoice ${invoice?.id}: success`);
});
