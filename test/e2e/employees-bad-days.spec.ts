import { changeOwnerPassword, updateEmployee } from '../../main/domain/accounts/accounts.ts';
import { allEmployees } from '../../main/store/accounts.ts';
import { build } from '../../main/store/db/connection.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { hire, openEmployees, openRow, panel, row, stored } from './helpers/employees.ts';
import { expect, test } from './helpers/fixtures.ts';

test.describe('in the window of the program', () => {
  test.use({ isDesktop: true });

  test('what is wrong is told at its field, in the language of the shop', async ({ page, shop, signIn }) => {
    await hire(shop);
    await openEmployees(page, signIn);
    await page.getByRole('button', { name: 'Додати працівника' }).click();
    const username = panel(page).getByLabel('Ім’я користувача');
    const add = panel(page).getByRole('button', { name: 'Додати', exact: true });
    await add.click();
    await expect(panel(page).getByText('Введіть ім’я користувача.')).toBeVisible();
    await expect(username).toBeFocused();
    await expectAccessible(page);
    await username.fill('olena');
    await panel(page).getByLabel('Ім’я та прізвище').fill('я'.repeat(256));
    await expect(panel(page).getByText('Не більше ніж 255 символів.')).toBeVisible();
    await panel(page).getByLabel('Ім’я та прізвище').fill('я'.repeat(255));
    await panel(page).getByRole('textbox', { name: 'Пароль', exact: true }).fill('довгий пароль');
    await panel(page).getByRole('textbox', { name: 'Пароль ще раз' }).fill('довгий пароль');
    await add.click();
    await expect(panel(page).getByText('Таке ім’я користувача вже є. Виберіть інше.')).toBeVisible();
    await username.fill('Олена-2 «нова»');
    await expect(panel(page).getByText('Таке ім’я користувача вже є. Виберіть інше.')).toBeHidden();
    await add.click();
    await expect(panel(page).getByRole('heading', { level: 2, name: 'я'.repeat(255) })).toBeVisible();
    expect((await stored(shop)).map((employee) => employee.username).sort()).toEqual([
      'olena',
      'Олена-2 «нова»',
    ]);
  });

  test('who was changed elsewhere meanwhile is shown before anything is written', async ({
    page,
    shop,
    signIn,
  }) => {
    await hire(shop);
    await openEmployees(page, signIn);
    await openRow(page, 'Олена Бондар');
    await panel(page).getByRole('checkbox', { name: 'Скасовувати й повертати кошти' }).check();
    await updateEmployee(shop.console, 'olena', { permissions: [] });
    await panel(page).getByRole('button', { name: 'Зберегти' }).click();
    await expect(panel(page).getByText('Цього працівника щойно змінили деінде.')).toBeVisible();
    await expect(panel(page).getByRole('checkbox', { name: 'Бачити рахунки й оплати' })).not.toBeChecked();
    await expect(panel(page).getByRole('checkbox', { name: 'Скасовувати й повертати кошти' })).toBeChecked();
    await expectAccessible(page);
    expect((await stored(shop))[0]?.can_cancel_invoices).toBe(false);
    await panel(page).getByRole('button', { name: 'Зберегти' }).click();
    await expect(page.getByText(/^Збережено/)).toBeVisible();
    await expect(panel(page).getByText('Цього працівника щойно змінили деінде.')).toBeHidden();
    expect((await stored(shop))[0]).toMatchObject({ can_cancel_invoices: true, can_view_invoices: false });
  });

  test('who is no longer there says so, and what was typed stays to be read', async ({
    page,
    shop,
    signIn,
  }) => {
    const { id } = await hire(shop);
    await openEmployees(page, signIn);
    await openRow(page, 'Олена Бондар');
    await panel(page).getByLabel('Посада').fill('Старша зміни');
    shop.console.db.run(build.deleteFrom('accounts').where('id', '=', id));
    await panel(page).getByRole('button', { name: 'Зберегти' }).click();
    await expect(panel(page).getByText('Такого працівника немає')).toBeVisible();
    await expect(panel(page).getByLabel('Посада')).toHaveValue('Старша зміни');
    await page.goto(new URL(`/employees?open=${id}`, shop.baseUrl).href);
    await expect(panel(page).getByRole('heading', { name: 'Такого працівника немає' })).toBeVisible();
    await expectAccessible(page);
  });

  test('a session that ends, and a service that starts again, cost nothing that was typed', async ({
    page,
    shop,
    signIn,
  }) => {
    await openEmployees(page, signIn);
    await page.getByRole('button', { name: 'Додати працівника' }).first().click();
    await panel(page).getByLabel('Ім’я користувача').fill('olena');
    await panel(page).getByRole('button', { name: 'Старший касир' }).click();
    await panel(page).getByRole('textbox', { name: 'Пароль', exact: true }).fill('довгий пароль');
    await panel(page).getByRole('textbox', { name: 'Пароль ще раз' }).fill('довгий пароль');
    await page.keyboard.press('Alt+l');
    await expect(page.getByRole('heading', { name: 'Екран заблоковано' })).toBeVisible();
    await page.locator('dialog').getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Розблокувати' }).click();
    await expect(page.getByRole('heading', { name: 'Екран заблоковано' })).toBeHidden();
    await expect(panel(page).getByLabel('Ім’я користувача')).toHaveValue('olena');

    await shop.stop();
    const add = panel(page).getByRole('button', { name: 'Додати', exact: true });
    await add.click();
    await expect(panel(page).getByRole('alert')).toContainText(/перезапускається|не відповідає/);
    await expectAccessible(page);
    await shop.restart();
    await add.click();
    await expect(page.getByText('Працівника «olena» додано.')).toBeVisible();
    expect(await stored(shop)).toMatchObject([{ username: 'olena', can_cancel_invoices: true }]);
  });

  test('a session that is over when it is saved asks for the password, and saves when it is pressed again', async ({
    page,
    shop,
    signIn,
  }) => {
    await hire(shop);
    await openEmployees(page, signIn);
    await openRow(page, 'Олена Бондар');
    await panel(page).getByLabel('Посада').fill('Старша зміни');
    await changeOwnerPassword(shop.console, 'пароль з командного рядка');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Увійдіть ще раз' })).toBeVisible();
    await page.locator('dialog').getByRole('textbox', { name: 'Пароль' }).fill('пароль з командного рядка');
    await page.getByRole('button', { name: 'Увійти', exact: true }).click();
    await expect(panel(page).getByLabel('Посада')).toHaveValue('Старша зміни');
    await panel(page).getByRole('button', { name: 'Зберегти' }).click();
    await expect(panel(page).getByText(/^Збережено/)).toBeVisible();
    expect(allEmployees(shop.console.db)[0]?.position).toBe('Старша зміни');
  });

  for (const scheme of ['light', 'dark'] as const)
    test.describe(scheme, () => {
      test.use({ scheme, language: 'en' });
      test('axe finds nothing in the list and its panels, in English', async ({ page, shop, signIn }) => {
        await hire(shop);
        await hire(shop, { username: 'taras', full_name: '', permissions: [] });
        await updateEmployee(shop.console, 'taras', { is_active: false });
        await signIn();
        await page.keyboard.press('Alt+6');
        await expect(row(page, 'taras')).toContainText('Switched off');
        await expectAccessible(page, scheme);
        await page.getByRole('link', { name: 'Олена Бондар' }).click();
        await panel(page).getByRole('button', { name: 'Set a new password' }).click();
        await panel(page).getByRole('checkbox', { name: 'See invoices and payments' }).uncheck();
        await expectAccessible(page, scheme);
        await panel(page).getByRole('button', { name: 'Make a password' }).click();
        await panel(page).getByRole('button', { name: 'Save' }).click();
        await expect(panel(page).getByText('Pass on to the employee')).toBeVisible();
        await expectAccessible(page, scheme);
        await panel(page).getByRole('switch', { name: 'May sign in' }).click();
        await expect(page.getByRole('dialog', { name: /Switch off/ })).toBeVisible();
        await expectAccessible(page, scheme);
      });
    });
});

