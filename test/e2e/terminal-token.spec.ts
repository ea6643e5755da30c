import type { Page } from '@playwright/test';
import { build } from '../../main/store/db/connection.ts';
import type { Page as ListPage } from '../../shared/api/pages.ts';
import type { Terminal } from '../../shared/api/terminals.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
import { expect, fillSignIn, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

test.use({ isDesktop: true });

const tokenField = (page: Page) => page.getByRole('textbox', { name: t('terminals:facts.token') });
const dialog = (page: Page) => page.getByRole('dialog');
const openTerminals = (page: Page, shop: Shop, query = '') =>
  page.goto(new URL(`/terminals${query}`, shop.baseUrl).href);
const tokenOf = (shop: Shop, at: number): string => shop.bank.merchants[at]?.token ?? '';
const terminals = async (shop: Shop) => (await shop.owner.get<ListPage<Terminal>>('terminals/')).body.results;
const forgetToken = (shop: Shop) =>
  shop.console.db.run(
    build.updateTable('terminals').set({ sealed_token: null }).where('id', '=', shop.terminal.id),
  );
const closed = async (page: Page) => expect(dialog(page)).toHaveCount(0);

test('a terminal is added, from the section that has none, and sells at once', async ({ page, shop }) => {
  await shop.owner.send('DELETE', `terminals/${shop.terminal.id}/`);
  // Skipped in the first run: an owner without a terminal is led there.
  await fillSignIn(page, 'uk', 'owner');
  await page.getByRole('button', { name: t('first-run:bank.later') }).click();
  await page.getByRole('button', { name: t('common:words.done'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t('common:places.today'));
  await page.keyboard.press('F2');
  await page.getByRole('link', { name: t('terminals:give.open') }).click();
  await expect(dialog(page)).toBeVisible();
  await tokenField(page).fill(tokenOf(shop, 1));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Книгарня «Сторінка»')).toBeVisible();
  expect(await terminals(shop)).toEqual([]);
  await page.getByLabel(t('terminals:give.name')).fill('Прилавок');
  await page.getByRole('button', { name: t('terminals:give.add') }).dblclick();
  await expect(page.getByText('Точку «Прилавок» додано. Книгарня «Сторінка»: 2 таблички.')).toBeVisible();
  await closed(page);
  expect(await terminals(shop)).toMatchObject([{ name: 'Прилавок', merchant_id: 'prKnyharnia' }]);
  await expect(page.getByRole('region', { name: 'Прилавок' }).getByRole('row')).toHaveCount(3);
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: t('common:words.amountUah') }).fill('12');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /QR-код/ })).toBeVisible();
});

test('a terminal without its token gets it: from its card, from Today, from the charge screen', async ({
  page,
  shop,
  signIn,
}) => {
  forgetToken(shop);
  await signIn();
  const enter = page.getByRole('link', { name: t('terminals:give.enter') });
  await enter.click();
  await expect(dialog(page)).toContainText('Каса');
  await page.keyboard.press('Escape');
  await closed(page);
  await page.keyboard.press('F2');
  await enter.click();
  await expect(tokenField(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await closed(page);
  await expect(page.getByText(t('terminals:token.missingTitle'))).toBeVisible();
  await expectAccessible(page);
  await enter.click();
  await tokenField(page).fill(tokenOf(shop, 0));
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('terminals:give.changed', { name: 'Каса' }))).toBeVisible();
  await expect(page.getByText(t('terminals:token.missingTitle'))).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('terminals:sync.registers') })).toBeEnabled();
  await shop.createInvoice();
});

test('a wrong token, a silent bank, a restart and a session that ends lose nothing that was typed', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn('owner', `/terminals?token=${shop.terminal.id}`);
  await tokenField(page).fill('practice-nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('terminals:give.unknownToken'))).toBeVisible();
  shop.bank.fault({ kind: 'reset', path: 'details' });
  await tokenField(page).fill(tokenOf(shop, 0));
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('terminals:give.noAnswer', { code: 'UNREACHABLE' }))).toBeVisible();
  await shop.restart();
  await page.keyboard.press('Alt+l');
  await page.getByRole('textbox', { name: t('common:signIn.password') }).fill(PASSWORD);
  await page.getByRole('button', { name: t('common:signIn.unlock') }).click();
  await expect(tokenField(page)).toHaveValue(tokenOf(shop, 0));
  await dialog(page)
    .getByRole('button', { name: t('common:words.checkAndSave') })
    .click();
  await expect(page.getByText(t('terminals:give.changed', { name: 'Каса' }))).toBeVisible();

  await test.step('another merchant’s token is refused with both names, and may have a terminal of its own', async () => {
    await page.getByRole('button', { name: t('terminals:menu', { name: 'Каса' }) }).click();
    await page.getByRole('menuitem', { name: t('terminals:give.changeOpen') }).click();
    await tokenField(page).fill(tokenOf(shop, 1));
    await page.keyboard.press('Enter');
    const warning = dialog(page).getByRole('alert');
    await expect(warning).toContainText('Книгарня «Сторінка» (prKnyharnia)');
    await expect(warning).toContainText('Кав’ярня «Зерно» (prKavarnia)');
    await expectAccessible(page);
    // The old token stays valid.
    await shop.createInvoice();
    await warning.getByRole('button', { name: t('terminals:give.addInstead') }).click();
    await expect(page.getByRole('dialog', { name: t('terminals:give.addTitle') })).toBeVisible();
    await expect(tokenField(page)).toHaveValue('');
  });
});

test('a second terminal of the same merchant is allowed, and reported; axe finds nothing in the dialogs', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn('owner', '/terminals?add=true');
  await expect(tokenField(page)).toBeFocused();
  await expectAccessibleInBoth(page);
  await tokenField(page).fill(tokenOf(shop, 0));
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('terminals:give.same', { name: 'Каса' }))).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('Enter');
  await closed(page);
  expect(await terminals(shop)).toHaveLength(2);
  await openTerminals(page, shop, `?token=${shop.terminal.id}`);
  await expect(tokenField(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('terminals:give.problem.blank'))).toBeVisible();
  await expectAccessibleInBoth(page);

  await test.step('the token goes with the dialog, and is in the page only while its button shows it', async () => {
    await openTerminals(page, shop, '?add=true');
    await tokenField(page).fill(tokenOf(shop, 1));
    await expect(tokenField(page)).toHaveAttribute('type', 'password');
    expect(await page.content()).not.toContain(tokenOf(shop, 1));
    await page.getByRole('button', { name: t('terminals:give.show') }).press('Enter');
    await expect(tokenField(page)).toHaveAttribute('type', 'text');
    await page.keyboard.press('Escape');
    await closed(page);
    await expect(page).toHaveURL(/\/settings\/bank$/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('додати термінал');
    await page.getByRole('option', { name: t('search:title.addBank') }).click();
    await expect(tokenField(page)).toBeFocused();
    await expect(tokenField(page)).toHaveValue('');
    await expect(tokenField(page)).toHaveAttribute('type', 'password');
  });
});
