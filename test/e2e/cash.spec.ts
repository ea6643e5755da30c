import { changeSetting } from '../../main/shop/settings.ts';
import { startVirtualPrinter } from '../helpers/virtual-printer.ts';
import { cartLine, MILK, open, press, sold } from './helpers/cash.ts';
import { outcome } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { scan } from './helpers/scanner.ts';
import { t } from './helpers/texts.ts';

/** Goods for cash: from the scanner to the change, by keys alone. */

test('without the bank: a scan, F9, the change and the receipt, and no request to the bank', async ({
  page,
  shop,
  signIn,
}) => {
  const printer = await startVirtualPrinter();
  changeSetting(shop.console.db, shop.folder, 'printer_address', printer.address);
  changeSetting(shop.console.db, shop.folder, 'printer_prints_paid', 'yes');
  shop.bank.fault({ kind: 'reset', times: 1000 });
  await open(page, shop, signIn);
  const before = shop.bank.requests.length;
  await scan(page, `${MILK}\n`);
  await expect(cartLine(page)).toBeVisible();
  await press(page, 'F9 5 0 0 Enter');
  await expect(outcome(page).getByRole('heading', { name: t('common:words.change') })).toBeVisible();
  await expect(outcome(page)).toContainText('124,50');
  await expect.poll(() => printer.papers.length).toBe(1);
  // The paper is out before the screen has heard of it.
  await expect(outcome(page).getByRole('button', { name: t('printing:print') })).toBeEnabled();
  await press(page, 'P');
  await expect.poll(() => printer.papers.length).toBe(2);
  expect(await sold(shop)).toMatchObject([{ amount: 37_550, change: 12_450, status: 'done' }]);
  expect(shop.bank.requests.slice(before)).toEqual([]);
  await printer.close();
});

test('the list of keys has F9 and F10 where the shop takes cash', async ({ page, shop, signIn }) => {
  const list = page.getByRole('dialog', { name: t('common:shortcuts.title') });
  const key = (name: string) => list.getByText(name, { exact: true });
  changeSetting(shop.console.db, shop.folder, 'takes_cash', 'yes');
  await signIn();
  await page.keyboard.press('Shift+Slash');
  for (const name of ['F2', 'F9', 'F10']) await expect(key(name)).toBeVisible();
  changeSetting(shop.console.db, shop.folder, 'takes_cash', 'no');
  await page.reload();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const known = page.waitForResponse('**/api/v1/counter/');
  await page.keyboard.press('Shift+Slash');
  await known;
  await expect(key('F2')).toBeVisible();
  await expect(key('F9')).toHaveCount(0);
});
