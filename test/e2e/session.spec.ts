import type { Page } from '@playwright/test';
import { addEmployee } from '../../main/domain/accounts/accounts.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import { drop, openCatalog, panel, price, stock, stored } from './helpers/catalog.ts';
import { expect, fillSignIn } from './helpers/fixtures.ts';
import { paid, test } from './helpers/invoices.ts';
import { refundButton, refundDialog } from './helpers/refunds.ts';

/** Where one session ends and another begins: what is on the screen belongs to one user, and is out of reach meanwhile. */

const lockedTitle = (page: Page) => page.getByRole('heading', { name: 'Екран заблоковано' });
const expiredTitle = (page: Page) => page.getByRole('heading', { name: 'Увійдіть ще раз' });

const lock = async (page: Page): Promise<void> => {
  await page.keyboard.press('Alt+l');
  await expect(lockedTitle(page)).toBeVisible();
};

const comeBack = async (page: Page, button: 'Розблокувати' | 'Увійти'): Promise<void> => {
  await page.getByRole('textbox', { name: 'Пароль' }).fill(PASSWORD);
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('dialog', { name: /Екран заблоковано|Увійдіть ще раз/ })).toBeHidden();
};

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Обліковий запис owner' }).click();
  await page.getByRole('button', { name: 'Вийти' }).click();
  await expect(page.getByRole('heading', { name: 'Вхід' })).toBeVisible();
};

const addCashier = (shop: Shop): Promise<unknown> =>
  addEmployee(
    shop.console,
    {
      username: 'olena',
      full_name: 'Олена Касир',
      email: '',
      position: 'Касир',
      permissions: ['can_create_invoices'],
    },
    PASSWORD,
  );

/** Holds back requests of a method until they are released. */
const hold = async (page: Page, url: RegExp, method: string) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let held = 0;
  await page.route(url, async (route) => {
    if (route.request().method() === method) {
      held += 1;
      await released;
    }
    await route.continue();
  });
  return { arrived: () => expect.poll(() => held).toBeGreaterThan(0), release };
};

