import { charge, createButton, display, onlyInvoice, open, qr } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

/** Failures on the way lose nothing and double nothing. */

test.use({ bankHangs: true });

test('while the next screen comes, the keys of the one that was left are deaf', async ({ page, signIn }) => {
  const today = Promise.withResolvers<void>();
  await page.route(/today-with-actions/, async (route) => {
    await today.promise;
    await route.continue();
  });
  await open(page, signIn);
  await display(page).fill('77');
  await page.keyboard.press('Alt+1');
  await expect(page).toHaveURL(/\/today$/);
  await page.keyboard.press('F2');
  await expect(page).toHaveURL(/\/charge$/);
  await expect(display(page)).toHaveValue('77');
  today.resolve();
});

test('Back during the request loses neither the invoice nor what is typed', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, signIn);
  await charge(page, '340');
  await page.goBack();
  await expect(
    page.getByText(t('charge:open.created', { number: '000001', amount: '340,00 ₴' })),
  ).toBeVisible();
  await display(page).fill('77');
  await page.keyboard.press('Alt+1');
  await expect(page).toHaveURL(/\/today$/);
  await page.keyboard.press('F2');
  await expect(display(page)).toHaveValue('77');
  await page.reload();
  await expect(display(page)).toHaveValue('77');
  await page
    .getByRole('list', { name: t('charge:open.label') })
    .getByRole('link')
    .click();
  await expect(qr(page)).toBeVisible();
  expect(shop.bank.invoices()).toHaveLength(1);
});

test('the bank gives no answer: the screen explains it, and opens one invoice by itself', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, signIn);
  for (const [at, { kind, acts }] of (
    [
      { kind: 'reset', acts: false },
      { kind: 'half-body', acts: true },
      { kind: 'hang', acts: true },
    ] as const
  ).entries())
    await test.step(kind, async () => {
      shop.bank.fault({ kind, path: 'invoice/create', acts });
      await display(page).fill(`${340 + at}`);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toContainText('Другого QR не буде');
      // Nothing is to be pressed.
      await expect(createButton(page)).toHaveCount(0);
      await expect(qr(page)).toHaveAccessibleName(new RegExp(`${340 + at},00`));
      const { body } = await shop.owner.get<{ count: number }>('invoices/');
      expect(body.count).toBe(at + 1);
      const made = await shop.readInvoice(at + 1);
      expect(shop.bank.invoice(made.invoice_id)?.status).toBe('created');
      await page.keyboard.press('F2');
      await expect(display(page)).toHaveValue('');
    });

  await test.step('a refusal of the bank is shown in its own words, and the form is kept', async () => {
    shop.bank.fault({ kind: 'too-many-requests', path: 'invoice/create' });
    await display(page).fill('340');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText(t('charge:refused.title'));
    await expect(display(page)).toHaveValue('340');
  });
});

test('a reload before the answer: the next customer is served, and the end comes as a toast', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, signIn);
  shop.bank.fault({ kind: 'delay', path: 'invoice/create', ms: 1000 });
  await display(page).fill('340');
  await page.keyboard.press('Enter');
  await expect(createButton(page)).toHaveAttribute('data-busy', 'true');
  // Until the next customer is served there is no answer.
  const creations = /\/invoices\/$/;
  await page.route(creations, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Другого QR не буде');
  await expect(page.getByRole('button', { name: t('charge:doubt.next') })).toBeVisible();
  await page.keyboard.press('F2');
  const strip = page.getByRole('list', { name: t('charge:open.label') });
  await expect(strip).toContainText('340,00');
  // Something else is typed meanwhile: the answer must not be applied to it.
  await display(page).fill('50');
  await page.unroute(creations);
  await expect(page.getByText(t('charge:doubt.made', { amount: '340,00 ₴' }))).toBeVisible({
    timeout: 60_000,
  });
  await expect(display(page)).toHaveValue('50');
  expect(onlyInvoice(shop).amount).toBe(34_000);
  await strip.getByRole('link').click();
  await expect(qr(page)).toHaveAccessibleName(/340,00/);
});
