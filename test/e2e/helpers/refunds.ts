import type { Locator, Page } from '@playwright/test';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { Shop } from '../../helpers/shop.ts';
import { pattern, t } from './texts.ts';

/** The requests to refund that reached the bank. */
export const refundsAsked = (shop: Shop) =>
  shop.bank.requests.filter(({ path }) => path === '/api/merchant/invoice/cancel');

/** The amount in the bank's own book, minor units. */
export const refundsAtBank = (shop: Shop, invoice: Invoice): number[] =>
  (shop.bank.invoice(invoice.invoice_id)?.refunds ?? []).map(({ amount }) => amount);

export const refundButton = (page: Page): Locator =>
  page.getByRole('button', { name: t('invoices:actions.refund'), exact: true });

export const refundDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: pattern('invoices:refund.title') });

/** The button of the second step. */
export const confirmButton = (page: Page): Locator =>
  refundDialog(page).getByRole('button', { name: /^Повернути \d/ });

export const refund = async (page: Page, amount: string): Promise<void> => {
  await refundButton(page).click();
  await refundDialog(page).getByLabel(t('invoices:refund.amount')).fill(amount);
  await page.keyboard.press('Enter');
  await confirmButton(page).click();
};
