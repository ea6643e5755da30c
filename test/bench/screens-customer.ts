import type { Browser } from '@playwright/test';
import { openShop, PASSWORD } from '../helpers/shop.ts';
import { IN_PAGE, inPage, ms, say } from './screens-look.ts';

/** How much sooner or later than the charge screen the customer screen shows that an invoice is paid. */

const PAYMENTS = 10;
const AMOUNT = /^(Сума|Amount)/;

/** A shop of its own: the payment is found as always, by the service's polling of the bank. */
export const measureCustomerScreen = async (browser: Browser): Promise<void> => {
  const shop = await openShop();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await context.addInitScript({ content: IN_PAGE });
    const page = await context.newPage();
    await page.goto(new URL('/charge', shop.baseUrl).href);
    await page.locator('input[name="username"]').fill('owner');
    await page.locator('input[name="password"]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    const [customer] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: /^(Екран покупця|Customer screen)$/ }).click(),
    ]);
    const later: number[] = [];
    for (let payment = 0; payment < PAYMENTS; payment += 1) {
      await page.getByRole('textbox', { name: AMOUNT }).fill('34');
      await page.keyboard.press('Enter');
      await customer.locator('[data-qr="true"]').waitFor();
      const seen = [inPage<number>(customer, 'paidAt'), inPage<number>(page, 'paidAt')] as const;
      shop.bank.pay(shop.bank.invoices().at(-1)?.invoiceId ?? '');
      const [ofCustomer, ofCharge] = await Promise.all(seen);
      later.push(ofCustomer - ofCharge);
      await page.keyboard.press('Enter');
      await customer.locator('[data-outcome="paid"]').waitFor({ state: 'detached' });
    }
    say(
      `  customer screen, "paid" after the charge screen (negative: before it): ${later.map(ms).join(', ')}`,
    );
  } finally {
    await context.close();
    await shop.close();
  }
};
