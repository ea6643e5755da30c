import type { Page } from '@playwright/test';
import { build } from '../../main/store/db/connection.ts';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Page as ListPage } from '../../shared/api/pages.ts';
import type { Terminal } from '../../shared/api/terminals.ts';
import type { Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';

const stored = async (shop: Shop) => (await shop.owner.get<Terminal>(`terminals/${shop.terminal.id}/`)).body;
const syncRegisters = (shop: Shop) => shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
const forgetToken = (shop: Shop) =>
  shop.console.db.run(
    build.updateTable('terminals').set({ sealed_token: null }).where('id', '=', shop.terminal.id),
  );

const card = (page: Page, name = 'Каса') => page.getByRole('region', { name, exact: true });
const openTerminals = async (page: Page) => {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Термінали/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Термінали');
};

test('a card tells whose terminal it is, and brings its registers from the bank', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn();
  await openTerminals(page);
  const { merchantName, merchantId, edrpou } = shop.merchant;
  for (const fact of [merchantName, merchantId, edrpou, 'введено', 'ще не отримували'])
    await expect(card(page)).toContainText(fact);
  await expect(card(page)).toContainText('Кас ще немає.');

  await card(page).getByRole('button', { name: 'Оновити каси' }).click();
  await expect(page.getByText(`${merchantName}: 4 каси.`)).toBeVisible();
  await expect(card(page).getByRole('row')).toHaveCount(5);
  const { body } = await shop.owner.get<ListPage<CashRegister>>('cash-registers/');
  for (const { name } of body.results)
    await expect(card(page).getByRole('rowheader', { name })).toBeVisible();
});

test('a statement is brought while one walks elsewhere, once however often it is pressed', async ({
  page,
  shop,
  signIn,
}) => {
  shop.bank.payOutsideKramar(shop.merchant.token, { amount: 7000 });
  shop.bank.payOutsideKramar(shop.merchant.token, { amount: 8000 });
  await signIn();
  await openTerminals(page);
  shop.bank.clearRequests();
  shop.bank.fault({ kind: 'delay', path: 'statement*', ms: 1500 });
  const button = card(page).getByRole('button', { name: 'Оновити виписку' });
  await button.dblclick();
  await expect(button).toBeDisabled();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Сьогодні/ })
    .click();
  await expect(page.getByText('Знайдено 2, нових 2, змінено 0.')).toBeVisible();
  expect(shop.bank.requests.filter(({ path }) => path.includes('statement')).length).toBe(1);
  await openTerminals(page);
  await expect(card(page)).toContainText(/Випискає до \d\d:\d\d/);
});

test('while the bank is down a sync says so, and can be tried again', async ({ page, shop, signIn }) => {
  await signIn();
  await openTerminals(page);
  shop.bank.fault({ kind: 'reset', times: 1 });
  await card(page).getByRole('button', { name: 'Оновити каси' }).click();
  await expect(page.getByText(/Банк не відповів \(UNREACHABLE\)\. Нічого не втрачено/)).toBeVisible();
  const again = card(page).getByRole('button', { name: 'Оновити каси' });
  await expect(again).toBeEnabled();
  await expect(async () => {
    await again.click();
    await expect(page.getByText('4 каси.')).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test('a terminal is renamed in place, by keyboard alone', async ({ page, shop, signIn }) => {
  await signIn();
  await openTerminals(page);
  await card(page).getByRole('button', { name: 'Перейменувати «Каса»' }).focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'Назва термінала' });
  await expect(field).toBeFocused();
  await field.fill('   ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Введіть назву.')).toBeVisible();
  await expectAccessible(page);
  await field.fill('Каса біля входу');
  await page.keyboard.press('Enter');
  await expect(card(page, 'Каса біля входу')).toBeVisible();
  expect(await stored(shop)).toMatchObject({ name: 'Каса біля входу' });
  await page.getByRole('button', { name: 'Перейменувати' }).click();
  await field.fill('Інша');
  await page.keyboard.press('Escape');
  await expect(card(page, 'Каса біля входу')).toBeVisible();
  expect(await stored(shop)).toMatchObject({ name: 'Каса біля входу' });
});

test('a new name outlives a service that is away', async ({ page, shop, signIn }) => {
  await signIn();
  await openTerminals(page);
  await page.getByRole('button', { name: 'Перейменувати «Каса»' }).click();
  const field = page.getByRole('textbox', { name: 'Назва термінала' });
  await field.fill('Кіоск');
  await page.route('**/api/v1/terminals/*/', (route) => route.abort());
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await expect(page.getByText(/Програма Kramar не відповідає/).first()).toBeVisible();
  await expect(field).toHaveValue('Кіоск');
  await page.unroute('**/api/v1/terminals/*/');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await expect(card(page, 'Кіоск')).toBeVisible();
  expect(await stored(shop)).toMatchObject({ name: 'Кіоск' });
});

test('switching off is asked about, switching on is not', async ({ page, shop, signIn }) => {
  await signIn();
  await openTerminals(page);
  const active = page.getByRole('switch', { name: 'Приймає оплати' });
  await active.click();
  const dialog = page.getByRole('dialog', { name: 'Вимкнути «Каса»?' });
  await dialog.getByRole('button', { name: 'Лишити ввімкненим' }).click();
  await expect(dialog).toBeHidden();
  expect(await stored(shop)).toMatchObject({ is_active: true });
  await active.click();
  await dialog.getByRole('button', { name: 'Вимкнути «Каса»' }).click();
  await expect(active).not.toBeChecked();
  expect(await stored(shop)).toMatchObject({ is_active: false });
  await expect(card(page).getByText('Вимкнено', { exact: true })).toBeVisible();
  await active.click();
  await expect(active).toBeChecked();
  await page.getByRole('switch', { name: 'Показувати оплати повз Kramar' }).click();
  await expect(page.getByRole('switch', { name: 'Показувати оплати повз Kramar' })).not.toBeChecked();
  expect(await stored(shop)).toMatchObject({ is_active: true, show_payments: false });
});

test('a deletion is refused while invoices are open, and then not', async ({ page, shop, signIn }) => {
  const invoice = await shop.createInvoice();
  await signIn();
  await openTerminals(page);
  await card(page).getByRole('button', { name: 'Дії з терміналом «Каса»' }).click();
  await page.getByRole('menuitem', { name: 'Видалити термінал…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Видалити термінал «Каса»?' });
  const remove = dialog.getByRole('button', { name: 'Видалити «Каса»' });
  await remove.click();
  await expect(dialog.getByRole('alert')).toContainText('термінал має відкриті рахунки');
  await expect(dialog.getByRole('link', { name: 'Показати відкриті рахунки' })).toHaveAttribute(
    'href',
    new RegExp(`^/invoices\\?(status=created&)?terminal=${shop.terminal.id}`),
  );
  await expectAccessible(page);
  await shop.owner.post(`invoices/${invoice.id}/cancel/`);
  await remove.click();
  await expect(page.getByText('Термінал «Каса» видалено.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Терміналів ще немає' })).toBeVisible();
  await expect(page.getByText('npm run admin -- terminal add --name Каса')).toBeVisible();
  expect((await shop.owner.get(`terminals/${shop.terminal.id}/`)).status).toBe(404);
  expect((await shop.readInvoice(invoice.id)).terminal_name).toBe('Каса');
  await expectAccessible(page);
});

