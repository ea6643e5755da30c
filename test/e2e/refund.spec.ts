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

test('a part and then the rest; the amount is empty at first; a double click is one refund', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  const invoice = await paid(shop, { amount: 34_000 });
  await signIn();
  await go(`/invoices/${invoice.id}`);
  await refundButton(page).click();
  const dialog = refundDialog(page);
  const field = dialog.getByLabel('Сума повернення');
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await field.fill('100');
  await expect(dialog).toContainText(`Залишиться ${formatAmount(24_000)}`);
  await field.fill('400');
  await expect(dialog).toContainText(`Більше, ніж залишилося: ${formatAmount(34_000)}`);
  await field.fill('100');
  await dialog.getByLabel('Причина').fill('Молоко скисло');
  await dialog.getByRole('button', { name: 'Далі' }).click();
  await expect(dialog.getByRole('heading', { name: 'Перевірте й підтвердьте' })).toBeFocused();
  for (const text of [formatAmount(10_000), '•• 1902', 'Молоко скисло', formatAmount(24_000)])
    await expect(dialog).toContainText(text);
  await expectAccessible(page);
  expect(refundsAsked(shop)).toHaveLength(0);
  shop.bank.fault({ kind: 'delay', path: 'invoice/cancel', ms: 300 });
  await confirmButton(page).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`Після повернень залишилось ${formatAmount(24_000)}`)).toBeVisible();
  expect(refundsAsked(shop)).toHaveLength(1);
  expect((await shop.readInvoice(invoice.id)).final_amount).toBe(24_000);

  // The whole rest: a button that only fills in.
  await refundButton(page).click();
  await dialog.getByRole('button', { name: `Усе: ${formatAmount(24_000)}` }).click();
  await expect(field).toHaveValue('240,00');
  await dialog.getByRole('button', { name: 'Далі' }).click();
  expect(refundsAsked(shop)).toHaveLength(1);
  await confirmButton(page).click();
  await expect(page.getByText('Повернено повністю')).toBeVisible();
  expect(refundsAsked(shop)).toHaveLength(2);
  expect(await shop.readInvoice(invoice.id)).toMatchObject({ status: 'reversed', final_amount: 0 });
  await expect(refundButton(page)).toHaveCount(0);
});

test('Enter pressed two or three times in a row, or held, refunds nothing', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  const invoice = await paid(shop, { amount: 6400 });
  await signIn();
  await go(`/invoices/${invoice.id}`);
  await refundButton(page).focus();
  for (let times = 1; times <= 3; times++) await page.keyboard.press('Enter');
  const dialog = refundDialog(page);
  // An empty amount is not even reviewed.
  await expect(dialog).toContainText('Введіть суму.');
  await expect(confirmButton(page)).toHaveCount(0);

  await dialog.getByRole('button', { name: `Усе: ${formatAmount(6400)}` }).click();
  await dialog.getByLabel('Сума повернення').focus();
  for (let times = 1; times <= 3; times++) await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Перевірте й підтвердьте' })).toBeFocused();
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
  go,
}) => {
  const invoice = await paid(shop, { amount: 6400 });
  await signIn();
  await go(`/invoices/${invoice.id}`);
  await refundButton(page).click();
  const dialog = refundDialog(page);
  await dialog.getByLabel('Сума повернення').fill('64');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('button', { name: 'Далі' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Далі' }).dblclick();
  await expect(confirmButton(page)).toBeVisible();
  expect(refundsAsked(shop)).toHaveLength(0);

  await dialog.getByRole('button', { name: 'Назад' }).click();
  await expect(dialog.getByLabel('Сума повернення')).toHaveValue('64');
  await expect(dialog.getByLabel('Сума повернення')).toBeFocused();
});

for (const keys of [['Control+Enter'], ['Tab', 'Enter']])
  test(`by keyboard alone: Enter reviews, ${keys.join(' ')} refunds`, async ({ page, shop, signIn, go }) => {
    const invoice = await paid(shop, { amount: 6400 });
    await signIn();
    await go(`/invoices/${invoice.id}`);
    await refundButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(refundDialog(page).getByLabel('Сума повернення')).toBeFocused();
    await page.keyboard.type('10,50');
    await page.keyboard.press('Enter');
    await expect(refundDialog(page).getByRole('heading', { name: 'Перевірте й підтвердьте' })).toBeFocused();
    for (const key of keys) await page.keyboard.press(key);
    await expect(page.getByText(`Повернено ${formatAmount(1050)}`, { exact: true })).toBeVisible();
    expect(refundsAtBank(shop, invoice)).toEqual([1050]);
  });

test('a refusal of the bank is shown beside what was filled in, and the next try takes both steps too', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  const invoice = await paid(shop, { amount: 6400 });
  shop.bank.setRefundMode('failure');
  await signIn();
  await go(`/invoices/${invoice.id}`);
  await review(page, '20');
  await confirmButton(page).click();
  const dialog = refundDialog(page);
  await expect(dialog.getByRole('alert')).toContainText('Гроші не повернено.');
  await expect(dialog.getByLabel('Сума повернення')).toHaveValue('20');
  await expect(confirmButton(page)).toHaveCount(0);
  await expectAccessible(page);
  shop.bank.setRefundMode('success');
  await page.keyboard.press('Enter');
  await confirmButton(page).click();
  await expect(page.getByText(`Повернено ${formatAmount(2000)}`, { exact: true })).toBeVisible();
});

