import { addEmployee } from '../../main/domain/accounts/accounts.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, fillSignIn, test } from './helpers/fixtures.ts';

const employee = { full_name: 'Олена Касир', email: '', position: 'Касир' };

for (const scheme of ['light', 'dark'] as const)
  test.describe(scheme, () => {
    test.use({ scheme });

    test('the sign-in, the frame and what opens from it have nothing that axe finds', async ({
      page,
      signIn,
    }) => {
      await expectAccessible(page, scheme);
      await page.getByRole('button', { name: 'Увійти', exact: true }).click();
      await expect(page.getByText('Введіть пароль.')).toBeVisible();
      await expectAccessible(page, scheme);
      await signIn();
      await page.getByRole('button', { name: 'Обліковий запис owner' }).click();
      await expect(page.getByRole('button', { name: 'Вийти' })).toBeVisible();
      await expectAccessible(page, scheme);
      await page.keyboard.press('Escape');
      await page.keyboard.press('F1');
      await expect(page.getByRole('dialog', { name: 'Клавіші' })).toBeVisible();
      await expectAccessible(page, scheme);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await expect(page.getByPlaceholder('Що зробити або який рахунок знайти?')).toBeFocused();
      await expectAccessible(page, scheme);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Alt+l');
      await expect(page.getByRole('heading', { name: 'Екран заблоковано' })).toBeVisible();
      await expectAccessible(page, scheme);
    });
  });

test('wrong credentials are told, and what was typed stays', async ({ page, signIn }) => {
  await page.getByLabel('Ім’я користувача').fill('owner');
  await page.getByRole('textbox', { name: 'Пароль' }).fill('не той');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('не підходять');
  await expect(page.getByLabel('Ім’я користувача')).toHaveValue('owner');
  await signIn();
  await expect(page).toHaveURL(/\/today$/);
});

test('the language changes at once, signed in or not, and is remembered', async ({ page, signIn }) => {
  await page.getByText('English').click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByText('Українська').click();
  await signIn();
  await page.keyboard.press('Control+k');
  await page.getByText('Switch to English').click();
  await expect(page.getByRole('navigation').getByText('Invoices')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  await expect(page.getByRole('navigation').getByText('Invoices')).toBeVisible();
});

test('a locked screen opens for the same user as it was, and for another anew', async ({
  page,
  shop,
  signIn,
}) => {
  await addEmployee(
    shop.console,
    { ...employee, username: 'olena', permissions: ['can_create_invoices'] },
    PASSWORD,
  );
  await signIn();
  await page.keyboard.press('Alt+2');
  await expect(page).toHaveURL(/\/invoices$/);
  await page.keyboard.press('Alt+l');
  await expect(page.getByRole('heading', { name: 'Екран заблоковано' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('kramar.session'))).toBeNull();
  // Neither Escape nor the keys of the program get past it.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('heading', { name: 'Екран заблоковано' })).toBeVisible();

  await page.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Розблокувати' }).click();
  await expect(page.getByRole('heading', { name: 'Екран заблоковано' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Рахунки', level: 1 })).toBeVisible();

  await page.keyboard.press('Alt+l');
  await page.getByRole('button', { name: 'Увійти під іншим іменем' }).click();
  await fillSignIn(page, 'uk', 'olena');
  await expect(page.getByRole('button', { name: 'Обліковий запис Олена Касир' })).toBeVisible();
});

test('an employee sees only the places that they may use', async ({ page, shop }) => {
  const rights = { ...employee, username: 'olena', permissions: ['can_create_invoices' as const] };
  await addEmployee(shop.console, rights, PASSWORD);
  await fillSignIn(page, 'uk', 'olena');
  const places = page.getByRole('navigation').getByRole('link');
  await expect(places).toHaveText([/Новий рахунок/, /Каталог/, /Термінали/]);
  await page.goto(new URL('/invoices', shop.baseUrl).href);
  await expect(page.getByRole('heading', { name: 'Немає права на цей розділ' })).toBeVisible();
});

test('it locks by itself when nobody has touched it, and not before', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn();
  await page.clock.fastForward('14:00');
  await page.mouse.move(200, 200);
  await page.clock.fastForward('14:00');
  await expect(page.getByRole('heading', { name: 'Сьогодні', level: 1 })).toBeVisible();
  await page.clock.fastForward('02:00');
  await expect(page.getByRole('heading', { name: 'Екран заблоковано' })).toBeVisible();
});

test('an access token that has run out is renewed without a flicker; a session that is over asks for the password', async ({
  page,
  signIn,
}) => {
  await signIn();
  const spoil = (part: 'access' | 'refresh') =>
    page.evaluate((name) => {
      const session = JSON.parse(sessionStorage.getItem('kramar.session') ?? '{}');
      sessionStorage.setItem('kramar.session', JSON.stringify({ ...session, [name]: 'x.y.z' }));
    }, part);

  await spoil('access');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Сьогодні', level: 1 })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('kramar.session'))).not.toContain('"x.y.z"');

  await spoil('access');
  await spoil('refresh');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Увійдіть ще раз' })).toBeVisible();
});

test('the service goes and comes back: since when is told, and the screen recovers by itself', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn();
  await expect(page.getByText('Зв’язок є')).toBeVisible();
  // The screen is fetched apart from its frame: without the service it would come only with it.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await shop.stop();
  await expect(page.getByText(/Програма Kramar не відповідає з \d\d:\d\d/)).toBeVisible();
  await expectAccessible(page);
  await shop.restart();
  await expect(page.getByText('Зв’язок є')).toBeVisible();
  await expect(page.getByText(/Програма Kramar не відповідає/)).toBeHidden();
});
