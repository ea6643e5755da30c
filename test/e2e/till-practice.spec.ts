import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setSetting } from '../../main/store/settings.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { saveScreenshot } from './helpers/picture.ts';
import { textsOf } from './helpers/texts.ts';

/** "Practice sale" on the screen of the till app: a sale step by step in the practice shop, and never in a real one. */

const run = promisify(execFile);

test.describe('in English, dark', () => {
  test.use({ isDesktop: true, language: 'en', scheme: 'dark' });
  const t = textsOf('en');

  test('in the practice shop: the request, its answer, the payment page, and the status until it is paid', async ({
    page,
    shop,
    desktop,
    signIn,
  }) => {
    setSetting(shop.console.db, 'demo', 'yes');
    await signIn('owner', '/settings/till');
    const panel = page.getByRole('region', { name: t('till:practice.title') });
    await expect(panel.getByText('Idempotency-Key')).toBeVisible();
    await panel.getByRole('button', { name: t('till:practice.send') }).click();
    await expect(panel.getByText(t('till:practice.answer', { status: 201 }))).toBeVisible();
    const { body } = await shop.owner.get<InvoicePage>('invoices/');
    expect(body.results).toMatchObject([{ amount: 100, status: 'created' }]);
    const [invoice] = body.results;
    await expect(panel.getByText(`"id": ${invoice?.id}`)).toBeVisible();
    await expect(panel.getByRole('status').filter({ hasText: 'created' })).toBeVisible();
    await expectAccessible(page, 'dark');
    await saveScreenshot(panel, 'till-practice-en-dark');

    // The till's requests are listed as a till's.
    const requests = page.getByRole('region', { name: t('till:requests.title') });
    await expect(requests.getByRole('row', { name: /invoices\/.*201/ })).toBeVisible();

    // The same key again is the same sale: the command that is shown makes no second one.
    await panel.getByRole('button', { name: t('till:practice.copyRequest') }).click();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const env = { ...process.env, TOKEN: await shop.signIn('owner') };
    expect(JSON.parse((await run('/bin/sh', ['-c', command], { env })).stdout)).toMatchObject({
      id: invoice?.id,
    });

    // The program has one window: it opens the page in the user's browser.
    await panel.getByRole('link', { name: t('till:practice.openPage') }).click();
    await expect.poll(() => desktop.asked.addresses).toEqual([invoice?.page_url]);
    shop.bank.pay(invoice?.invoice_id ?? '');
    await expect(panel.getByText(t('till:practice.paid'))).toBeVisible({ timeout: 15_000 });
    await expect(panel.getByRole('status').filter({ hasText: 'success' })).toBeVisible();

    // The answer of the bank is lost: sending again makes no second sale.
    await panel.getByRole('button', { name: t('till:practice.again') }).click();
    shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/create' });
    await panel.getByRole('button', { name: t('till:practice.send') }).click();
    await expect(panel.getByRole('alert')).toBeVisible();
    await panel.getByRole('button', { name: t('till:practice.send') }).click();
    await expect(panel.getByText(t('till:practice.answer', { status: 201 }))).toBeVisible();
    expect((await shop.owner.get<InvoicePage>('invoices/')).body.count).toBe(2);
  });

  test('in a real shop nothing can be sent: the practice shop is offered instead', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn('owner', '/settings/till');
    const panel = page.getByRole('region', { name: t('till:practice.title') });
    await expect(panel.getByText(t('till:practice.own'))).toBeVisible();
    await expect(panel.getByRole('button', { name: t('till:practice.send') })).toHaveCount(0);
    await expectAccessible(page, 'dark');
    const switched: boolean[] = [];
    shop.host.switchTo = async (practice) => {
      switched.push(practice);
    };
    const reloaded = page.waitForEvent('load');
    await panel.getByRole('button', { name: t('till:practice.open') }).click();
    await reloaded;
    expect(switched).toEqual([true]);
    expect((await shop.owner.get<InvoicePage>('invoices/')).body.count).toBe(0);
  });
});
