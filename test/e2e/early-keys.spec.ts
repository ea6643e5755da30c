import type { Page } from '@playwright/test';
import { MILK, pane, sold, stock } from './helpers/cash.ts';
import { display, onlyInvoice, qr } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { places } from './helpers/live.ts';
import { scan } from './helpers/scanner.ts';
import { t } from './helpers/texts.ts';

/** Keys that come before the screen that takes them, on a PC six times slower than this one. */

const SLOWER = 6;
test.describe.configure({ mode: 'default' });
/** The pace of quick fingers, which do not wait for the screen. */
const PERSON = { gapMs: 70 };

const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
};

const F2 = async (page: Page): Promise<void> => {
  // Home leads to Today first.
  await expect(page).toHaveURL(/\/today$/);
  await slowDown(page);
  await page.keyboard.press('F2');
};

test('F2 3 4 0 Enter is 340,00; a correction among early keys is one; a scan right after F2 adds its product', async ({
  page,
  shop,
  signIn,
}) => {
  await stock(shop);
  await signIn();
  await F2(page);
  await scan(page, '340\n', PERSON);
  await expect(qr(page)).toBeVisible({ timeout: 20_000 });
  expect(onlyInvoice(shop).amount).toBe(34_000);

  const openToday = async (): Promise<void> => {
    await page.goto(new URL('/today', shop.baseUrl).href);
    await expect(places(page)).toBeVisible();
  };
  await openToday();
  await F2(page);
  await scan(page, '35', PERSON);
  await page.keyboard.press('Backspace');
  await scan(page, '4.5', PERSON);
  await expect(display(page)).toHaveValue('34.5');

  await openToday();
  await F2(page);
  await scan(page, `${MILK}\n`);
  await expect(page.getByRole('list', { name: t('charge:lines.label') })).toContainText('Молоко');
  expect(shop.bank.invoices()).toHaveLength(1);
});

test('F2 5 0 F9 Enter makes no QR, whenever the counter comes', async ({ page, shop, signIn }) => {
  await stock(shop);
  await shop.owner.post('shifts/', { opening_cash: 50_000 });
  await signIn();
  await F2(page);
  await scan(page, '50', PERSON);
  await page.keyboard.press('F9');
  await page.keyboard.press('Enter');
  // Where the counter comes late, F9 is pressed again, as a person does; else the Enter has taken the cash.
  await expect(async () => {
    if ((await sold(shop)).length === 0) {
      await page.keyboard.press('F9');
      await expect(pane(page)).toContainText('50,00', { timeout: 5000 });
      await page.waitForTimeout(700);
      await page.keyboard.press('Enter');
    }
    expect(await sold(shop)).toMatchObject([{ amount: 5000 }]);
  }).toPass();
  expect(shop.bank.invoices()).toEqual([]);
});

test('Ctrl K з м і н а is «зміна»; Alt 3 N м о л о к о is a new product of that name', async ({
  page,
  signIn,
}) => {
  await signIn();
  await expect(page).toHaveURL(/\/today$/);
  await slowDown(page);
  await page.keyboard.press('Control+KeyK');
  // The places of з м і н а.
  await scan(page, 'pvsyf', { layout: 'uk', ...PERSON });
  await expect(page.getByRole('combobox', { name: t('common:palette.label') })).toHaveValue('зміна');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+Digit3');
  // The places of т м о л о к о: N is т.
  await scan(page, 'nvjkjrj', { layout: 'uk', ...PERSON });
  const name = page.getByRole('textbox', { name: t('catalog:fields.name'), exact: true });
  await expect(name).toHaveValue('молоко');
});
