import type { Page } from '@playwright/test';
import type { Invoice } from '../../shared/api/invoices.ts';
import { formatAmount } from '../../shared/money.ts';
import type { Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, paid, test } from './helpers/invoices.ts';

/** What the bank was asked to refund. */
const refundsAsked = (shop: Shop) =>
  shop.bank.requests.filter(({ path }) => path === '/api/merchant/invoice/cancel');

test('a part and then the rest; a double click is one refund', async ({ page, shop, signIn, go }) => {
  const invoice = await paid(shop, { amount: 34_000 });
  await signIn();
  await go(`/invoices/${invoice.id}`);
  await page.getByRole('button', { name: 'Повернути', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Повернення за рахунком № ${invoice.number_display}` });
  const field = dialog.getByLabel('Сума повернення');
  await expect(field).toHaveValue('340,00');
  await field.fill('100');
  await expect(dialog).toContainText(`Залишиться ${formatAmount(24_000)}`);
  await field.fill('400');
  await expect(dialog).toContainText(`Більше, ніж залишилось: ${formatAmount(34_000)}`);
  await field.fill('100');
  const confirm = dialog.getByRole('button', {
    name: `Повернути ${formatAmount(10_000)} (№ ${invoice.number_display})`,
  });
  shop.bank.fault({ kind: 'delay', path: 'invoice/cancel', ms: 300 });
  await confirm.dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`Після повернень залишилось ${formatAmount(24_000)}`)).toBeVisible();
  expect(refundsAsked(shop)).toHaveLength(1);
  expect((await shop.readInvoice(invoice.id)).final_amount).toBe(24_000);

  await page.getByRole('button', { name: 'Повернути', exact: true }).click();
  await expect(field).toHaveValue('240,00');
  await field.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Повернено повністю')).toBeVisible();
  expect(refundsAsked(shop)).toHaveLength(2);
  expect(await shop.readInvoice(invoice.id)).toMatchObject({ status: 'reversed', final_amount: 0 });
  await expect(page.getByRole('button', { name: 'Повернути', exact: true })).toHaveCount(0);
});

/** The page reads the invoice as it was, until it asks for a refund a second time. */
const keepStale = async (page: Page, invoice: Invoice) => {
  let asked = 0;
  await page.route(`**/invoices/${invoice.id}/cancel/**`, (route) => {
    asked += 1;
    return route.continue();
  });
  await page.route(`**/invoices/${invoice.id}/`, (route) =>
    asked < 2 ? route.fulfill({ json: invoice }) : route.continue(),
  );
};

for (const acts of [true, false])
  test(`a refund whose answer is lost is asked for again; it ${acts ? 'had' : 'had not'} been done, and is done once`, async ({
    page,
    shop,
    signIn,
    go,
  }) => {
    const invoice = await paid(shop, { amount: 34_000 });
    await keepStale(page, invoice);
    await signIn();
    await go(`/invoices/${invoice.id}`);
    await page.getByRole('button', { name: 'Повернути', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Сума повернення').fill('100');
    shop.bank.fault({ kind: 'reset', path: 'invoice/cancel', acts });
    const confirm = dialog.getByRole('button', { name: /^Повернути/ });
    await confirm.click();
    await expect(dialog.getByText('Що зробив банк, не відомо')).toBeVisible();
    await expect(dialog).toContainText(`можливо, ${formatAmount(10_000)} уже повернено`);
    await expectAccessible(page);

    await confirm.click();
    if (acts) {
      await expect(dialog.getByText(`Уже повернено ${formatAmount(10_000)}`)).toBeVisible();
      await expect(dialog).toContainText(
        `За рахунком залишилось ${formatAmount(24_000)}. Більше нічого не повернено.`,
      );
      // Pressed once more in a hurry: there is nothing to press.
      await expect(confirm).toHaveCount(0);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Закрити' }).last().click();
    }
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(`Після повернень залишилось ${formatAmount(24_000)}`)).toBeVisible();
    expect(refundsAsked(shop)).toHaveLength(acts ? 1 : 2);
    await shop.owner.post(`invoices/${invoice.id}/refresh/`);
    expect((await shop.readInvoice(invoice.id)).final_amount).toBe(24_000);
  });

test('a lost refund that is found out meanwhile is told without asking again', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  const invoice = await paid(shop, { amount: 34_000 });
  await signIn();
  await go(`/invoices/${invoice.id}`);
  await page.getByRole('button', { name: 'Повернути', exact: true }).click();
  const dialog = page.getByRole('dialog');
  shop.bank.fault({ kind: 'internal-error', path: 'invoice/cancel', acts: true });
  await dialog.getByRole('button', { name: /^Повернути/ }).click();
  await expect(dialog.getByText(`Уже повернено ${formatAmount(34_000)}`)).toBeVisible();
  await expect(dialog).toContainText(`залишилось ${formatAmount(0)}`);
  expect(refundsAsked(shop)).toHaveLength(1);
  expect(await shop.readInvoice(invoice.id)).toMatchObject({ status: 'reversed', final_amount: 0 });
});

test('while the bank is silent, a lost refund stays in doubt and is not sent again', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  const invoice = await paid(shop, { amount: 34_000 });
  await signIn();
  await go(`/invoices/${invoice.id}`);
  const open = () => page.getByRole('button', { name: 'Повернути', exact: true }).click();
  await open();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: /^Повернути/ });
  // The bank says how the invoice stands, is asked for the refund, and answers nothing more.
  shop.bank.fault({ kind: 'hang', path: 'invoice/cancel', acts: true });
  await confirm.click();
  await expect.poll(() => refundsAsked(shop).length).toBe(1);
  shop.bank.fault({ kind: 'reset', path: 'invoice/*', times: 1000 });
  await expect(dialog.getByText('Що зробив банк, не відомо')).toBeVisible();

  // Closed and come back to: the doubt is still told.
  await dialog.getByRole('button', { name: 'Не повертати' }).click();
  await page.reload();
  await open();
  await expect(dialog).toContainText(`Чи повернув банк ${formatAmount(34_000)}, ще не відомо.`);
  await confirm.click();
  await expect(dialog.getByText('Що зробив банк, не відомо')).toBeVisible();
  expect(refundsAsked(shop)).toHaveLength(1);
});

test('while the bank is at a refund, another is not made of it', async ({ page, shop, signIn, go }) => {
  const invoice = await paid(shop, { amount: 34_000 });
  shop.bank.setRefundMode('processing');
  await signIn();
  await go(`/invoices/${invoice.id}`);
  const dialog = page.getByRole('dialog');
  const refund = async () => {
    await page.getByRole('button', { name: 'Повернути', exact: true }).click();
    await dialog.getByLabel('Сума повернення').fill('100');
    await dialog.getByRole('button', { name: /^Повернути/ }).click();
  };
  await refund();
  await expect(page.getByText(`Банк обробляє повернення ${formatAmount(10_000)}`)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await refund();
  await expect(dialog).toContainText('мабуть, попереднє повернення ще обробляється');
  expect(refundsAsked(shop)).toHaveLength(1);

  // It ends under the open dialog.
  shop.bank.settleRefunds('success');
  await shop.owner.post(`invoices/${invoice.id}/refresh/`);
  await expect(dialog.getByText(`Уже повернено ${formatAmount(10_000)}`)).toBeVisible();
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
  await page.getByRole('button', { name: 'Повернути', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Повернення за рахунком/ });
  const panel = page.getByRole('complementary', { name: 'Відомості про рахунок' });
  const drawer = page.getByRole('dialog', { name: 'Відомості про рахунок' });
  await dialog.getByLabel('Сума повернення').fill('12,50');
  await dialog.getByLabel('Коментар').fill('Молоко скисло');
  for (const width of [1024, 1280, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    await expect(width === 1024 ? drawer : panel).toBeVisible();
    await expect(dialog.getByLabel('Сума повернення')).toHaveValue('12,50');
    await expect(dialog.getByLabel('Коментар')).toHaveValue('Молоко скисло');
    await expect(dialog.getByLabel('Коментар')).toBeFocused();
  }
  await expectAccessible(page);

  // Escape closes what is on top, and no more.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(drawer).toBeVisible();
  await page.getByRole('button', { name: 'Повернути', exact: true }).click();
  await dialog.getByLabel('Сума повернення').fill('12,50');
  await dialog.getByRole('button', { name: /^Повернути 12,50/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await shop.readInvoice(invoice.id)).final_amount).toBe(32_750);
});

test('an unpaid invoice is cancelled; one paid meanwhile is not, and nothing is refunded', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  const first = await shop.createInvoice({ amount: 34_000 });
  const second = await shop.createInvoice({ amount: 20_000 });
  await signIn();
  await go(`/invoices/${first.id}`);
  await page.getByRole('button', { name: 'Скасувати рахунок' }).click();
  await page
    .getByRole('button', { name: `Скасувати рахунок № ${first.number_display} на ${formatAmount(34_000)}` })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await shop.readInvoice(first.id)).status).toBe('expired');

  await go(`/invoices/${second.id}`);
  await page.getByRole('button', { name: 'Скасувати рахунок' }).click();
  shop.bank.pay(second.invoice_id);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /на 200,00/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText('Рахунок тим часом оплачено');
  expect(await shop.readInvoice(second.id)).toMatchObject({ status: 'success' });
  expect(refundsAsked(shop)).toHaveLength(0);
});

test('is not there for whoever may not', async ({ page, shop, signIn, go }) => {
  const invoice = await paid(shop, { amount: 34_000 });
  await shop.employee('iryna', ['can_view_invoices']);
  await signIn('iryna');
  await go(`/invoices/${invoice.id}`);
  await expect(page.getByRole('button', { name: 'Запитати банк' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Повернути', exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Новий рахунок' })).toHaveCount(0);
});