test('lines are chosen with their quantities', async ({ page, shop, signIn, go }) => {
  const invoice = await paid(shop, {
    items: [
      { name: 'Капучино', price: 6400, quantity: 2, unit: 'шт' },
      { name: 'Сир', price: 34_000, quantity: 1.5, unit: 'кг', discount_pct: 10 },
    ],
  });
  await signIn();
  await go(`/invoices/${invoice.id}`);
  await refundButton(page).click();
  const dialog = refundDialog(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Виберіть, що повернути.');
  const coffee = dialog.getByRole('textbox', { name: 'Кількість до повернення: Капучино' });
  const cheese = dialog.getByRole('textbox', { name: 'Кількість до повернення: Сир' });
  await expect(coffee).toBeFocused();
  await coffee.fill('3');
  await expect(dialog).toContainText('Можна повернути до 2');
  await coffee.fill('');
  await dialog.getByRole('button', { name: 'Збільшити кількість: Капучино' }).click();
  await expect(coffee).toHaveValue('1');
  await cheese.fill('0,5');
  await expect(dialog).toContainText(`Разом ${formatAmount(6400 + 15_300)}`);
  await expectAccessible(page);
  await cheese.press('Enter');
  await expect(dialog).toContainText('Сир × 0,5');
  await confirmButton(page).click();
  await expect(page.getByText(`Повернено ${formatAmount(21_700)}`, { exact: true })).toBeVisible();
  expect(refundsAtBank(shop, invoice)).toEqual([21_700]);

  // What was returned is offered no more; the whole is the rest of the lines.
  await refundButton(page).click();
  await expect(dialog).toContainText('до 1 кг');
  await dialog.getByRole('button', { name: /^Усе: / }).click();
  await expect(coffee).toHaveValue('1');
  await expect(cheese).toHaveValue('1');
  await dialog.getByRole('button', { name: 'Далі' }).click();
  await confirmButton(page).click();
  await expect(page.getByText('Повернено повністю')).toBeVisible();
  expect(refundsAtBank(shop, invoice)).toEqual([21_700, 37_000]);
});

test('what is typed outlives a window that becomes narrower and wider', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  const invoice = await paid(shop, { amount: 34_000 });
  await signIn();
  await go(`/invoices/${invoice.id}`);
  await refundButton(page).click();
  const dialog = refundDialog(page);
  const panel = page.getByRole('complementary', { name: 'Відомості про рахунок' });
  const drawer = page.getByRole('dialog', { name: 'Відомості про рахунок' });
  await dialog.getByLabel('Сума повернення').fill('12,50');
  await dialog.getByLabel('Причина').fill('Молоко скисло');
  for (const width of [1024, 1280, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    await expect(width === 1024 ? drawer : panel).toBeVisible();
    await expect(dialog.getByLabel('Сума повернення')).toHaveValue('12,50');
    await expect(dialog.getByLabel('Причина')).toHaveValue('Молоко скисло');
    await expect(dialog.getByLabel('Причина')).toBeFocused();
  }
  await expectAccessible(page);

  // Escape closes what is on top, and no more.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(drawer).toBeVisible();
  await review(page, '12,50');
  await confirmButton(page).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await shop.readInvoice(invoice.id)).final_amount).toBe(32_750);
});
