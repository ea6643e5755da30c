import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import { formatAmount } from '../../shared/money.ts';
import { expectAccessible } from './helpers/axe.ts';
import { hear } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { en, t } from './helpers/texts.ts';

/** Which fiscal receipts the tax office has of the payments. */

const MINUTE_MS = 60_000;

test('fiscal receipts: a pending one is an alert of the day, and each invoice shows its own', async ({
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
  // The first check learns that the terminal issues fiscal receipts, the second requests the others.
  for (let look = 0; look < 2; look += 1) await shop.owner.post('jobs/fiscal-checks/run/');

  await signIn();
  const worries = page.getByRole('region', { name: t('today:attention.title') });
  await expect(worries).toContainText('Оплат і повернень без фіскального чека: 2 на 1 240,00 ₴');
  await worries.getByRole('button', { name: t('common:words.show') }).click();
  const gaps = page.getByRole('dialog', { name: t('today:gaps.title') });
  await expect(gaps.getByRole('link')).toHaveCount(2);
  await expect(gaps.getByRole('link').first()).toContainText(t('today:gaps.sale.failed'));
  await expectAccessible(page);
  const requestCount = () => shop.bank.requests.filter(({ path }) => path.includes('fiscal-checks')).length;
  const before = requestCount();
  await gaps.getByRole('link', { name: /340,00/ }).click();

  const details = page.getByRole('complementary', { name: t('invoices:details.label') });
  await expect(details.getByRole('heading', { name: t('invoices:fiscal.title') })).toBeVisible();
  // Nothing was requested yet.
  expect(requestCount()).toBe(before);
  shop.bank.fault({ kind: 'unavailable', path: 'invoice/fiscal-checks' });
  await details.getByRole('button', { name: t('invoices:fiscal.ask') }).click();
  await expect(details.getByText(/^Банк не відповів .*Нічого не втрачено/)).toBeVisible();
  await details.getByRole('button', { name: t('invoices:fiscal.again') }).click();
  await expect(details.getByText(t('invoices:fiscal.status.failed'))).toBeVisible();
  await expect(details.getByText('Зміну на касі не відкрито')).toBeVisible();
  shop.bank.setFiscalMode('done');
  await details.getByRole('button', { name: t('invoices:fiscal.again') }).click();
  await expect(details.getByText(t('invoices:fiscal.status.done'))).toBeVisible();
  await expectAccessible(page);
  await expect(details.getByRole('link', { name: t('invoices:fiscal.taxOffice') })).toHaveAttribute(
    'href',
    /^https:\/\/cabinet\.tax\.gov\.ua\//,
  );
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    details.getByRole('button', { name: en('invoices:fiscal.save') }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^fiscal-check-\d+\.pdf$/);
  expect(context.pages()).toHaveLength(1);

  // A merchant without a fiscal register: one quiet line, once the bank was queried.
  await page.goto(new URL(`/invoices/${paid.id}`, shop.baseUrl).href);
  await details.getByRole('button', { name: t('invoices:fiscal.ask') }).click();
  await expect(details.getByText(t('invoices:fiscal.none'))).toBeVisible();

  // The receipt that came is no alert any more.
  await page.keyboard.press('Alt+1');
  await expect(worries).toContainText('Оплат і повернень без фіскального чека: 1 на 900,00 ₴');
});

test('the day counts payments without a fiscal receipt, on the screen and on its papers', async ({
  page,
  shop,
  signIn,
}) => {
  const { token = '' } = shop.bank.merchants.find(({ prro }) => prro) ?? {};
  const { id: terminal } = await addTerminal(shop.console, { name: 'Аптека', token });
  for (const amount of [34_000, 90_000]) shop.bank.payOutsideKramar(token, { amount });
  await shop.owner.post(`terminals/${terminal}/sync_invoices/`);
  shop.bank.setFiscalMode('failed');
  await shop.owner.send('PATCH', `terminals/${terminal}/fiscal/`, { body: { issues_receipts: 'yes' } });
  const { body } = await shop.owner.get<InvoicePage>('invoices/');
  await shop.owner.get(`invoices/${body.results[0]?.id}/fiscal-checks/`);
  const [asked, other] = body.results;

  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = 'yes';
    };
  });
  await signIn('owner', '/reports/day');
  const what = t('reports:fiscal.sales');
  const expected = [
    [what, `${formatAmount(124_000)} (2)`],
    [t('reports:fiscal.done', { what }), `${formatAmount(0)} (0)`],
    [t('reports:fiscal.missing', { what }), `${formatAmount(asked?.amount ?? 0)} (1)`],
    [t('reports:fiscal.unknown', { what }), `${formatAmount(other?.amount ?? 0)} (1)`],
  ].map((line) => line.join(''));
  const panel = page.getByRole('region', { name: t('reports:fiscal.title') });
  for (const line of expected) await expect(panel).toContainText(line);
  await expect(panel).toContainText(t('reports:fiscal.toDo'));

  for (const paper of ['a4', 'roll'] as const) {
    await page.getByRole('button', { name: t('common:print') }).click();
    await page.getByRole('menuitem', { name: t(`reports:print.paper-${paper}`) }).click();
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
    const sheet = page.locator(`[data-print-sheet="${paper}"]`);
    await expect(sheet).toContainText(t('reports:fiscal.title'));
    for (const line of expected) await expect(sheet).toContainText(line);
    await page.evaluate(() => {
      delete document.body.dataset.printed;
      dispatchEvent(new Event('afterprint'));
    });
    await expect(sheet).toHaveCount(0);
  }
});
