import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
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

test('every stage is accessible', async ({ page, shop, signIn }) => {
  test.setTimeout(120_000);
  await products(shop);
  await open(page, signIn);
  await openMore(page);
  await expectAccessibleInBoth(page);
  await closeMore(page);
  await page.keyboard.press('F4');
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('F3');
  await search(page).fill('ка');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2);
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: t('common:words.quantity') }).fill('0');
  await page.keyboard.press('Control+Enter');
  await expectAccessibleInBoth(page);
  await openMore(page);
  await page.getByRole('button', { name: t('charge:more.clear') }).click();
  await toPad(page);
  shop.bank.fault({ kind: 'reset', path: 'invoice/create' });
  await display(page).fill('340');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleInBoth(page);
  await expect(qr(page)).toBeVisible();
  await openMore(page);
  await expectAccessibleInBoth(page);
  const { invoice_id } = await shop.readInvoice(1);
  shop.bank.decline(invoice_id);
  await hear(shop);
  await expect(outcome(page)).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Enter');
  shop.bank.pay(invoice_id);
  await hear(shop);
  await expect(outcome(page)).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Enter');
  await charge(page, '5');
  await page.getByRole('button', { name: t('charge:cancel.do', { amount: '5,00 ₴' }) }).click();
  await expect(page.getByRole('heading', { name: /скасовано/ })).toBeVisible();
  await expectAccessibleInBoth(page);
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