test.describe('a locked screen', () => {
  test('Ctrl+P prints no report', async ({ page, signIn, go }) => {
    await page.addInitScript(() => {
      window.print = () => {
        document.body.dataset.printed = 'yes';
      };
    });
    await go('/');
    await signIn();
    await page.keyboard.press('Alt+5');
    await expect(page.getByRole('button', { name: 'Друк' })).toBeEnabled();
    // By its place: what is inert has no role.
    const report = page.locator('#content');
    await expect(report).toBeVisible();
    await lock(page);
    await page.keyboard.press('Control+p');
    await expectAccessible(page);
    // Nor does the browser's own menu print what is behind.
    await page.emulateMedia({ media: 'print' });
    await expect(report).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await comeBack(page, 'Розблокувати');
    await expect(page.locator('body')).not.toHaveAttribute('data-printed', 'yes');
    await expect(page.locator('[data-print-sheet]')).toHaveCount(0);
    await page.keyboard.press('Control+p');
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  });

  test('F3 leaves the form of a charge as it is', async ({ page, signIn }) => {
    await signIn();
    await page.keyboard.press('F2');
    const amount = page.getByRole('textbox', { name: 'Сума' });
    await amount.fill('340');
    await lock(page);
    await page.keyboard.press('F3');
    await comeBack(page, 'Розблокувати');
    await expect(amount).toHaveValue('340');
    await page.keyboard.press('F3');
    await expect(amount).toBeHidden();
  });

  test('a file that is dropped opens no import', async ({ page, signIn }) => {
    await openCatalog(page, signIn);
    await lock(page);
    await drop(page, 'прайс.csv', Buffer.from('Назва;Ціна\nЧай;12'));
    await comeBack(page, 'Розблокувати');
    await expect(page.getByRole('heading', { level: 1, name: 'Каталог' })).toBeVisible();
    await expect(page).toHaveURL(/\/catalog\/products$/);
  });

  test('Escape closes no dialog behind it', async ({ page, shop, signIn, go }) => {
    const invoice = await paid(shop, { amount: 34_000 });
    await signIn();
    await go(`/invoices/${invoice.id}`);
    await refundButton(page).click();
    await refundDialog(page).getByLabel('Сума повернення').fill('100');
    await lock(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await comeBack(page, 'Розблокувати');
    await expect(refundDialog(page).getByLabel('Сума повернення')).toHaveValue('100');
  });
});

test('a session that has run out keeps what is open and typed, and reads on after the sign-in', async ({
  page,
  shop,
  signIn,
  go,
}) => {
  await shop.owner.post('catalog/categories/', { name: 'Напої' });
  await page.clock.install();
  await signIn();
  await page.keyboard.press('Alt+3');
  await page.getByRole('link', { name: 'Категорії' }).click();
  await page.getByRole('button', { name: 'Змінити «Напої»' }).click();
  const field = page.getByRole('textbox', { name: 'Назва', exact: true });
  await field.fill('Гарячі напої');
  const session = /\/api\/v1\//;
  await page.route(session, (route) => route.fulfill({ status: 401, json: {} }));
  // Whoever comes back to the window has the list read anew.
  await page.clock.fastForward('00:30');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(expiredTitle(page)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Назва', { exact: true })).toHaveValue('Гарячі напої');
  await page.unroute(session);
  await shop.owner.post('catalog/categories/', { name: 'Випічка' });
  await comeBack(page, 'Увійти');
  await expect(field).toHaveValue('Гарячі напої');
  await expect(page.getByRole('button', { name: 'Змінити «Випічка»' })).toBeVisible();
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await expect(page.getByRole('button', { name: 'Змінити «Гарячі напої»' })).toBeVisible();
  await go('/catalog/categories');
  await expect(page.getByRole('button', { name: 'Змінити «Гарячі напої»' })).toBeVisible();
});

test('what is typed while a product is being saved stays, and is saved by the next press', async ({
  page,
  shop,
  signIn,
}) => {
  await stock(shop, [['Кава', 7500]]);
  await openCatalog(page, signIn);
  await page.getByRole('link', { name: 'Кава' }).click();
  const name = panel(page).getByRole('textbox', { name: 'Назва', exact: true });
  const article = panel(page).getByRole('textbox', { name: 'Артикул' });
  await name.fill('Кава мелена');
  const patch = await hold(page, /catalog\/products\/\d+\/$/, 'PATCH');
  await panel(page).getByRole('button', { name: 'Зберегти' }).click();
  await patch.arrived();
  await article.fill('77');
  patch.release();
  await expect(panel(page).getByRole('heading', { name: 'Кава мелена' })).toBeVisible();
  await expect(article).toHaveValue('77');
  await expect(panel(page).getByText('Є незбережене')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Зберегти' }).click();
  await expect(panel(page).getByText('Збережено', { exact: true })).toBeVisible();
  expect((await stored(shop))[0]).toMatchObject({ name: 'Кава мелена', article: '77' });
});

test('the next product’s name, typed while the last one is being added, stays', async ({
  page,
  shop,
  signIn,
}) => {
  await openCatalog(page, signIn);
  await page.keyboard.press('n');
  const name = panel(page).getByRole('textbox', { name: 'Назва', exact: true });
  await name.fill('Хліб');
  await panel(page).getByRole('textbox', { name: 'Ціна' }).fill('32');
  const post = await hold(page, /catalog\/products\/$/, 'POST');
  await page.keyboard.press('Enter');
  await post.arrived();
  await name.fill('Молоко');
  post.release();
  await expect(price(page, 'Хліб')).toHaveText('32,00 ₴');
  await expect(name).toHaveValue('Молоко');
  await expect(name).toBeFocused();
  await expect(panel(page).getByRole('textbox', { name: 'Ціна' })).toHaveValue('');
  await panel(page).getByRole('textbox', { name: 'Ціна' }).fill('45');
  await page.keyboard.press('Enter');
  await expect(price(page, 'Молоко')).toHaveText('45,00 ₴');
  expect((await stored(shop)).map((product) => product.name)).toEqual(['Хліб', 'Молоко']);
});

test('the next user begins at their own first screen, without the last one’s import', async ({
  page,
  shop,
  signIn,
}) => {
  await addCashier(shop);
  await openCatalog(page, signIn);
  await drop(page, 'прайс.csv', Buffer.from('Назва;Ціна\nЧай;12'));
  await page.getByRole('button', { name: /^Внести \d/ }).click();
  await expect(page.getByRole('heading', { name: 'Файл «прайс.csv» внесено' })).toBeVisible();
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('heading', { level: 1, name: 'Сьогодні' })).toBeVisible();
  await signOut(page);
  await fillSignIn(page, 'uk', 'olena');
  await expect(page.getByRole('heading', { level: 1, name: 'Новий рахунок' })).toBeVisible();
  await expect(page).toHaveURL(/\/charge$/);
  // Nor what was told to the other in the corner.
  await expect(page.getByText(/прайс\.csv/)).toHaveCount(0);
  // Back leads to where the import was.
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Імпорт товарів' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Вибрати файл' })).toBeVisible();
  await expect(page.getByText(/прайс\.csv/)).toHaveCount(0);
});

test('an import that outlives its user tells the next one nothing', async ({ page, shop, signIn }) => {
  await addCashier(shop);
  await openCatalog(page, signIn);
  await drop(page, 'прайс.csv', Buffer.from('Назва;Ціна\nЧай;12'));
  const post = await hold(page, /products\/import\/.*expected_digest/, 'POST');
  await page.getByRole('button', { name: /^Внести \d/ }).click();
  await post.arrived();
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('heading', { level: 1, name: 'Сьогодні' })).toBeVisible();
  await lock(page);
  await page.getByRole('button', { name: 'Увійти під іншим іменем' }).click();
  post.release();
  await fillSignIn(page, 'uk', 'olena');
  await expect(page.getByRole('heading', { level: 1, name: 'Новий рахунок' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Імпорт товарів' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Вибрати файл' })).toBeVisible();
  await expect(page.getByText(/прайс\.csv|Зупинено/)).toHaveCount(0);
});

test('who signs in first is where the address says', async ({ page, signIn, go }) => {
  await go('/invoices');
  await signIn();
  await expect(page).toHaveURL(/\/invoices$/);
  await signOut(page);
  await expect(page).toHaveURL(/\/$/);
});
