import { PASSWORD } from '../helpers/shop.ts';
import { charge, createButton, display, onlyInvoice, open, qr } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';

/** What goes wrong on the way loses nothing and doubles nothing. */

test('a session that ends while the form is filled costs nothing', async ({ page, shop, signIn }) => {
  await open(page, signIn);
  await display(page).fill('340');
  // Once, as when the refresh token has run out overnight.
  await page.route('**/api/v1/invoices/', (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
  await page.route('**/api/v1/auth/token/refresh/', (route) => route.fulfill({ status: 401, json: {} }), {
    times: 1,
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Увійдіть ще раз' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Увійдіть ще раз' })).toBeHidden();
  await expect(display(page)).toHaveValue('340');
  expect(shop.bank.invoices()).toEqual([]);
  await createButton(page).click();
  await expect(qr(page)).toBeVisible();
  expect(onlyInvoice(shop).amount).toBe(34_000);
});

test('Back in the middle loses neither the invoice nor what is typed', async ({ page, shop, signIn }) => {
  await open(page, signIn);
  await charge(page, '340');
  await page.goBack();
  await expect(page.getByText('Рахунок 000001 на 340,00 ₴ ще очікує оплати')).toBeVisible();
  await display(page).fill('77');
  await page.keyboard.press('Alt+1');
  await expect(page).toHaveURL(/\/today$/);
  await page.keyboard.press('F2');
  await expect(display(page)).toHaveValue('77');
  await page.reload();
  await expect(display(page)).toHaveValue('77');
  await page.getByRole('link', { name: 'Показати QR' }).click();
  await expect(qr(page)).toBeVisible();
  expect(shop.bank.invoices()).toHaveLength(1);
});

for (const { kind, acts } of [
  { kind: 'reset', acts: false },
  { kind: 'half-body', acts: true },
  { kind: 'hang', acts: true },
] as const)
  test(`the bank gives no answer (${kind}): words, and the check opens or makes one invoice`, async ({
    page,
    shop,
    signIn,
  }) => {
    await open(page, signIn);
    shop.bank.fault({ kind, path: 'invoice/create', acts });
    await display(page).fill('340');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Результат невідомий');
    await expect(page.getByRole('alert')).toContainText('Другого не буде');
    await createButton(page).click();
    await expect(qr(page)).toBeVisible();
    const { body } = await shop.owner.get<{ count: number }>('invoices/');
    expect(body.count).toBe(1);
    const made = await shop.readInvoice(1);
    expect(shop.bank.invoice(made.invoice_id)?.status).toBe('created');
  });

test('a reload before the answer: the screen offers to find out, and there is one invoice', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, signIn);
  shop.bank.fault({ kind: 'delay', path: 'invoice/create', ms: 1000 });
  await display(page).fill('340');
  await page.keyboard.press('Enter');
  await expect(createButton(page)).toHaveAttribute('data-loading', 'true');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Результат невідомий');
  // Something else is typed meanwhile: that must not become the other one's fate.
  await display(page).fill('50');
  await page.getByRole('button', { name: 'Перевірити, чи створено', exact: true }).click();
  await expect(qr(page)).toHaveAccessibleName(/340,00/);
  expect(onlyInvoice(shop).amount).toBe(34_000);
  await page.goBack();
  await expect(display(page)).toHaveValue('50');
});

test('what the bank refuses is told in its words, and the form is kept', async ({ page, shop, signIn }) => {
  await open(page, signIn);
  shop.bank.fault({ kind: 'too-many-requests', path: 'invoice/create' });
  await display(page).fill('340');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Рахунок не створено.');
  await expect(display(page)).toHaveValue('340');
});
