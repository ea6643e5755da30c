import { formatAmount } from '../../shared/money.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, paid, test } from './helpers/invoices.ts';
import {
  confirmButton,
  refundButton,
  refundDialog,
  refundsAsked,
  refundsAtBank,
  review,
} from './helpers/refunds.ts';
import { pattern, t } from './helpers/texts.ts';

test('a part and then the rest; the amount is empty at first; a double click is one refund', async ({
  page,
  shop,
  signIn,
}) => {
  const invoice = await paid(shop, { amount: 34_000 });
  await signIn('owner', `/invoices/${invoice.id}`);
  await refundButton(page).click();
  const dialog = refundDialog(page);
  const field = dialog.getByLabel(t('invoices:refund.amount'));
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await field.fill('100');
  await expect(dialog).toContainText(t('invoices:refund.remains', { remains: formatAmount(24_000) }));
  await field.fill('400');
  await expect(dialog).toContainText(`Сума більша за залишок: ${formatAmount(34_000)}`);
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

test('asks for the reason: a click enters a usual one, which the review shows', async ({
  page,
  shop,
  signIn,
}) => {
  const invoice = await paid(shop, { amount: 6400 });
  await signIn('owner', `/invoices/${invoice.id}`);
  await refundButton(page).click();
  const dialog = refundDialog(page);
  await dialog.getByLabel(t('invoices:refund.amount')).fill('10');
  const reason = dialog.getByRole('button', { name: t('invoices:refund.reasons.returned') });
  await reason.click();
  await expect(reason).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog.getByLabel(t('common:words.reason'))).toHaveValue(
    t('invoices:refund.reasons.returned'),
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: t('common:words.next') }).click();
  await expect(dialog).toContainText(t('invoices:refund.reasons.returned'));
  expect(refundsAsked(shop)).toHaveLength(0);
});

test('Enter pressed two or three times in a row, or held, refunds nothing', async ({
  page,
  shop,
  signIn,
}) => {
  const invoice = await paid(shop, { amount: 6400 });
  await signIn('owner', `/invoices/${invoice.id}`);
  await refundButton(page).focus();
  for (let times = 1; times <= 3; times++) await page.keyboard.press('Enter');
  const dialog = refundDialog(page);
  // An empty amount is not even reviewed.
  await expect(dialog).toContainText(t('common:amount.empty'));
  await expect(confirmButton(page)).toHaveCount(0);

  await dialog
    .getByRole('button', { name: t('invoices:refund.whole', { left: formatAmount(6400) }) })
    .click();
  await dialog.getByLabel(t('invoices:refund.amount')).focus();
  for (let times = 1; times <= 3; times++) await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: t('invoices:refund.reviewTitle') })).toBeFocused();
  // Held: the first of these is a press of its own, the rest repeat it.
  for (let times = 1; times <= 5; times++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(confirmButton(page)).toBeEnabled();
  await expect(confirmButton(page)).not.toBeFocused();
  expect(refundsAsked(shop)).toHaveLength(0);
  expect(refundsAtBank(shop, invoice)).toEqual([]);
  expect(await shop.readInvoice(invoice.id)).toMatchObject({ status: 'success', final_amount: 6400 });
});

test('a double click on "Next" and Ctrl+Enter in the first step refund nothing', async ({
  page,
  shop,
  signIn,
}) => {
  const invoice = await paid(shop, { amount: 6400 });
  await signIn('owner', `/invoices/${invoice.id}`);
  await refundButton(page).click();
  const dialog = refundDialog(page);
  await dialog.getByLabel(t('invoices:refund.amount')).fill('64');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('button', { name: t('common:words.next') })).toBeVisible();
  await dialog.getByRole('button', { name: t('common:words.next') }).dblclick();
  await expect(confirmButton(page)).toBeVisible();
  expect(refundsAsked(shop)).toHaveLength(0);

  await dialog.getByRole('button', { name: t('common:back') }).click();
  await expect(dialog.getByLabel(t('invoices:refund.amount'))).toHaveValue('64');
  await expect(dialog.getByLabel(t('invoices:refund.amount'))).toBeFocused();
});

test('by keyboard alone: Enter reviews, Tab and Enter refund', async ({ page, shop, signIn }) => {
  const invoice = await paid(shop, { amount: 6400 });
  await signIn('owner', `/invoices/${invoice.id}`);
  await refundButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(refundDialog(page).getByLabel(t('invoices:refund.amount'))).toBeFocused();
  await page.keyboard.type('10,50');
  await page.keyboard.press('Enter');
  await expect(
    refundDialog(page).getByRole('heading', { name: t('invoices:refund.reviewTitle') }),
  ).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText(t('invoices:history.refunded', { amount: formatAmount(1050) }), { exact: true }),
  ).toBeVisible();
  expect(refundsAtBank(shop, invoice)).toEqual([1050]);
});

