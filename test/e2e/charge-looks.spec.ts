import { expectAccessible } from './helpers/axe.ts';
import {
  charge,
  closeMore,
  createButton,
  display,
  hear,
  onlyInvoice,
  open,
  openMore,
  outcome,
  products,
  qr,
  search,
  toPad,
} from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

/** Every stage in both schemes and on a phone. */

for (const scheme of ['light', 'dark'] as const)
  test.describe(`every stage in ${scheme}`, () => {
    test.use({ scheme });
    test('is accessible', async ({ page, shop, signIn }) => {
      test.setTimeout(120_000);
      await products(shop);
      await open(page, signIn);
      await openMore(page);
      await expectAccessible(page, scheme);
      await closeMore(page);
      await page.keyboard.press('F4');
      await expectAccessible(page, scheme);
      await page.keyboard.press('Escape');
      await page.keyboard.press('F3');
      await search(page).fill('ка');
      await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2);
      await expectAccessible(page, scheme);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: t('charge:lines.quantity') }).fill('0');
      await page.keyboard.press('Control+Enter');
      await expectAccessible(page, scheme);
      await openMore(page);
      await page.getByRole('button', { name: t('charge:more.clear') }).click();
      await toPad(page);
      shop.bank.fault({ kind: 'reset', path: 'invoice/create' });
      await display(page).fill('340');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page, scheme);
      await expect(qr(page)).toBeVisible();
      await openMore(page);
      await expectAccessible(page, scheme);
      const { invoice_id } = await shop.readInvoice(1);
      shop.bank.decline(invoice_id);
      await hear(shop);
      await expect(outcome(page)).toBeVisible();
      await expectAccessible(page, scheme);
      await page.keyboard.press('Enter');
      shop.bank.pay(invoice_id);
      await hear(shop);
      await expect(outcome(page)).toBeVisible();
      await expectAccessible(page, scheme);
      await page.keyboard.press('Enter');
      await charge(page, '5');
      await page.getByRole('button', { name: t('charge:cancel.do', { amount: '5,00 ₴' }) }).click();
      await expect(page.getByRole('heading', { name: /скасовано/ })).toBeVisible();
      await expectAccessible(page, scheme);
    });
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });
  test('one column, the whole way', async ({ page, shop, signIn }) => {
    await signIn('owner', '/charge');
    for (const key of ['5', '0']) await page.getByRole('button', { name: key, exact: true }).tap();
    await expect(createButton(page)).toBeInViewport();
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect(await fits()).toBe(true);
    await createButton(page).tap();
    await expect(qr(page)).toBeInViewport({ ratio: 1 });
    expect(await fits()).toBe(true);
    await expectAccessible(page);
    shop.bank.pay(onlyInvoice(shop).invoiceId);
    await hear(shop);
    await expect(outcome(page).getByRole('button', { name: t('charge:newInvoice') })).toBeInViewport();
    expect(await fits()).toBe(true);
  });
});
