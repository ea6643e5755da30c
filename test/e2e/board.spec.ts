import type { Page } from '@playwright/test';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { build } from '../../main/store/db/connection.ts';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Page as ListPage } from '../../shared/api/pages.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, fillSignIn, test } from './helpers/fixtures.ts';
import { places } from './helpers/live.ts';
import { en, pattern, t } from './helpers/texts.ts';

/** The registers of the first practice merchant, by their short ids. */
const withRegisters = async (shop: Shop): Promise<(short: string) => CashRegister> => {
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  const { body } = await shop.owner.get<ListPage<CashRegister>>('cash-registers/');
  shop.bank.clearRequests();
  return (short) => {
    const found = body.results.find(({ short_qr_id }) => short_qr_id === short);
    if (!found) throw new Error(`There is no register ${short}.`);
    return found;
  };
};

const tile = (page: Page, name: string) => page.getByRole('article', { name });
const openBoard = async (page: Page, shop: Shop) => {
  await page.goto(new URL('/terminals/board', shop.baseUrl).href);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const requestCount = (shop: Shop, path: string) =>
  shop.bank.requests.filter((request) => request.path.endsWith(path)).length;

test('each register shows its invoice and who created it, and changes appear by themselves', async ({
  page,
  shop,
  signIn,
}) => {
  const register = await withRegisters(shop);
  const first = register('ZRN1');
  const invoice = await shop.createInvoice({ amount: 34_000, cash_register: first.id, reference: 'Стіл 7' });
  shop.bank.clearRequests();
  await signIn('owner', '/settings/bank');
  await page.getByRole('link', { name: t('common:words.standsNow') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('common:words.standsNow'));

  await expect(tile(page, first.name)).toContainText('340,00 ₴');
  for (const text of [
    t('common:words.saleNumber', { number: invoice.number_display }),
    'Стіл 7',
    'owner',
    t('board:left'),
    /Станом на \d\d:\d\d/,
  ])
    await expect(tile(page, first.name)).toContainText(text);
  await expect(tile(page, register('ZRN2').name)).toContainText(t('board:free'));
  await expect(tile(page, register('ZRNT').name)).toContainText(t('board:kind.client'));
  await expect(tile(page, register('ZRNF').name)).toContainText(t('board:kind.fix'));
  // Each was requested once, and looking again requests nothing more.
  expect(requestCount(shop, 'qr/details')).toBe(4);
  await expectAccessible(page);

  shop.bank.clearRequests();
  const second = register('ZRN2');
  await shop.createInvoice({ amount: 9_900, cash_register: second.id });
  await expect(tile(page, second.name)).toContainText('99,00 ₴');
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: t('board:announced.amount', { name: second.name, amount: '99,00 ₴' }) }),
  ).toBeAttached();
  shop.bank.pay(invoice.invoice_id);
  await shop.owner.post(`invoices/${invoice.id}/refresh/`);
  await expect(tile(page, first.name)).toContainText(t('board:free'));
  // Only these two were requested again.
  const ids = shop.bank.requests.filter(({ path }) => path.endsWith('qr/details'));
  expect(ids.length).toBeLessThanOrEqual(4);

  await tile(page, first.name)
    .getByRole('button', { name: /^Показати QR/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('button', { name: t('terminals:qr.print') })).toBeVisible();
  await page.keyboard.press('Escape');
  await tile(page, second.name)
    .getByRole('link', { name: pattern('common:words.saleNumber') })
    .click();
  await expect(page).toHaveURL(/\/invoices\/\d+/);
});

