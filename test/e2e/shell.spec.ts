import type { Page } from '@playwright/test';
import { expectAccessible } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';

/** The frame around the places: what it does when something breaks, and what it tells from anywhere. */

test.describe('a screen that breaks', () => {
  test.use({ mayBreak: true });
  test('says what is safe, the rest goes on, and it can be tried again', async ({ page, signIn }) => {
    await signIn();
    const nonsense = '**/api/v1/invoices/?page*';
    await page.route(nonsense, (route) => route.fulfill({ json: { results: [null] } }));
    await page.keyboard.press('Alt+2');
    await expect(page.getByRole('heading', { name: 'Цей екран зламався' })).toBeVisible();
    await expect(page.getByText('Гроші й рахунки цілі')).toBeVisible();
    await expectAccessible(page);
    await page.unroute(nonsense);
    await page.getByRole('link', { name: 'Термінали' }).click();
    await expect(page.getByRole('heading', { name: 'Каса', level: 2 })).toBeVisible();
    await page.keyboard.press('Alt+2');
    await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
    await expect(page.getByRole('heading', { name: 'Рахунків ще немає' })).toBeVisible();
  });
});

test('an address that no screen has leads home', async ({ page, shop, signIn }) => {
  await signIn();
  await page.goto(new URL('/terminals/nowhere', shop.baseUrl).href);
  await expect(page.getByRole('heading', { name: 'Такої сторінки немає' })).toBeVisible();
  await page.getByRole('link', { name: 'На головну' }).click();
  await expect(page).toHaveURL(/\/today$/);
});

test('a payment is told wherever one is, and leads to its invoice', async ({ page, shop, signIn }) => {
  const { id, invoice_id, reference } = await shop.createInvoice({ amount: 34_000 });
  await signIn();
  await page.keyboard.press('Alt+4');
  await expect(page.getByText('Зв’язок є')).toBeVisible();
  shop.bank.pay(invoice_id);
  await shop.owner.post(`invoices/${id}/refresh/`);
  const toast = page.getByRole('alert').filter({ hasText: 'Оплачено 340,00 ₴' });
  await expect(toast).toContainText(reference);
  await expectAccessible(page);
  await toast.getByRole('button', { name: 'Відкрити' }).click();
  await expect(page).toHaveURL(new RegExp(`/invoices/${id}$`));
});

test('the bank does not answer: since when, and what goes on meanwhile', async ({ page, shop, signIn }) => {
  const invoice = await shop.createInvoice();
  await signIn();
  await expect(page.getByText('Зв’язок є')).toBeVisible();
  shop.bank.fault({ path: '*', kind: 'reset', times: 100 });
  for (let asked = 0; asked < 5; asked += 1) await shop.owner.post(`invoices/${invoice.id}/refresh/`);
  await expect(page.getByText(/Банк не відповідає з \d\d:\d\d/).first()).toBeVisible();
  await expect(page.getByText('Банк недоступний')).toBeVisible();
  await page.keyboard.press('Alt+2');
  await expect(page.getByRole('heading', { level: 1, name: 'Рахунки' })).toBeVisible();
  await expect(page.getByText(invoice.reference)).toBeVisible();
});

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Що зробити або який рахунок знайти?')).toBeFocused();
};

test('by keyboard alone from anywhere: the palette finds places and invoices', async ({ page, signIn }) => {
  await signIn();
  await openPalette(page);
  await page.keyboard.type('терм');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/terminals$/);
  await openPalette(page);
  await page.keyboard.type('1902');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/invoices\?search=.*1902.*$/);
  await page.keyboard.press('Tab');
  await page.locator('body').click({ position: { x: 300, y: 20 } });
  await page.keyboard.press('/');
  await expect(page.locator('[data-list-search]')).toBeFocused();
});

test('a part of the program that cannot be fetched while the service starts again comes when it is back', async ({
  page,
  signIn,
}) => {
  let tries = 0;
  await page.route(/\/assets\/terminals-/, (route) => {
    tries += 1;
    return tries <= 2 ? route.abort() : route.continue();
  });
  await signIn();
  await expect(page.getByRole('heading', { level: 1, name: 'Сьогодні' })).toBeVisible();
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.keyboard.press('Alt+4');
  await expect(page.getByRole('heading', { level: 1, name: 'Термінали' })).toBeVisible();
  expect(tries).toBe(3);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
