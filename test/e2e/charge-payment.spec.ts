import { charge, display, hear, onlyInvoice, open, outcome, qr } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';

/** From the QR to paid, or not. */

test('the customer pays in a page of their own, and the screen turns by itself, after a reload too', async ({
  page,
  shop,
  signIn,
  context,
}) => {
  await open(page, signIn);
  await charge(page, '340');
  await page.reload();
  await expect(qr(page)).toBeVisible();
  const [paying] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Відкрити сторінку' }).click(),
  ]);
  await paying.getByText('Відхилити оплату').click();
  await paying.getByRole('button', { name: 'Відхилити', exact: true }).click();
  await expect(paying.getByRole('heading', { level: 2 })).toBeVisible();
  await hear(shop);
  await expect(outcome(page).getByRole('heading', { name: 'Оплата не пройшла' })).toBeVisible();
  await expect(outcome(page).getByText(/недостатньо коштів/)).toBeVisible();
  await outcome(page).getByRole('button', { name: 'Спробувати ще раз' }).click();
  await expect(qr(page)).toBeVisible();
  await expect(page.getByText(/Попередня спроба не вдалася/)).toBeVisible();

  await paying.goto(`${shop.bank.url}/pay/${onlyInvoice(shop).invoiceId}?again`);
  await paying.getByRole('button', { name: 'Взяти навчальну картку' }).click();
  await paying.getByRole('button', { name: /Сплатити/ }).click();
  await expect(paying.getByRole('heading', { level: 2 })).toBeVisible();
  await hear(shop);
  await expect(outcome(page).getByRole('heading', { name: 'Оплачено' })).toBeVisible();
  const paid = await shop.readInvoice(1);
  await expect(outcome(page).getByText(`•••• ${paid.masked_pan.slice(-4)}`)).toBeVisible();
  await expect(outcome(page).getByText(paid.rrn)).toBeVisible();
  await expect(outcome(page).getByRole('link', { name: 'Чек і друк' })).toHaveAttribute(
    'href',
    '/invoices/1',
  );
});

test('cancelling names the amount, and a payment that came first wins', async ({ page, shop, signIn }) => {
  await open(page, signIn);
  await charge(page, '340');
  await page.getByRole('button', { name: 'Скасувати рахунок…' }).click();
  await page.getByRole('button', { name: 'Не скасовувати' }).click();
  await page.getByRole('button', { name: 'Скасувати рахунок…' }).click();
  await page.getByRole('button', { name: 'Скасувати рахунок на 340,00 ₴' }).click();
  await expect(page.getByRole('heading', { name: 'Рахунок 000001 на 340,00 ₴ скасовано' })).toBeVisible();
  expect((await shop.readInvoice(1)).status).toBe('expired');
  await page.getByRole('button', { name: 'Створити такий самий' }).click();
  await expect(display(page)).toHaveValue('340');
  await page.keyboard.press('Enter');
  await expect(qr(page)).toBeVisible();

  const second = shop.bank.invoices().find(({ status }) => status === 'created');
  shop.bank.pay(second?.invoiceId ?? '');
  await page.getByRole('button', { name: 'Скасувати рахунок…' }).click();
  await page.getByRole('button', { name: 'Скасувати рахунок на 340,00 ₴' }).click();
  await expect(outcome(page).getByRole('heading', { name: 'Оплачено' })).toBeVisible();
  expect(shop.bank.invoice(second?.invoiceId ?? '')).toMatchObject({ status: 'success', refunds: [] });
});

test('the service restarts in the middle: the screen turns to paid when it is back', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, signIn);
  await charge(page, '340');
  const down = shop.restart();
  shop.bank.pay(onlyInvoice(shop).invoiceId);
  await down;
  await hear(shop);
  await expect(outcome(page).getByRole('heading', { name: 'Оплачено' })).toBeVisible({ timeout: 20_000 });
});

test('who may not view invoices is told that the payment is not shown', async ({ page, shop, signIn }) => {
  await shop.employee('kasa', ['can_create_invoices', 'can_cancel_invoices']);
  await signIn('kasa');
  await expect(display(page)).toBeFocused();
  await charge(page, '340');
  await expect(page.getByText('Оплату тут не буде показано.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Скасувати/ })).toHaveCount(0);
  await page.reload();
  await expect(qr(page)).toBeVisible();
  await page.getByRole('button', { name: 'Новий рахунок' }).click();
  await expect(display(page)).toBeFocused();
});
