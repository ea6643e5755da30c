import { formatAmount } from '../../shared/money.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, paid, test } from './helpers/invoices.ts';
import { confirmButton, refundButton, refundDialog, refundsAsked } from './helpers/refunds.ts';
import { t } from './helpers/texts.ts';

/** The dialog itself is tried in test/screens/features/refund.test.tsx. */

test('a part and then the rest; a double click is one refund', async ({ page, shop, signIn }) => {
  const invoice = await paid(shop, { amount: 34_000 });
  await signIn('owner', `/invoices/${invoice.id}`);
  await refundButton(page).click();
  const dialog = refundDialog(page);
  const field = dialog.getByLabel(t('invoices:refund.amount'));
  await field.fill('100');
  await dialog.getByLabel(t('common:words.reason')).fill('Молоко скисло');
  await dialog.getByRole('button', { name: t('common:words.next') }).click();
  await expect(dialog.getByRole('heading', { name: t('invoices:refund.reviewTitle') })).toBeFocused();
  for (const text of [formatAmount(10_000), '•• 1902', 'Молоко скисло', formatAmount(24_000)])
    await expect(dialog).toContainText(text);
  await expectAccessible(page);
  expect(refundsAsked(shop)).toHaveLength(0);
  shop.bank.fault({ kind: 'delay', path: 'invoice/cancel', ms: 300 });
  await confirmButton(page).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(t('invoices:details.left', { left: formatAmount(24_000) }))).toBeVisible();
  expect(refundsAsked(shop)).toHaveLength(1);
  expect((await shop.readInvoice(invoice.id)).final_amount).toBe(24_000);

  // The whole rest: a button that only fills in.
  await refundButton(page).click();
  await dialog
    .getByRole('button', { name: t('invoices:refund.whole', { left: formatAmount(24_000) }) })
    .click();
  await expect(field).toHaveValue('240,00');
  await dialog.getByRole('button', { name: t('common:words.next') }).click();
  expect(refundsAsked(shop)).toHaveLength(1);
  await confirmButton(page).click();
  await expect(page.getByText(t('invoices:details.refundedAll'))).toBeVisible();
  expect(refundsAsked(shop)).toHaveLength(2);
  expect(await shop.readInvoice(invoice.id)).toMatchObject({ status: 'reversed', final_amount: 0 });
  await expect(refundButton(page)).toHaveCount(0);
});
