import { readFile } from 'node:fs/promises';
import { formatAmount } from '../../shared/money.ts';
import { expect, paid, test } from './helpers/invoices.ts';
import { places } from './helpers/live.ts';
import { t } from './helpers/texts.ts';

test("the bank's receipt is saved, and a failure is reported", async ({ page, shop, signIn }) => {
  const invoice = await paid(shop, { amount: 34_000 });
  await signIn('owner', `/invoices/${invoice.id}`);
  const save = async () => {
    await page.getByRole('button', { name: t('invoices:actions.receipt') }).click();
    await page.getByRole('menuitem', { name: t('invoices:actions.bankReceipt') }).click();
  };
  const saved = page.waitForEvent('download');
  await save();
  const file = await readFile(await (await saved).path());
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  shop.bank.fault({ kind: 'reset', path: 'invoice/receipt*', times: 3 });
  await save();
  await expect(page.getByText(/Банк не відповів \(UNREACHABLE\)\. Нічого не втрачено/)).toBeVisible();
});

test('print views hold the sale and nothing of the screen', async ({ page, shop, signIn, go }) => {
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  const items = [{ name: 'Кава', price: 5500, quantity: '2', discount_pct: '10', unit: 'шт' }];
  const done = await paid(shop, { items, discounts: [{ percent: 10 }] });
  const open = await shop.createInvoice({ items, discounts: [{ type: 'extra_charge', amount: 300 }] });
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = 'yes';
    };
  });
  await signIn();
  const print = async (id: number, name: string) => {
    await go(`/invoices/${id}`);
    await page.getByRole('button', { name: t('invoices:actions.receipt') }).click();
    await page.getByRole('menuitem', { name }).click();
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
    await page.emulateMedia({ media: 'print' });
  };

  await print(done.id, t('invoices:actions.printReceipt'));
  const sheet = page.locator('[data-print-sheet]');
  await expect(sheet).toBeVisible();
  for (const text of [
    'Не є фіскальним чеком',
    shop.merchant.edrpou,
    shop.merchant.merchantName,
    'знижка 10 %',
    `Сума товарів${formatAmount(9900)}`,
    `Знижка${formatAmount(-990)}`,
    `Разом${formatAmount(8910)}`,
  ])
    await expect(sheet).toContainText(text);
  await expect(sheet).toContainText((await shop.readInvoice(done.id)).rrn);
  await expect(places(page)).toBeHidden();
  await page.emulateMedia({ media: null });
  const details = page.getByRole('complementary', { name: t('invoices:details.label') });
  await expect(details).toContainText(`${t('common:basket.discount')}${formatAmount(-990)}`);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(sheet).toHaveCount(0);

  // The charge screen of the open one.
  await go(`/charge?invoice=${open.id}`);
  const basket = `${t('common:basket.lines')} ${formatAmount(9900)}, ${t('common:basket.extraCharge')} ${formatAmount(300)}`;
  await expect(page.getByText(basket)).toBeVisible();

  await print(open.id, t('invoices:actions.printInvoice'));
  await expect(sheet).toContainText(open.page_url);
  await expect(sheet).toContainText(`Надбавка${formatAmount(300)}`);
  await expect(sheet).toContainText(`До сплати${formatAmount(10_200)}`);
  await expect(sheet.getByRole('img')).toBeVisible();
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