test('without its token: what works still, and what to do', async ({ page, shop, signIn }) => {
  await syncRegisters(shop);
  forgetToken(shop);
  await shop.employee('taras', ['can_manage_terminals']);
  await signIn('taras');
  await openTerminals(page);
  await expect(card(page)).toContainText('Скажіть власнику: токен вводить він.');
  await expect(card(page).getByRole('button', { name: 'Оновити каси' })).toBeDisabled();
  await expect(card(page).getByRole('row')).toHaveCount(5);
  await expectAccessible(page);
});

test('who may not manage terminals reads them, and is offered nothing', async ({ page, shop, signIn }) => {
  await syncRegisters(shop);
  await shop.employee('iryna');
  await signIn('iryna');
  await openTerminals(page);
  await expect(card(page)).toContainText('Приймає оплати');
  await expect(card(page).getByRole('switch')).toHaveCount(0);
  for (const name of [/Оновити/, /Перейменувати/, /Дії/])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(card(page).getByRole('button', { name: 'Показати QR каси ZRN1' })).toBeVisible();
  await expect(card(page)).not.toContainText('Наступне оновлення');
  await expectAccessible(page);
});

test('a register’s code is shown, and printed as a stand', async ({ page, shop, signIn }) => {
  await syncRegisters(shop);
  await signIn();
  await openTerminals(page);
  await page.getByRole('button', { name: 'Показати QR каси ZRN1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Каса ZRN1' });
  await expect(dialog.getByRole('img', { name: 'QR-код каси ZRN1' })).toBeVisible();
  const [register] = shop.merchant.registers;
  await expect(dialog).toContainText(register?.pageUrl ?? '');
  await expectAccessible(page);
  const ask = page.getByText('Скануйте, щоб оплатити');
  await expect(ask).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(ask).toBeVisible();
  await expect(page.getByText(shop.merchant.merchantName).last()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 2, name: 'Каса' })).toBeVisible();
});

test('what cannot be read says so; what was read stays when the service goes', async ({
  page,
  shop,
  signIn,
}) => {
  await syncRegisters(shop);
  await page.route('**/api/v1/terminals/?*', (route) => route.abort());
  await signIn();
  await openTerminals(page);
  await expect(page.getByRole('alert')).toContainText('Програма Kramar не відповідає');
  await page.unroute('**/api/v1/terminals/?*');
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
  await expect(card(page).getByRole('row')).toHaveCount(5);
  await page.context().setOffline(true);
  await card(page).getByRole('button', { name: 'Оновити каси' }).click();
  await expect(page.getByText(/Програма Kramar не відповідає/).first()).toBeVisible();
  await expect(card(page).getByRole('row')).toHaveCount(5);
  await page.context().setOffline(false);
  await shop.restart();
  await expect(page.getByText('Зв’язок є')).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const)
  test.describe(scheme, () => {
    test.use({ scheme });
    test('axe finds nothing, in the cards and what opens from them', async ({ page, shop, signIn }) => {
      await syncRegisters(shop);
      await signIn();
      await openTerminals(page);
      await expect(card(page).getByRole('row')).toHaveCount(5);
      await expectAccessible(page, scheme);
      await page.getByRole('switch', { name: 'Приймає оплати' }).click();
      await expect(page.getByRole('dialog', { name: /Вимкнути/ })).toBeVisible();
      await expectAccessible(page, scheme);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Показати QR каси ZRN2' }).click();
      await expect(page.getByRole('img', { name: 'QR-код каси ZRN2' })).toBeVisible();
      await expectAccessible(page, scheme);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Дії з терміналом «Каса»' }).click();
      await page.getByRole('menuitem', { name: 'Видалити термінал…' }).click();
      await expect(page.getByRole('dialog', { name: /Видалити/ })).toBeVisible();
      await expectAccessible(page, scheme);
    });
  });
