import { readFile } from 'node:fs/promises';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { readCsv } from '../helpers/table-files.ts';
import { counter } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { textsOf } from './helpers/texts.ts';

test.use({ startsAtSignIn: true });

/** A cashier's day from the sign-in to the export, in both languages, with a user's means only. */

for (const language of ['uk', 'en'] as const)
  test.describe(language, () => {
    test.use({ language });

    test('sign in, two sales, a refund, the list and its export', async ({ page, context, shop, signIn }) => {
      test.slow();
      const t = textsOf(language);
      await shop.owner.post('catalog/products/', { name: 'Капучино', price: 8550, article: 'K-2' });
      await signIn();

      /** The customer, on the bank's page in another tab. */
      const pay = async () => {
        await page.getByRole('button', { name: t('charge:more.title'), exact: true }).click();
        const [customer] = await Promise.all([
          context.waitForEvent('page'),
          page.getByRole('link', { name: t('charge:waiting.open') }).click(),
        ]);
        await customer.getByRole('button', { name: 'Взяти навчальну картку' }).click();
        await customer.getByRole('button', { name: /^Сплатити/ }).click();
        await expect(customer.locator('.result')).toBeVisible();
        await customer.close();
      };
      const paid = page.getByRole('heading', { name: t('common:words.paid') });

      await test.step('a sale by amount turns paid by itself', async () => {
        await page.keyboard.press('F2');
        await expect(counter(page)).toBeVisible();
        // Digits go to the pad, whichever half of the screen is shown.
        await page.keyboard.type('340,5');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('img', { name: /340,50/ })).toBeVisible();
        await pay();
        await expect(paid).toBeVisible({ timeout: 20_000 });
        await expect(page.getByText('340,50 ₴').first()).toBeVisible();
        await page.keyboard.press('Enter');
      });

      await test.step('a sale by lines', async () => {
        await page.keyboard.press('F3');
        await page.getByRole('combobox', { name: t('charge:search.label') }).fill('капу');
        await page.getByRole('option', { name: /Капучино/ }).click();
        await page.getByRole('combobox', { name: t('charge:search.label') }).fill('K-2');
        await page.getByRole('option', { name: /Капучино/ }).click();
        await page.keyboard.press('Control+Enter');
        await expect(page.getByRole('img', { name: /171,00/ })).toBeVisible();
        await pay();
        await expect(paid).toBeVisible({ timeout: 20_000 });
      });

      await test.step('a refund in part, from its details', async () => {
        await page.getByRole('link', { name: t('charge:paid.receipt') }).click();
        await page.getByRole('button', { name: t('invoices:actions.refund'), exact: true }).click();
        const ways = page.getByRole('radiogroup', { name: t('invoices:refund.by') });
        await ways.getByText(t('common:words.amount')).click();
        await page.getByLabel(t('invoices:refund.amount')).fill('85,50');
        const named = { amount: '85,50\u00a0₴', number: '000002' };
        await page.getByRole('button', { name: t('common:words.next'), exact: true }).click();
        await page.getByRole('button', { name: t('invoices:refund.confirm', named) }).click();
        await expect(page.getByText(t('invoices:refund.done', named), { exact: true })).toBeVisible();
        const { body } = await shop.owner.get<InvoicePage>('invoices/?amount_min=17100&amount_max=17100');
        expect(body.results[0]).toMatchObject({ status: 'success', final_amount: 8550 });
      });

      await test.step('the list filtered, and its export the same', async () => {
        await page.keyboard.press('Escape');
        const filters = page.getByRole('search', { name: t('invoices:filters.label') });
        await filters.getByText(t('invoices:statuses.success'), { exact: true }).click();
        await expect(page).toHaveURL(/status=success/);
        await expect(page.locator('[data-invoice]')).toHaveCount(2);
        await page.getByRole('button', { name: t('common:export.button') }).click();
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name: t('common:export.csv') }).click(),
        ]);
        const [head, ...rows] = readCsv(await readFile(await download.path()));
        const { body } = await shop.owner.get<InvoicePage>('invoices/?status=success');
        const numbers = body.results.map(({ number_display }: Invoice) => number_display);
        expect(head?.length).toBeGreaterThan(20);
        expect(rows.map(([number]) => number)).toEqual(numbers);
        expect(rows.map((row) => row[5])).toEqual(['171,00', '340,50']);
        expect(rows.map((row) => row[7])).toEqual(['85,50', '340,50']);
      });
    });
  });
