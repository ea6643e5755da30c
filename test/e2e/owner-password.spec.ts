import { PASSWORD } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { openEmployees, panel, row, stored } from './helpers/employees.ts';
import { expect, test } from './helpers/fixtures.ts';

/** Calls that need the owner's password once more: the question, and the call repeated after it. */

test.use({ isDesktop: true, asksPassword: true });

test('an employee is added once the password is right; a wrong one and a cancelled question add nobody', async ({
  page,
  shop,
  signIn,
}) => {
  await openEmployees(page, signIn);
  await page.getByRole('button', { name: 'Додати працівника' }).first().click();
  await panel(page).getByLabel('Ім’я користувача').fill('olena');
  await panel(page).getByLabel('Ім’я та прізвище').fill('Олена Бондар');
  await panel(page).getByRole('button', { name: 'Згенерувати пароль' }).click();
  const add = panel(page).getByRole('button', { name: 'Додати', exact: true });
  const question = page.getByRole('dialog', { name: 'Введіть пароль ще раз' });
  const field = question.getByRole('textbox', { name: 'Пароль власника' });

  await add.click();
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Скасувати' }).click();
  await expect(panel(page).getByText('Без пароля власника цього не зроблено.')).toBeVisible();
  expect(await stored(shop)).toEqual([]);

  await add.click();
  await field.fill('wrong horse');
  await page.keyboard.press('Enter');
  await expect(question.getByText('Неправильний пароль.')).toBeVisible();
  expect(await stored(shop)).toEqual([]);
  await field.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(row(page, 'Олена Бондар')).toBeVisible();
  expect(await stored(shop)).toMatchObject([{ username: 'olena' }]);
});

test('the password is required once in five minutes, and the question goes when the screen is locked', async ({
  page,
  desktop,
  signIn,
}) => {
  await signIn('owner', '/settings');
  await page.getByRole('link', { name: 'Резервні копії' }).click();
  const form = page.getByRole('form', { name: 'Тека для копій' });
  const question = page.getByRole('dialog', { name: 'Введіть пароль ще раз' });
  await form.getByRole('button', { name: 'Вибрати…' }).click();
  await expect(question).toBeVisible();
  await desktop.send({ type: 'lock' });
  await expect(question).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Екран заблоковано' })).toBeVisible();
});
