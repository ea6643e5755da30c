import type { Invoice } from '../../shared/api/invoices.ts';
import { formatAmount } from '../../shared/money.ts';
import { expect, test } from './helpers/invoices.ts';
import { t } from './helpers/texts.ts';

const NBSP = '\u00a0';

test('open by their address alone, and are live', async ({ page, shop, signIn }) => {
  const invoice = await shop.createInvoice({
    items: [
      { name: 'Кава', price: 5500, quantity: '2', discount_pct: '10', unit: 'шт' },
      { name: 'Круасан', price: 6500 },
    ],
    reference: 'Стіл 4',
  });
  await signIn('owner', `/invoices/${invoice.id}`);
  const panel = page.getByRole('complementary', { name: t('invoices:details.label') });
  await expect(panel).toContainText(formatAmount(invoice.amount));
  await expect(panel).toContainText(t('common:status.created'));
  await expect(panel.getByRole('img', { name: t('invoices:pay.qr') })).toBeVisible();
  await expect(panel).toContainText(`2${NBSP}шт × ${formatAmount(5500)}, знижка 10 %`);
  await expect(panel).toContainText('QR створено, owner');
  await panel.getByRole('button', { name: t('common:words.copyLink') }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(invoice.page_url);

  shop.bank.pay(invoice.invoice_id);
  await panel.getByRole('button', { name: t('invoices:actions.refresh') }).click();
  await expect(panel.getByText(/Банк відповів о .*: Оплачено/)).toBeVisible();
  await expect(panel).toContainText('444403******1902 · Visa');
  const { rrn } = await shop.readInvoice(invoice.id);
  await panel.getByRole('button', { name: t('invoices:details.copy', { name: 'RRN' }) }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(rrn);
  await panel.getByRole('button', { name: t('invoices:actions.refresh') }).click();
  await expect(panel.getByText(/без змін, Оплачено/)).toBeVisible();

  // Another user refunds a part of it.
  await shop.owner.post(`invoices/${invoice.id}/cancel/`, { amount: 1000 });
  await expect(
    panel.getByText(t('invoices:details.left', { left: formatAmount(invoice.amount - 1000) })),
  ).toBeVisible();
  await expect(panel.getByText(`Повернено ${formatAmount(1000)}, owner`)).toBeVisible();

  await test.step('and say so when the bank is silent', async () => {
    shop.bank.fault({ kind: 'reset', path: 'invoice/status', times: 50 });
    await panel.getByRole('button', { name: t('invoices:actions.refresh') }).click();
    await expect(page.getByText(/Банк не відповів \(UNREACHABLE\)\. Нічого не втрачено/)).toBeVisible();
  });
});

test('a declined sale still offers its QR, and whoever made it ends it without the right to refund', async ({
  page,
  shop,
  signIn,
}) => {
  const kasa = await shop.employee('kasa', ['can_create_invoices', 'can_view_invoices']);
  const { body: made } = await kasa.post<Invoice>('invoices/', { terminal: shop.terminal.id, amount: 5000 });
  shop.bank.decline(made.invoice_id);
  await shop.owner.post(`invoices/${made.id}/refresh/`);
  await signIn('kasa', `/invoices/${made.id}`);
  await expect(page.getByRole('link', { name: t('invoices:pay.open') })).toBeVisible();
  await page.getByRole('button', { name: t('invoices:actions.cancel'), exact: true }).click();
  const named = { number: made.number_display, amount: '50,00\u00a0₴' };
  await page.getByRole('button', { name: t('invoices:cancel.confirm', named) }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await shop.readInvoice(made.id)).status).toBe('expired');
  expect(shop.bank.invoice(made.invoice_id)?.status).toBe('expired');
});