test('a refusal of the bank is shown beside the form, and the next try takes both steps too', async ({
  page,
  shop,
  signIn,
}) => {
  const invoice = await paid(shop, { amount: 6400 });
  shop.bank.setRefundMode('failure');
  await signIn('owner', `/invoices/${invoice.id}`);
  await review(page, '20');
  await confirmButton(page).click();
  const dialog = refundDialog(page);
  await expect(dialog.getByRole('alert')).toContainText('Гроші не повернено.');
  await expect(dialog.getByLabel(t('invoices:refund.amount'))).toHaveValue('20');
  await expect(confirmButton(page)).toHaveCount(0);
  await expectAccessible(page);
  shop.bank.setRefundMode('success');
  await page.keyboard.press('Enter');
  await confirmButton(page).click();
  await expect(
    page.getByText(t('invoices:history.refunded', { amount: formatAmount(2000) }), { exact: true }),
  ).toBeVisible();
});

test('lines are chosen with their quantities', async ({ page, shop, signIn }) => {
  const invoice = await paid(shop, {
    items: [
      { name: 'Капучино', price: 6400, quantity: 2, unit: 'шт' },
      { name: 'Сир', price: 34_000, quantity: 1.5, unit: 'кг', discount_pct: 10 },
    ],
  });
  await signIn('owner', `/invoices/${invoice.id}`);
  await refundButton(page).click();
  const dialog = refundDialog(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(t('invoices:refund.noLines'));
  const coffee = dialog.getByRole('textbox', { name: t('invoices:refund.quantity', { name: 'Капучино' }) });
  const cheese = dialog.getByRole('textbox', { name: t('invoices:refund.quantity', { name: 'Сир' }) });
  await expect(coffee).toBeFocused();
  await coffee.fill('3');
  await expect(dialog).toContainText(t('invoices:refund.quantityFault.tooMuch', { most: '2' }));
  await coffee.fill('');
  await dialog.getByRole('button', { name: t('common:words.increase', { name: 'Капучино' }) }).click();
  await expect(coffee).toHaveValue('1');
  await cheese.fill('0,5');
  await expect(dialog).toContainText(t('invoices:refund.sum', { amount: formatAmount(6400 + 15_300) }));
  await expectAccessible(page);
  await cheese.press('Enter');
  await expect(dialog).toContainText('Сир × 0,5');
  await confirmButton(page).click();
  await expect(
    page.getByText(t('invoices:history.refunded', { amount: formatAmount(21_700) }), { exact: true }),
  ).toBeVisible();
  expect(refundsAtBank(shop, invoice)).toEqual([21_700]);

  // A refunded line is offered no more; the whole is the rest of the lines.
  await refundButton(page).click();
  await expect(dialog).toContainText('до 1 кг');
  await dialog.getByRole('button', { name: pattern('invoices:refund.whole') }).click();
  await expect(coffee).toHaveValue('1');
  await expect(cheese).toHaveValue('1');
  await dialog.getByRole('button', { name: t('common:words.next') }).click();
  await confirmButton(page).click();
  await expect(page.getByText(t('invoices:details.refundedAll'))).toBeVisible();
  expect(refundsAtBank(shop, invoice)).toEqual([21_700, 37_000]);
});

test('typed text survives a window that becomes narrower and wider', async ({ page, shop, signIn }) => {
  const invoice = await paid(shop, { amount: 34_000 });
  await signIn('owner', `/invoices/${invoice.id}`);
  await refundButton(page).click();
  const dialog = refundDialog(page);
  const panel = page.getByRole('complementary', { name: t('invoices:details.label') });
  const drawer = page.getByRole('dialog', { name: t('invoices:details.label') });
  await dialog.getByLabel(t('invoices:refund.amount')).fill('12,50');
  await dialog.getByLabel(t('common:words.reason')).fill('Молоко скисло');
  for (const width of [1024, 1280, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    await expect(width === 1024 ? drawer : panel).toBeVisible();
    await expect(dialog.getByLabel(t('invoices:refund.amount'))).toHaveValue('12,50');
    await expect(dialog.getByLabel(t('common:words.reason'))).toHaveValue('Молоко скисло');
    await expect(dialog.getByLabel(t('common:words.reason'))).toBeFocused();
  }
  await expectAccessible(page);

  // Escape closes the topmost panel, and no more.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(drawer).toBeVisible();
  await review(page, '12,50');
  await confirmButton(page).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await shop.readInvoice(invoice.id)).final_amount).toBe(32_750);
});
