import { formatAmount } from '../../shared/money.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, test } from './helpers/invoices.ts';
import { refundsAsked } from './helpers/refunds.ts';
import { t } from './helpers/texts.ts';

test('an unpaid invoice is cancelled; one paid meanwhile is not, and nothing is refunded', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  const first = await shop.createInvoice({ amount: 34_000 });
  const second = await shop.createInvoice({ amount: 20_000 });
  await signIn('owner', `/invoices/${first.id}`);
  await page.getByRole('button', { name: t('invoices:actions.cancel') }).click();
  await page
    .getByRole('button', {
      name: t('invoices:cancel.confirm', { number: first.number_display, amount: formatAmount(34_000) }),
    })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await shop.readInvoice(first.id)).status).toBe('expired');

  await go(`/invoices/${second.id}`);
  await page.getByRole('button', { name: t('invoices:actions.cancel') }).click();
  shop.bank.pay(second.invoice_id);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /на 200,00/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText(t('invoices:trouble.paidMeanwhile'));
  expect(await shop.readInvoice(second.id)).toMatchObject({ status: 'success' });
  expect(refundsAsked(shop)).toHaveLength(0);
});

test('the answer to a cancellation is lost: the screen says so, and there is nothing to press', async ({
  page,
  shop,
  signIn,
}) => {
  const invoice = await shop.createInvoice({ amount: 34_000 });
  await signIn('owner', `/invoices/${invoice.id}`);
  await page.getByRole('button', { name: t('invoices:actions.cancel') }).click();
  const dialog = page.getByRole('dialog');
  shop.bank.fault({ kind: 'reset', path: 'invoice/remove', acts: false });
  const confirm = dialog.getByRole('button', { name: /на 340,00/ });
  await confirm.click();
  await expect(dialog.getByText(t('invoices:history.in_doubt'))).toBeVisible();
  await expect(confirm).toHaveCount(0);
  await expectAccessible(page);
  await dialog
    .getByRole('button', { name: t('common:close') })
    .last()
    .click();
  await expect(dialog).toHaveCount(0);
});
