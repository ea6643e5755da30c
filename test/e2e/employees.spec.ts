import { updateEmployee } from '../../main/domain/accounts/accounts.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { hire, leaving, openEmployees, openRow, panel, row, stored } from './helpers/employees.ts';
import { expect, fillSignIn, test } from './helpers/fixtures.ts';

test.use({ isDesktop: true });

test('an employee is added with a password made for them, and signs in with it', async ({
  page,
  shop,
  signIn,
  browser,
}) => {
  await openEmployees(page, signIn);
  await expect(page.getByRole('heading', { name: 'Працівників ще немає' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Додати працівника' }).first().click();
  await expect(panel(page).getByLabel('Ім’я користувача')).toBeFocused();
  await panel(page).getByLabel('Ім’я користувача').fill('olena');
  await panel(page).getByLabel('Ім’я та прізвище').fill('Олена Бондар');
  await panel(page).getByLabel('Посада').fill('Касир');
  await panel(page).getByRole('button', { name: 'Касир', exact: true }).click();
  await panel(page).getByRole('button', { name: 'Створити пароль' }).click();
  const made = await panel(page).getByLabel('Створений пароль').inputValue();
  await panel(page).getByRole('button', { name: 'Копіювати пароль' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made);
  await expectAccessible(page);
  // A double click makes one.
  await panel(page).getByRole('button', { name: 'Додати', exact: true }).dblclick();

  await expect(page.getByText('Працівника «Олена Бондар» додано.')).toBeVisible();
  await expect(panel(page).getByText('Передайте працівникові')).toBeVisible();
  await expect(panel(page).getByText(made)).toBeVisible();
  await expectAccessible(page);
  await expect(row(page, 'Олена Бондар')).toContainText('Перегляд');
  expect(await stored(shop)).toMatchObject([
    {
      username: 'olena',
      full_name: 'Олена Бондар',
      position: 'Касир',
      can_view_invoices: true,
      can_create_invoices: true,
      can_cancel_invoices: false,
    },
  ]);
  // A password that is seen nowhere else is not lost by a stray key.
  await page.keyboard.press('Escape');
  const passedOn = page.getByRole('dialog', { name: 'Пароль передано?' });
  await passedOn.getByRole('button', { name: 'Лишитися' }).click();
  await expect(passedOn).toBeHidden();
  await panel(page).getByRole('button', { name: 'Передано, сховати' }).click();
  await expect(page.getByText(made)).toBeHidden();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    made,
  );

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(new URL('/', shop.baseUrl).href);
  await theirs.getByLabel('Ім’я користувача').fill('olena');
  await theirs.getByRole('textbox', { name: 'Пароль' }).fill(made);
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByRole('navigation').getByRole('link')).toHaveText([
    /Сьогодні/,
    /Новий рахунок/,
    /Рахунки/,
    /Каталог/,
    /Термінали/,
    /Звіти/,
  ]);
  await context.close();
});

test('rights that are taken away hold at the very next request; who is switched off is signed out', async ({
  page,
  shop,
  signIn,
  browser,
}) => {
  const { id } = await hire(shop);
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(new URL('/', shop.baseUrl).href);
  await fillSignIn(theirs, 'uk', 'olena');
  await expect(theirs.getByRole('navigation').getByRole('link')).toHaveCount(6);
  const token = await shop.signIn('olena');
  const asThem = shop.stranger.as(token);

  await openEmployees(page, signIn);
  await openRow(page, 'Олена Бондар');
  await panel(page).getByRole('checkbox', { name: 'Бачити рахунки й оплати' }).uncheck();
  await expect(panel(page).getByText(/не дізнається, чи рахунок оплачено/)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Зберегти' }).click();
  await expect(page.getByText('Збережено. Права діють із наступної ж дії працівника.')).toBeVisible();
  await expect(row(page, 'Олена Бондар')).not.toContainText('Перегляд');
  expect((await asThem.get('invoices/')).status).toBe(403);
  await theirs.reload();
  await expect(theirs.getByRole('navigation').getByRole('link')).toHaveText([
    /Новий рахунок/,
    /Каталог/,
    /Термінали/,
  ]);

  const active = panel(page).getByRole('switch', { name: 'Може входити' });
  await active.click();
  const dialog = page.getByRole('dialog', { name: 'Вимкнути «Олена Бондар»?' });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(panel(page)).toBeVisible();
  expect((await stored(shop))[0]?.is_active).toBe(true);
  await active.click();
  await dialog.getByRole('button', { name: 'Вимкнути «Олена Бондар»' }).dblclick();
  await expect(active).not.toBeChecked();
  await expect(row(page, 'Олена Бондар')).toContainText('Вимкнено');
  expect((await asThem.get('account/')).status).toBe(401);
  await theirs.reload();
  await expect(theirs.getByRole('heading', { name: 'Увійдіть ще раз' })).toBeVisible();

  await active.click();
  await expect(active).toBeChecked();
  expect((await stored(shop))[0]).toMatchObject({ id, is_active: true, can_create_invoices: true });
  await context.close();
});

test('a new password ends the employee’s sessions, and is the one that holds', async ({
  page,
  shop,
  signIn,
}) => {
  await hire(shop);
  const token = await shop.signIn('olena');
  await openEmployees(page, signIn);
  await openRow(page, 'Олена Бондар');
  await panel(page).getByRole('button', { name: 'Задати новий пароль' }).click();
  await expect(panel(page).getByRole('textbox', { name: 'Новий пароль' })).toBeFocused();
  await page.keyboard.type('коротко');
  await panel(page).getByRole('button', { name: 'Зберегти' }).click();
  await expect(panel(page).getByText('Щонайменше 8 символів.').last()).toBeVisible();
  await panel(page).getByRole('textbox', { name: 'Новий пароль' }).fill('зовсім інший пароль');
  await panel(page).getByRole('textbox', { name: 'Пароль ще раз' }).fill('зовсім не той');
  await expect(panel(page).getByText('Паролі різні.')).toBeVisible();
  await expectAccessible(page);
  await panel(page).getByRole('textbox', { name: 'Пароль ще раз' }).fill('зовсім інший пароль');
  await panel(page).getByRole('textbox', { name: 'Пароль ще раз' }).press('Enter');
  await expect(page.getByText('Збережено. Працівник має увійти з новим паролем.')).toBeVisible();
  await expect(panel(page).getByRole('textbox', { name: 'Пароль ще раз' })).toBeHidden();
  expect((await shop.stranger.as(token).get('account/')).status).toBe(401);
  await expect(shop.signIn('olena')).rejects.toThrow();
  await shop.signIn('olena', 'зовсім інший пароль');
});

test('what was typed is not lost by a stray click, Escape, Back or another place', async ({
  page,
  shop,
  signIn,
}) => {
  await hire(shop);
  await hire(shop, { username: 'taras', full_name: 'Тарас Коваль' });
  await openEmployees(page, signIn);
  await openRow(page, 'Олена Бондар');
  const position = panel(page).getByLabel('Посада');
  await position.fill('Старша зміни');
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('link', { name: 'Тарас Коваль' }).click(),
    () => page.keyboard.press('Alt+2'),
    () => page.goBack(),
    () => panel(page).getByRole('button', { name: 'Закрити відомості' }).click(),
  ];
  for (const leave of ways) {
    await leave();
    await expect(leaving(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(leaving(page)).toBeHidden();
    await expect(position).toHaveValue('Старша зміни');
  }
  // Looking for somebody else meanwhile loses nothing, and neither does a narrower window.
  await page.getByRole('textbox', { name: 'Пошук працівників' }).fill('тарас');
  await expect(page.getByRole('link', { name: 'Олена Бондар' })).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(page.getByRole('dialog').getByLabel('Посада')).toHaveValue('Старша зміни');
  await page.keyboard.press('Escape');
  await expect(leaving(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(position).toHaveValue('Старша зміни');

  await page.keyboard.press('Alt+2');
  await leaving(page).getByRole('button', { name: 'Закрити без збереження' }).click();
  await expect(page).toHaveURL(/\/invoices/);
  expect((await stored(shop))[0]?.position).toBe('Касир');
});

test('the owner’s password ends this session too: the sign-in comes with the name kept', async ({
  page,
  shop,
  signIn,
}) => {
  await hire(shop);
  const theirs = await shop.signIn('olena');
  await openEmployees(page, signIn);
  await page.getByRole('button', { name: 'Змінити пароль' }).click();
  const current = panel(page).getByRole('textbox', { name: 'Теперішній пароль' });
  await expect(current).toBeFocused();
  await expectAccessible(page);
  await current.fill('не той пароль');
  await panel(page).getByRole('textbox', { name: 'Новий пароль' }).fill('новий пароль власника');
  await panel(page).getByRole('textbox', { name: 'Пароль ще раз' }).fill('новий пароль власника');
  await panel(page).getByRole('button', { name: 'Змінити пароль' }).click();
  await expect(panel(page).getByText('Теперішній пароль не підходить.')).toBeVisible();
  await current.fill(PASSWORD);
  await panel(page).getByRole('button', { name: 'Змінити пароль' }).click();

  await expect(page.getByRole('heading', { name: 'Увійдіть ще раз' })).toBeVisible();
  const name = page.getByRole('textbox', { name: 'Ім’я користувача' });
  await expect(name).toHaveValue('owner');
  await page.getByRole('textbox', { name: 'Пароль', exact: true }).fill('новий пароль власника');
  await page.getByRole('button', { name: 'Увійти', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Працівники' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Олена Бондар' })).toBeVisible();
  await expect(panel(page)).toBeHidden();
  await expect(shop.signIn('owner')).rejects.toThrow();
  expect((await shop.stranger.as(theirs).get('account/')).status).toBe(200);
});

test('by keyboard alone: found, changed, saved, closed', async ({ page, shop, signIn }) => {
  for (const username of ['andrii', 'bohdan', 'vira']) await hire(shop, { username, full_name: '' });
  await openEmployees(page, signIn);
  await expect(page.getByRole('link', { name: 'vira' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Пошук працівників' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'andrii' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { level: 2, name: 'bohdan' })).toBeFocused();
  await panel(page).getByRole('checkbox', { name: 'Вести термінали' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText(/^Збережено/)).toBeVisible();
  expect((await stored(shop)).map(({ can_manage_terminals }) => can_manage_terminals)).toEqual([
    false,
    true,
    false,
  ]);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'bohdan' })).toBeFocused();
});

test('a list of many: searched, sorted, by pages', async ({ page, shop, signIn }) => {
  for (let index = 10; index < 40; index++)
    await hire(shop, { username: `k${index}`, full_name: `Касирка ${index}` });
  await updateEmployee(shop.console, 'k11', { is_active: false });
  await openEmployees(page, signIn);
  const rows = page.getByRole('table').getByRole('link');
  await expect(rows).toHaveCount(25);
  await expect(rows.first()).toHaveText('Касирка 10');
  await page.getByRole('button', { name: 'Наступна сторінка' }).click();
  await expect(rows).toHaveCount(5);
  await page.getByRole('button', { name: 'Ім’я користувача' }).click();
  await expect(rows.first()).toHaveText('Касирка 39');
  await expect(page.getByRole('columnheader', { name: 'Ім’я користувача' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.getByRole('textbox', { name: 'Пошук працівників' }).fill('касирка 11');
  await expect(rows).toHaveCount(1);
  await expect(row(page, 'Касирка 11')).toContainText('Вимкнено');
  await page.getByRole('textbox', { name: 'Пошук працівників' }).fill('ніхто');
  await expect(page.getByRole('heading', { name: 'Нікого не знайдено' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Показати всіх' }).click();
  await expect(rows).toHaveCount(25);
});
