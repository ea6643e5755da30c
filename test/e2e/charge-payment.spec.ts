import { charge, hear, onlyInvoice, open, openMore, outcome, qr } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

/** From the QR to paid, or not. */

test('the customer pays on a page of their own, and the screen changes by itself, after a reload too', async ({
  page,
  shop,
  signIn,
  context,
}) => {
  await open(page, signIn);
  await charge(page, '340');
  await page.reload();
  await expect(qr(page)).toBeVisible();
  await openMore(page);
  const [paying] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: t('charge:waiting.open') }).click(),
  ]);
  await paying.getByText('Відхилити оплату').click();
  await paying.getByRole('button', { name: 'Відхилити', exact: true }).click();
  await expect(paying.getByRole('heading', { level: 2 })).toBeVisible();
  await hear(shop);
  await expect(outcome(page).getByRole('heading', { name: t('charge:failed.title') })).toBeVisible();
  await expect(outcome(page).getByText('На картці не вистачає грошей.')).toBeVisible();
  await outcome(page)
    .getByRole('button', { name: t('charge:failed.again') })
    .click();
  await expect(qr(page)).toBeVisible();
  await expect(page.getByText(/Попередня спроба не вдалася/)).toBeVisible();

  await paying.goto(`${shop.bank.url}/pay/${onlyInvoice(shop).invoiceId}?again`);
  await paying.getByRole('button', { name: 'Взяти навчальну картку' }).click();
  await paying.getByRole('button', { name: /Сплатити/ }).click();
  await expect(paying.getByRole('heading', { level: 2 })).toBeVisible();
  await hear(shop);
  await expect(outcome(page).getByRole('heading', { name: t('common:words.paid') })).toBeVisible();
  const paid = await shop.readInvoice(1);
  await expect(outcome(page).getByText(`•••• ${paid.masked_pan.slice(-4)}`)).toBeVisible();
  await expect(outcome(page).getByText(paid.rrn)).toBeVisible();
  await expect(outcome(page).getByRole('link', { name: t('charge:paid.receipt') })).toHaveAttribute(
    'href',
    '/invoices/1',
  );
});

test('the service restarts in the middle: the screen changes to paid when it is back', async ({
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
  await expect(outcome(page).getByRole('heading', { name: t('common:words.paid') })).toBeVisible({
    timeout: 20_000,
  });
});