test('an amount is released by name and sum, and never another one or one that is being paid', async ({
  page,
  shop,
  signIn,
}) => {
  const register = await withRegisters(shop);
  const first = register('ZRN1');
  const one = await shop.createInvoice({ amount: 34_000, cash_register: first.id });
  await signIn('owner', '/terminals/board');
  const openDialog = () =>
    tile(page, first.name)
      .getByRole('button', { name: /^Звільнити/ })
      .click();
  const dialog = page.getByRole('dialog', {
    name: t('board:release.title', { amount: '340,00 ₴', name: 'ZRN1' }),
  });
  const confirm = dialog.getByRole('button', {
    name: t('board:release.confirm', { amount: '340,00 ₴', name: 'ZRN1' }),
  });

  await openDialog();
  await expect(dialog).toContainText(`QR продажу № ${one.number_display} не скасовується`);
  await expectAccessible(page);
  // Cancel has the focus first: Enter leaves the amount on.
  await expect(dialog.getByRole('button', { name: t('board:release.keep') })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(requestCount(shop, 'qr/reset-amount')).toBe(0);

  shop.bank.processing(one.invoice_id);
  await openDialog();
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText('За цим QR-кодом саме зараз платять.');
  await dialog.getByRole('button', { name: t('board:release.keep') }).click();
  shop.bank.decline(one.invoice_id);
  await shop.owner.post(`invoices/${one.id}/refresh/`);

  // Another amount comes onto it while the dialog is open: it stays untouched.
  await openDialog();
  const two = await shop.createInvoice({ amount: 50_000, cash_register: first.id });
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText('Продаж на табличці вже інший.');
  await expect(confirm).toBeHidden();
  await dialog
    .getByRole('button', { name: t('common:close'), exact: true })
    .last()
    .click();
  await expect(tile(page, first.name)).toContainText('500,00 ₴');

  await openDialog();
  await page
    .getByRole('button', { name: t('board:release.confirm', { amount: '500,00 ₴', name: 'ZRN1' }) })
    .dblclick();
  await expect(tile(page, first.name)).toContainText(t('board:free'));
  expect((await shop.readInvoice(two.id)).status).toBe('created');
});

test.describe('in English, dark', () => {
  test.use({ language: 'en', scheme: 'dark' });

  test('a register that cannot be read hides no other, and each offers what can be done', async ({
    page,
    shop,
  }) => {
    const register = await withRegisters(shop);
    const [, books] = shop.bank.merchants;
    if (!books) throw new Error('There is one merchant only.');
    const other = await addTerminal(shop.console, { name: 'Книгарня', token: books.token });
    await shop.owner.post(`terminals/${other.id}/sync_registers/`);
    shop.console.db.run(
      build.updateTable('terminals').set({ sealed_token: null }).where('id', '=', other.id),
    );
    await shop.createInvoice({ amount: 34_000, cash_register: register('ZRN1').id });
    await shop.employee('viewer', ['can_view_invoices']);
    await fillSignIn(page, 'en', 'viewer');
    await expect(places(page)).toBeVisible();
    shop.bank.clearRequests();
    shop.bank.fault({ kind: 'reset', path: 'qr/details', times: 1 });
    await openBoard(page, shop);

    await expect(page.getByText('The bank did not respond')).toHaveCount(1);
    await expect(page.getByRole('region', { name: 'Книгарня' })).toContainText(en('board:unknown'));
    await expect(tile(page, register('ZRNT').name)).toContainText(en('board:kind.client'));
    expect(requestCount(shop, 'qr/details')).toBe(4);
    await expectAccessible(page);
    await page.getByRole('button', { name: en('common:list.tryAgain') }).click();
    await expect(page.getByText('The bank did not respond')).toHaveCount(0);
    await expect(tile(page, register('ZRN1').name)).toContainText('340,00 ₴');
    // A user who may not cancel releases nothing.
    await expect(page.getByRole('button', { name: /off register/ })).toHaveCount(0);

    await shop.employee('cashier', ['can_create_invoices']);
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('button', { name: en('common:account.signOut') }).click();
    await page.getByLabel(en('common:signIn.username')).fill('cashier');
    await page.getByRole('textbox', { name: en('common:signIn.password') }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(places(page)).toBeVisible();
    await openBoard(page, shop);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('access');
  });
});
