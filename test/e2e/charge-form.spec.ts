import { PASSWORD } from '../helpers/shop.ts';
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
  qr,
  toPad,
} from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { places } from './helpers/live.ts';
import { t } from './helpers/texts.ts';

/** From the sum to the QR as the cashier sees it, compared with the bank's own book. */

test('from the sign-in to the QR, and from paid to the next one, without the mouse', async ({
  page,
  shop,
}) => {
  await expect(page.getByLabel(t('common:signIn.username'))).toBeFocused();
  await page.keyboard.type('owner');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(places(page)).toBeVisible();
  await page.keyboard.press('F2');
  await expect(display(page)).toBeFocused();
  await page.keyboard.type('340,5');
  await expect(page.getByText(t('charge:amount.echo', { amount: '340,50 ₴' }))).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(qr(page)).toHaveAccessibleName(t('charge:waiting.qr', { amount: '340,50 ₴' }));
  await expect(page).toHaveURL(/\/charge\?invoice=\d+$/);
  expect(onlyInvoice(shop)).toMatchObject({ amount: 34_050, status: 'created' });

  shop.bank.pay(onlyInvoice(shop).invoiceId);
  await hear(shop);
  await expect(outcome(page).getByRole('heading', { name: t('common:words.paid') })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(display(page)).toBeFocused();
  await expect(display(page)).toHaveValue('');
});

test('a shop without a terminal says how to add one', async ({ page, shop, signIn }) => {
  await shop.owner.send('DELETE', `terminals/${shop.terminal.id}/`);
  await signIn('owner', '/charge');
  await expect(page.getByRole('heading', { name: t('charge:noTerminal.title') })).toBeVisible();
  await expect(page.getByText(t('common:changeElsewhere'))).toBeVisible();
  await expect(page.getByText(/^npm run admin/)).toBeHidden();
  await expectAccessible(page);
});

test('terminal and register are remembered, and the register is named', async ({ page, shop, signIn }) => {
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  await open(page, signIn);
  const choose = async (name: string): Promise<void> => {
    await openMore(page);
    await page.getByRole('combobox', { name: t('common:place.register') }).click();
    await page.getByRole('option', { name, exact: true }).click();
    await closeMore(page);
  };
  await choose('ZRN1');
  await page.reload();
  await expect(page.getByText(t('charge:chips.register', { text: 'ZRN1' }))).toBeVisible();
  await toPad(page);
  await charge(page, '340');
  await expect(page.getByText(t('charge:waiting.register', { name: 'ZRN1' }))).toBeVisible();
  await page.goBack();
  await choose('ZRNF');
  await display(page).fill('50');
  await createButton(page).click();
  await expect(page.getByRole('alert')).toContainText(t('charge:refused.register'));
});

test('on a Mac the keys of the top row are shown as they are pressed there', async ({ page, signIn }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }));
  await signIn('owner', '/charge');
  await expect(page.getByText('fn F8', { exact: true })).toBeVisible();
  await expect(page.getByText('Enter', { exact: true })).toBeVisible();
});
