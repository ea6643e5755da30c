import { addTerminal } from '../../main/domain/terminals/terminals.ts';
import { expectAccessible } from './helpers/axe.ts';
import { charge, hear, onlyInvoice, open, outcome, qr } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';

/** Why a payment failed, told at the counter; and what the tax office was told of those that did not. */

const MINUTE_MS = 60_000;

test('a declined payment is explained with what to do, in the screen’s language, the bank’s words under it', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, signIn);
  await charge(page, '340');
  shop.bank.decline(onlyInvoice(shop).invoiceId, '41');
  await hear(shop);
  await expect(outcome(page).getByText('Банк позначив картку як втрачену.')).toBeVisible();
  await expect(outcome(page).getByText(/Запропонуйте іншу картку або готівку/)).toBeVisible();
  await expect(outcome(page).getByText('Покупець може спробувати іншу картку')).toBeVisible();
  await expect(outcome(page).getByText(/^Слова банку: «Карта втрачена.*код 41/)).toBeVisible();
  await expectAccessible(page);

  // Another failure of the same invoice: the first one's words are not to stand under the second.
  await outcome(page).getByRole('button', { name: 'Спробувати ще раз' }).click();
  await expect(qr(page)).toBeVisible();
  await expect(page.getByText(/Банк позначив картку як втрачену/)).toBeVisible();
  shop.bank.decline(onlyInvoice(shop).invoiceId, '80');
  await hear(shop);
  await expect(outcome(page).getByText(/CVV/).first()).toBeVisible();
  await expect(outcome(page).getByText(/втрачен/)).toHaveCount(0);

  // In the details, in the other language; a service that explains nothing keeps nobody waiting.
  await page.evaluate(() =>
    localStorage.setItem('kramar.preferences', JSON.stringify({ language: 'en', sound: false })),
  );
  await page.goto(new URL('/invoices/1', shop.baseUrl).href);
  const details = page.getByRole('complementary', { name: 'About the invoice' });
  await expect(details.getByText(/The bank’s words: “Неправильний CVV код.*code 80/)).toBeVisible();
  await page.route('**/failure/', (route) => route.abort());
  await page.reload();
  // The history below tells of it too.
  await expect(details.getByText(/^Reason: Неправильний CVV код/)).toBeVisible();
  await expect(details.getByText(/The bank’s words/)).toHaveCount(0);
});

test('fiscal checks: what waits for one is a worry of the day, and each invoice tells of its own', async ({
  page,
  shop,
  signIn,
  context,
}) => {
  const fiscal = shop.bank.merchants.find(({ prro }) => prro);
  const { id: terminal } = await addTerminal(shop.console, { name: 'Аптека', token: fiscal?.token ?? '' });
  for (const [at, amount] of [34_000, 90_000].entries())
    shop.bank.payOutsideKramar(fiscal?.token ?? '', { amount, date: Date.now() - (20 + at) * MINUTE_MS });
  await shop.owner.post(`terminals/${terminal}/sync_invoices/`);
  const paid = await shop.createInvoice({ amount: 500 });
  shop.bank.pay(paid.invoice_id);
  await hear(shop);
  shop.bank.setFiscalMode('failed');
  // The first look learns that the terminal fiscalises, the second asks about the rest.
  for (let look = 0; look < 2; look += 1) await shop.owner.post('jobs/fiscal-checks/run/');

  await signIn();
  const worries = page.getByRole('region', { name: 'Потребує уваги' });
  await expect(worries).toContainText('Оплачено без фіскального чека: 2 на 1 240,00 ₴');
  await worries.getByRole('button', { name: 'Показати' }).click();
  const gaps = page.getByRole('dialog', { name: 'Оплачено без фіскального чека' });
  await expect(gaps.getByRole('link')).toHaveCount(2);
  await expect(gaps.getByRole('link').first()).toContainText('не зареєстровано');
  await expectAccessible(page);
  const asked = () => shop.bank.requests.filter(({ path }) => path.includes('fiscal-checks')).length;
  const before = asked();
  await gaps.getByRole('link', { name: /340,00/ }).click();

  const details = page.getByRole('complementary', { name: 'Відомості про рахунок' });
  await expect(details.getByRole('heading', { name: 'Фіскальні чеки' })).toBeVisible();
  // Nobody has asked yet.
  expect(asked()).toBe(before);
  shop.bank.fault({ kind: 'unavailable', path: 'invoice/fiscal-checks' });
  await details.getByRole('button', { name: 'Спитати банк про чеки' }).click();
  await expect(details.getByText(/^Банк не відповів .*Нічого не втрачено/)).toBeVisible();
  await details.getByRole('button', { name: 'Спитати ще раз' }).click();
  await expect(details.getByText('чек не зареєстровано')).toBeVisible();
  await expect(details.getByText('Зміну на касі не відкрито')).toBeVisible();
  shop.bank.setFiscalMode('done');
  await details.getByRole('button', { name: 'Спитати ще раз' }).click();
  await expect(details.getByText('чек зареєстровано')).toBeVisible();
  await expectAccessible(page);
  await expect(details.getByRole('link', { name: 'На сайті податкової' })).toHaveAttribute(
    'href',
    /^https:\/\/cabinet\.tax\.gov\.ua\//,
  );
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    details.getByRole('button', { name: 'PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^fiscal-check-\d+\.pdf$/);
  expect(context.pages()).toHaveLength(1);

  // A merchant without a fiscal register: one quiet line, once it was asked about.
  await page.goto(new URL(`/invoices/${paid.id}`, shop.baseUrl).href);
  await details.getByRole('button', { name: 'Спитати банк про чеки' }).click();
  await expect(details.getByText('Банк чеків за цим рахунком не має.')).toBeVisible();

  // The check that came is no worry any more.
  await page.keyboard.press('Alt+1');
  await expect(worries).toContainText('Оплачено без фіскального чека: 1 на 900,00 ₴');
});