test('in a browser everything can be read, and the commands that change it be copied', async ({
  page,
  shop,
  signIn,
}) => {
  await hire(shop);
  await openEmployees(page, signIn);
  await expect(page.getByRole('button', { name: 'Додати працівника' })).toHaveCount(0);
  await expect(page.getByText('npm run admin -- owner password', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Олена Бондар' }).click();
  await expect(panel(page).getByRole('textbox')).toHaveCount(0);
  const command = 'npm run admin -- employee set olena --active false';
  await expect(panel(page).getByText(command)).toBeVisible();
  await panel(page)
    .getByRole('button', { name: `Копіювати «${command}»` })
    .click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  await expectAccessible(page);
});

test('what cannot be read says so, and is read again', async ({ page, shop, signIn }) => {
  await hire(shop);
  await page.route('**/api/v1/employees/?*', (route) => route.abort());
  await openEmployees(page, signIn);
  await expect(page.getByRole('alert')).toContainText('Програма Kramar не відповідає');
  await page.unroute('**/api/v1/employees/?*');
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
  await expect(row(page, 'Олена Бондар')).toContainText('Касир');
});

test('an employee has no such place, whatever their rights', async ({ page, shop, signIn }) => {
  await hire(shop, { permissions: ['can_view_invoices', 'can_manage_employees'] });
  await signIn('olena');
  await expect(page.getByRole('navigation').getByRole('link', { name: /Працівники/ })).toHaveCount(0);
  await page.goto(new URL('/employees', shop.baseUrl).href);
  await expect(page.getByRole('heading', { name: 'Немає права на цей розділ' })).toBeVisible();
});
