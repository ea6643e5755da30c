import type { Page } from '@playwright/test';
import type { InvoiceRefunds } from '../../shared/api/refunds.ts';
import { formatAmount } from '../../shared/money.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, paid, test } from './helpers/invoices.ts';
import { refund, refundButton, refundDialog, refundsAsked, refundsAtBank } from './helpers/refunds.ts';
import { t } from './helpers/texts.ts';

test.use({ bankHangs: true });

/** The key of each request to refund that the page sends. */
const keysSent = (page: Page): string[] => {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/cancel/')) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
};

const UNKNOWN = t('invoices:history.in_doubt');

test('the answer to a refund is lost: the screen says so, offers no second, and settles by itself', async ({
  page,
  shop,
  signIn,
}) => {
  const invoice = await paid(shop, { amount: 34_000 });
  const keys = keysSent(page);
  await signIn('owner', `/invoices/${invoice.id}`);
  // The other ways to lose it are the same to a screen: test/http/refund-once.test.ts.
  shop.bank.fault({ kind: 'hang', path: 'invoice/cancel', acts: true });
  // From the refund request on, the bank does not report the invoice's state either.
  await page.route('**/cancel/**', async (route) => {
    const answered = route.continue();
    await expect.poll(() => refundsAsked(shop).length).toBe(1);
    shop.bank.fault({ kind: 'reset', path: 'invoice/*', times: 1000 });
    await answered;
  });
  await refund(page, '100');
  const dialog = refundDialog(page);
  await expect(dialog.getByText(UNKNOWN)).toBeVisible();
  await expect(dialog).toContainText(formatAmount(10_000));
  await expect(dialog).toContainText('Нічого натискати не потрібно');
  await expect(dialog.getByRole('button')).toHaveCount(2);
  await expectAccessible(page);
  for (const key of ['Enter', 'Control+Enter']) await page.keyboard.press(key);
  if ((await dialog.count()) > 0) await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // It is there for everybody, and after a reload; and there is nothing to refund with.
  await page.reload();
  await expect(page.getByText(UNKNOWN, { exact: true }).first()).toBeVisible();
  await expect(refundButton(page)).toHaveCount(0);
  await expectAccessible(page);

  shop.bank.clearFaults();
  await shop.owner.post(`invoices/${invoice.id}/refresh/`);
  await expect(page.getByText(t('invoices:details.left', { left: formatAmount(24_000) }))).toBeVisible();
  await expect(page.getByText(UNKNOWN, { exact: true })).toHaveCount(0);
  await expect(refundButton(page)).toBeVisible();
  expect(refundsAtBank(shop, invoice)).toEqual([10_000]);
  expect(refundsAsked(shop)).toHaveLength(1);
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/u);
});

test('a request that never reached the service is not sent again by the screen; later it is known as not made', async ({
  page,
  shop,
  signIn,
}) => {
  const invoice = await paid(shop, { amount: 34_000 });
  await page.clock.install();
  await signIn('owner', `/invoices/${invoice.id}`);
  await page.route('**/cancel/**', (route) => route.abort('connectionreset'), { times: 1 });
  const keys = keysSent(page);
  await refund(page, '100');
  await expect(refundDialog(page).getByText(UNKNOWN)).toBeVisible();
  await page.reload();
  await expect(page.getByText(UNKNOWN, { exact: true }).first()).toBeVisible();
  await expect(refundButton(page)).toHaveCount(0);
  await page.clock.fastForward('01:10');
  await expect(
    page.getByText(t('invoices:refund.ended.notFound', { amount: formatAmount(10_000) })),
  ).toBeVisible();
  await expect(refundButton(page)).toBeVisible();
  expect(refundsAsked(shop)).toHaveLength(0);

  // Confirmed again, the same refund goes out under the same key.
  await refund(page, '100');
  await expect(
    page.getByText(t('invoices:history.refunded', { amount: formatAmount(10_000) }), { exact: true }),
  ).toBeVisible();
  expect(refundsAtBank(shop, invoice)).toEqual([10_000]);
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);
});

test('reading the refundable amount fails for a while: nothing is refunded twice', async ({
  page,
  shop,
  signIn,
}) => {
  const invoice = await paid(shop, { amount: 34_000 });
  const read = async () => (await shop.owner.get<InvoiceRefunds>(`invoices/${invoice.id}/refunds/`)).body;
  await page.route('**/refunds/', (route) => route.fulfill({ status: 500, json: { detail: 'x' } }));
  await signIn('owner', `/invoices/${invoice.id}`);
  shop.bank.fault({ kind: 'reset', path: 'invoice/cancel', acts: true });
  await refund(page, '100');
  const dialog = refundDialog(page);
  await expect(dialog.getByText(new RegExp(`${UNKNOWN}|Уже повернено`))).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Повернути/ })).toHaveCount(0);
  await page.unroute('**/refunds/');
  await expect.poll(async () => (await read()).under_way).toBeNull();
  expect(refundsAtBank(shop, invoice)).toEqual([10_000]);
});
