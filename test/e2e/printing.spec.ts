import { changeSetting, type SettingName } from '../../main/shop/settings.ts';
import { textOf } from '../helpers/escpos.ts';
import type { Shop } from '../helpers/shop.ts';
import { startVirtualPrinter, type VirtualPrinter } from '../helpers/virtual-printer.ts';
import { expectAccessible } from './helpers/axe.ts';
import { charge, hear, onlyInvoice, open, outcome } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

/** The receipt printer: its settings, the receipt of a sale, and what is said when it is away. */

let printer: VirtualPrinter;
test.beforeEach(async () => {
  printer = await startVirtualPrinter();
});
test.afterEach(() => printer.close());

const set = (shop: Shop, name: SettingName, value: string) =>
  changeSetting(shop.console.db, shop.config.dataDir, name, value);
const pay = async (shop: Shop) => {
  shop.bank.pay(onlyInvoice(shop).invoiceId);
  await hear(shop);
};

test('a receipt is printed once paid; out of paper, every screen says so until it is printed', async ({
  page,
  shop,
  signIn,
}) => {
  set(shop, 'printer_address', printer.address);
  set(shop, 'printer_prints_paid', 'yes');
  printer.state.moodWhenPrinting = 'paper_out';
  await open(page, signIn);
  await charge(page, '340');
  await pay(shop);
  await expect(outcome(page).getByText(t('printing:fault.paper_out'))).toBeVisible();
  await expectAccessible(page);
  await outcome(page)
    .getByRole('button', { name: t('charge:newInvoice') })
    .click();

  await page.keyboard.press('Alt+1');
  const notice = page.getByRole('status').filter({ hasText: t('printing:fault.paper_out') });
  await expect(notice).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page);
  printer.state.mood = 'ready';
  printer.state.moodWhenPrinting = undefined;
  await notice.getByRole('button', { name: t('printing:printAgain') }).click();
  await expect(notice).toBeHidden();
  await expect.poll(() => printer.papers.length).toBe(2);
  const [, copy] = printer.printed();
  expect(copy && textOf(copy)[0]).toContain('КОП');
});

test.describe('in the program', () => {
  test.use({ isDesktop: true });

  test('the owner sets the printer, and tries it', async ({ page, signIn }) => {
    await signIn('owner', '/settings/print');
    const address = page.getByRole('textbox', { name: t('settings:fields.label.printer_address') });
    await address.fill('8.8.8.8');
    await address.press('Enter');
    await expect(page.getByText(t('settings:faults.printer'))).toBeVisible();
    await address.fill(printer.address);
    await address.press('Enter');
    await page.getByRole('switch', { name: t('settings:fields.label.printer_prints_paid') }).click();
    await page.getByRole('button', { name: t('settings:escpos.testButton') }).click();
    await expect(page.getByText(t('settings:escpos.printed'))).toBeVisible();
    await expect.poll(() => printer.papers.length).toBe(1);
    const [sheet] = printer.printed();
    expect(sheet && textOf(sheet).join(' ')).toContain('cp1125/44: Ґанок, їжак, єдність');
    await expectAccessible(page);

    printer.state.mood = 'cover_open';
    await page.getByRole('button', { name: t('settings:escpos.testButton') }).click();
    await expect(page.getByText(t('printing:fault.cover_open'))).toBeVisible();
  });
});
