import { build } from '../../main/store/db/connection.ts';
import { formatAmount } from '../../shared/money.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, paid, test } from './helpers/invoices.ts';
import { confirmButton, refundButton, refundDialog } from './helpers/refunds.ts';
import { t } from './helpers/texts.ts';

const USD = 840;

test('a payment in dollars is dollars on every screen, and no sum adds it to hryvnias', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  await paid(shop, { amount: 10_000, reference: 'ГРН-1' });
  await shop.createInvoice({ amount: 20_000, reference: 'ГРН-2' });
  const open = await shop.createInvoice({ amount: 30_000, reference: 'USD-0' });
  // Nothing calls the bank about it meanwhile: there it is in hryvnia.
  const foreign = build.updateTable('invoices').set({ ccy: USD, next_check_at: null });
  shop.console.db.run(foreign.where('id', '=', open.id));
  shop.bank.payOutsideKramar(shop.merchant.token, { amount: 7000, ccy: USD, reference: 'USD-1' });
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
  await signIn();

  // Today: the rows, and the sum of the open invoices.
  await expect(page.getByText(`${formatAmount(20_000)}, ${formatAmount(30_000, USD)}`)).toBeVisible();
  await expect(page.getByRole('link', { name: /^USD-0/ })).toContainText(formatAmount(30_000, USD));
  await expect(page.getByRole('listitem').filter({ hasText: 'USD-1' })).toContainText(
    formatAmount(7000, USD),
  );
  await expect(page.getByText(formatAmount(7000))).toHaveCount(0);

  // The palette, the list, the details.
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(t('common:palette.find')).fill('USD-1');
  await page.getByRole('option').getByText(formatAmount(7000, USD)).first().click();
  const details = page.getByRole('complementary');
  await expect(details).toContainText(formatAmount(7000, USD));
  await expect(page.getByRole('row').filter({ hasText: 'USD-1' })).toContainText(formatAmount(7000, USD));

  // A refund of a part.
  await refundButton(page).click();
  await refundDialog(page).getByLabel(t('invoices:refund.amount')).fill('10');
  await page.keyboard.press('Enter');
  await expect(confirmButton(page)).toHaveText(
    t('invoices:refund.confirm', { amount: formatAmount(1000, USD) }),
  );
  await expect(refundDialog(page)).not.toContainText('₴');
  await confirmButton(page).click();
  await expect(details).toContainText(t('invoices:details.left', { left: formatAmount(6000, USD) }));
  await expect(details).not.toContainText('₴');

  // The reconciliation, with a payment that only the bank has.
  shop.bank.payOutsideKramar(shop.merchant.token, { amount: 5000, ccy: USD, reference: 'USD-2' });
  await go('/reports/reconciliation?period=last_7_days');
  await page.getByRole('button', { name: t('reconciliation:form.run'), exact: true }).click();
  const book = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(book('Kramar')).toContainText(formatAmount(10_000));
  await expect(book('Kramar, USD')).toContainText(formatAmount(7000, USD));
  const bank = book(`${t('reconciliation:books.bank')}, USD`);
  await expect(bank).toContainText(formatAmount(12_000, USD));
  await expect(bank).toContainText(t('reconciliation:books.more', { amount: formatAmount(5000, USD) }));
  await expect(bank).not.toContainText('₴');
  const row = page.getByRole('row').filter({ hasText: 'USD-2' });
  await expect(row).toContainText(formatAmount(5000, USD));
  await expectAccessible(page);
  await row.getByRole('button').click();
  await expect(row).toContainText(t('reconciliation:row.settled'));
  await expect(book('Kramar, USD')).toContainText(formatAmount(12_000, USD));
  await expect(book('Kramar')).toContainText(formatAmount(10_000));

  // The day on paper.
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await go('/reports/day');
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('Control+p');
  const sheet = page.locator('[data-print-sheet="a4"]');
  await expect(sheet).toContainText(t('reports:currency.title', { code: 'USD' }));
  await expect(sheet).toContainText(formatAmount(12_000, USD));
});
