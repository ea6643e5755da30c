import type { Invoice } from '../../shared/api/invoices.ts';
import { formatAmount } from '../../shared/money.ts';
import { holdsOf } from '../helpers/holds.ts';
import { expectAccessible } from './helpers/axe.ts';
import { closeMore, display, open, openMore } from './helpers/charging.ts';
import { expect, test } from './helpers/invoices.ts';
import { saveScreenshot } from './helpers/picture.ts';
import { pattern, t } from './helpers/texts.ts';

test('a hold from the charge screen: shown as held, never as paid; captured in part on the invoice', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  await open(page, signIn);
  await openMore(page);
  await page.getByLabel(t('charge:details.hold')).check({ force: true });
  await closeMore(page);
  await display(page).fill('340');
  await page.keyboard.press('Enter');
  await expect.poll(() => shop.bank.invoices().length).toBe(1);
  const [{ invoiceId, paymentType } = { invoiceId: '', paymentType: 'debit' }] = shop.bank.invoices();
  expect(paymentType).toBe('hold');
  shop.bank.pay(invoiceId);
  await expect(page.getByText(t('charge:held.title', { amount: formatAmount(34_000) }))).toBeVisible();
  await expect(page.getByText(t('common:words.paid'))).toHaveCount(0);
  await expectAccessible(page);
  await saveScreenshot(page, 'hold-charge');

  await page.getByRole('link', { name: t('charge:held.open') }).click();
  // The history below says so too.
  const title = t('invoices:hold.title', { amount: formatAmount(34_000) });
  await expect(page.getByText(title).first()).toBeVisible();
  await saveScreenshot(page, 'hold-invoice');
  await page.getByRole('button', { name: t('invoices:hold.capture'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: pattern('invoices:hold.captureTitle') });
  await dialog.getByText(t('invoices:hold.bys.amount'), { exact: true }).click();
  await dialog.getByRole('textbox').first().fill('200');
  await expect(dialog).toContainText(t('invoices:hold.rest', { rest: formatAmount(14_000) }));
  await expectAccessible(page);
  await saveScreenshot(page, 'hold-capture');
  await dialog
    .getByRole('button', { name: t('invoices:hold.captureConfirm', { amount: formatAmount(20_000) }) })
    .dblclick();
  await expect(dialog).toHaveCount(0);
  expect(holdsOf(shop).sent('finalize', invoiceId)).toHaveLength(1);
  expect(shop.bank.invoice(invoiceId)).toMatchObject({ status: 'success', finalAmount: 20_000 });

  // The rest was never taken: nothing was refunded, on the screen and on paper.
  const details = page.getByRole('complementary', { name: t('invoices:details.label') });
  await expect(details).toContainText(t('common:status.success'));
  const captured = { amount: formatAmount(34_000), captured: formatAmount(20_000) };
  await expect(details).toContainText(t('invoices:hold.captured', captured));
  await expect(details).not.toContainText(t('invoices:details.left', { left: formatAmount(20_000) }));
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole('button', { name: t('invoices:actions.receipt') }).click();
  await page.getByRole('menuitem', { name: t('invoices:actions.printReceipt') }).click();
  const sheet = page.locator('[data-print-sheet]');
  await expect(sheet).toContainText(`Оплачено${formatAmount(20_000)}`);
  await expect(sheet).toContainText(`Розблоковано${formatAmount(14_000)}`);
  await expect(sheet).not.toContainText('Повернено');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await go('/invoices');
  const row = page.getByRole('row').filter({ hasText: formatAmount(34_000) });
  await expect(row).toContainText(t('common:status.success'));
  await expect(row).not.toContainText(t('invoices:table.refundedPart'));
});

test('Today lists what is held; a release asks with the amount', async ({ page, shop, signIn, go }) => {
  const { id }: Invoice = await holdsOf(shop).held({ amount: 8100, reference: 'Застава' });
  await signIn('owner', '/');
  // Beside the checklist of a shop that has sold nothing yet.
  await expect(page.getByRole('heading', { name: t('today:setup.title'), exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: t('today:held.title'), exact: true })).toBeVisible();
  await saveScreenshot(page, 'hold-today');
  await go(`/invoices/${id}`);
  await page.getByRole('button', { name: t('invoices:hold.release'), exact: true }).click();
  const confirm = t('invoices:hold.releaseConfirm', { amount: formatAmount(8100) });
  await page.getByRole('button', { name: confirm }).click();
  await expect(page.getByText(t('invoices:hold.released', { amount: formatAmount(8100) }))).toBeVisible();
});
