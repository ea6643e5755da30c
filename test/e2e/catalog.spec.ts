import { expectAccessible } from './helpers/axe.ts';
import { leaving, openCatalog, panel, price, row, stock, stored, storedNamed } from './helpers/catalog.ts';
import { expect, test } from './helpers/fixtures.ts';

test('products are added one after another by the keyboard, changed, archived and deleted', async ({
  page,
  shop,
  signIn,
}) => {
  await shop.employee('kasyr', ['can_create_invoices']);
  // Whoever sells may see to the catalog.
  await openCatalog(page, () => signIn('kasyr'));
  await expect(page.getByRole('heading', { name: 'Товарів ще немає' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('n');
  const name = panel(page).getByRole('textbox', { name: 'Назва', exact: true });
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('Введіть назву.')).toBeVisible();
  await name.fill('Капучино');
  await panel(page).getByLabel('Ціна, ₴').fill('85,5');
  const category = panel(page).getByRole('combobox', { name: 'Категорія' });
  await category.fill('Напої');
  await page.keyboard.press('Enter');
  await expect(category).toHaveValue('Напої');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expectAccessible(page);
  // A double click makes one.
  await panel(page).getByRole('button', { name: 'Додати', exact: true }).dblclick();
  await expect(panel(page).getByText('«Капучино» додано.')).toBeVisible();
  // The next one belongs where the last one did.
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('');
  await expect(category).toHaveValue('Напої');
  await name.fill('Пакет');
  await panel(page).getByLabel('Ціна, ₴').fill('0');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Пакет')).toContainText('без ціни');
  const [drinks] = await storedNamed(shop, 'categories');
  expect(await stored(shop)).toMatchObject([
    { name: 'Капучино', price: 8550, category: drinks?.id, article: '', is_archived: false },
    { name: 'Пакет', price: 0, category: drinks?.id },
  ]);

  // What was typed is not lost by a stray key; what another changed meanwhile is seen before it is written over.
  await page.getByRole('link', { name: 'Капучино' }).click();
  await expect(panel(page).getByRole('heading', { level: 2, name: 'Капучино' })).toBeVisible();
  await panel(page).getByLabel('Артикул').fill('007');
  await page.keyboard.press('Escape');
  await leaving(page).getByRole('button', { name: 'Лишитися' }).click();
  const [coffee] = await stored(shop);
  await shop.owner.patch(`catalog/products/${coffee?.id}/`, { article: 'K-1' });
  await panel(page).getByRole('button', { name: 'Зберегти' }).click();
  await expect(panel(page).getByText('Товар щойно змінили.')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Зберегти' }).click();
  await expect(panel(page).getByText('Збережено')).toBeVisible();
  expect((await stored(shop))[0]).toMatchObject({ article: '007', price: 8550, name_for_docs: '' });

  await panel(page).getByRole('button', { name: 'В архів' }).click();
  await expect(row(page, 'Капучино')).toBeHidden();
  await page.getByText('В архіві', { exact: true }).click();
  await expect(row(page, 'Капучино')).toContainText('в архіві');
  await expect(page).toHaveURL(/kept=archived/);
  await page.reload();
  await expect(row(page, 'Капучино')).toContainText('в архіві');
  await panel(page).getByRole('button', { name: 'Повернути з архіву' }).click();
  await expect(page.getByRole('heading', { name: 'За цими фільтрами нічого немає' })).toBeVisible();
  await page.getByRole('button', { name: 'Скинути все' }).first().click();

  await panel(page).getByRole('button', { name: 'Видалити' }).click();
  const dialog = page.getByRole('dialog', { name: 'Видалити «Капучино»?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Видалити «Капучино»' }).dblclick();
  await expect(row(page, 'Капучино')).toBeHidden();
  await expect(panel(page)).toBeHidden();
  expect((await stored(shop)).map((product) => product.name)).toEqual(['Пакет']);
});

test('prices are typed one under the other where they stand; what is not stored is not forgotten', async ({
  page,
  shop,
  signIn,
}) => {
  await stock(shop, [
    ['Айран', 3000],
    ['Багет', 2500],
    ['Вода', 1500],
  ]);
  await openCatalog(page, signIn);
  await price(page, 'Айран').click();
  const field = (name: string) => page.getByRole('textbox', { name: `Ціна: ${name}` });
  await expect(field('Айран')).toBeFocused();
  await page.keyboard.type('32');
  await page.keyboard.press('Enter');
  await expect(field('Багет')).toBeFocused();
  await page.keyboard.type('дорого');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Не вдалося прочитати суму');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(price(page, 'Багет')).toBeFocused();
  // There F2 changes the price; in the field it leads to Charge as everywhere, but not past what was typed.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await expect(field('Вода')).toBeFocused();
  await page.keyboard.type('16,50');
  await page.keyboard.press('F2');
  await leaving(page).getByRole('button', { name: 'Лишитися' }).click();
  await expect(price(page, 'Вода')).toHaveText('16,50 ₴');
  await expect
    .poll(async () => (await stored(shop)).map(({ price: minor }) => minor))
    .toEqual([3200, 2500, 1650]);

  await shop.stop();
  await price(page, 'Багет').click();
  await page.keyboard.type('27');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const failed = page.getByRole('button', { name: 'Багет: ціну 27,00 ₴ не збережено' });
  await expect(failed).toBeVisible();
  await page.keyboard.press('Alt+4');
  await leaving(page).getByRole('button', { name: 'Лишитися' }).click();
  await shop.restart();
  await failed.click();
  await expect(field('Багет')).toHaveValue('27,00');
  await page.keyboard.press('Enter');
  await expect(price(page, 'Багет')).toHaveText('27,00 ₴');
  await expect.poll(async () => (await stored(shop))[1]?.price).toBe(2700);
  await page.keyboard.press('Escape');
  // Charge offers it at the new price at once.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('F2');
  await page.getByText('Товари', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Додати товар' }).fill('Багет');
  await expect(page.getByRole('option', { name: /Багет/ })).toContainText('27,00 ₴');
});

test('many are put into a category at once: all that match, to be stopped, and what failed by name', async ({
  page,
  shop,
  signIn,
}) => {
  await stock(
    shop,
    Array.from({ length: 40 }, (_, index) => [`Товар ${index + 1}`, 1000] as const),
  );
  await stock(shop, [['Інше', 500]]);
  await openCatalog(page, signIn);
  await page.getByRole('textbox', { name: 'Пошук товарів' }).fill('товар');
  await expect(page.getByText('1–25 з 40')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Вибрати всю сторінку' }).check();
  await page.getByRole('button', { name: 'Вибрати всі 40' }).click();
  const bar = page.getByRole('region', { name: 'Дії з вибраними' });
  await bar.getByRole('button', { name: 'Категорія' }).click();
  const dialog = page.getByRole('dialog', { name: 'Категорія для 40 товарів' });
  await dialog.getByRole('combobox', { name: 'Категорія' }).fill('Різне');
  await page.keyboard.press('Enter');
  const confirm = dialog.getByRole('button', { name: '«Різне» для 40 товарів' });
  await expect(confirm).toBeVisible();
  await expectAccessible(page);
  // One of them is gone by the time its turn comes.
  const victim = (await stored(shop))[4];
  let asked = 0;
  await page.route(/catalog\/products\/\d+\/$/, async (route) => {
    asked += 1;
    if (asked === 1) await shop.owner.send('DELETE', `catalog/products/${victim?.id}/`);
    await route.continue();
  });
  await confirm.click();
  await expect(page.getByText('Змінено 39 товарів.').first()).toBeVisible();
  await expect(page.getByText('Товар 5: товар уже видалено')).toBeVisible();
  await expectAccessible(page);
  const categories = (await stored(shop)).map(({ category_name }) => category_name);
  expect(categories.filter((name) => name === 'Різне')).toHaveLength(39);
  expect(categories.at(-1)).toBe('');
  await page.unroute(/catalog\/products\/\d+\/$/);

  // Stopped half-way: what was done is told, and no more is done.
  await page.route(/catalog\/products\/\d+\/$/, async (route) => {
    if ((await stored(shop, '&is_archived=true')).length === 10)
      await page.getByRole('button', { name: 'Зупинити' }).click();
    await route.continue();
  });
  await page.getByRole('checkbox', { name: 'Вибрати всю сторінку' }).check();
  await bar.getByRole('button', { name: 'В архів' }).click();
  await expect(page.getByText('Покладено в архів 11 товарів.').first()).toBeVisible();
  await expect(page.getByText('Зупинено; 14 лишилися як були.').first()).toBeVisible();
  expect(await stored(shop, '&is_archived=true')).toHaveLength(11);
  await page.unroute(/catalog\/products\/\d+\/$/);

  await page.getByRole('checkbox', { name: 'Вибрати: Товар 40' }).check();
  await bar.getByRole('button', { name: 'Видалити' }).click();
  await page.getByRole('button', { name: /^Видалити \d+ товар/ }).click();
  await expect(page.getByRole('link', { name: 'Товар 40' })).toBeHidden();
});

test.describe('in English and in the dark', () => {
  test.use({ language: 'en', scheme: 'dark' });

  test('categories and units are edited where they stand, and say what their products lose', async ({
    page,
    shop,
    signIn,
  }) => {
    const { body } = await shop.owner.post<{ id: number }>('catalog/categories/', { name: 'Drinks' });
    await shop.owner.post('catalog/products/', { name: 'Tea', price: 1000, category: body.id });
    await openCatalog(page, signIn, 'Catalog');
    await expect(row(page, 'Tea')).toContainText('Drinks');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Categories' }).click();
    await page.getByRole('button', { name: 'Change ‘Drinks’' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Hot drinks');
    await page.getByRole('link', { name: 'Units' }).click();
    const ask = page.getByRole('dialog', { name: 'Close without saving?' });
    await ask.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
    await expect(page.getByRole('button', { name: 'Change ‘Hot drinks’' })).toBeFocused();
    await page.getByRole('textbox', { name: 'New category' }).fill('Bakery');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Change ‘Bakery’' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Products: Hot drinks' }).click();
    await expect(row(page, 'Tea')).toContainText('Hot drinks');
    await page.goBack();
    await page.getByRole('button', { name: 'Delete ‘Hot drinks’' }).click();
    await expect(page.getByText('1 product is left without a category.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete ‘Hot drinks’' }).last().click();
    await expect(page.getByRole('button', { name: 'Change ‘Hot drinks’' })).toBeHidden();
    expect(await stored(shop)).toMatchObject([{ name: 'Tea', category: null }]);

    await page.getByRole('link', { name: 'Units' }).click();
    await expect(page.getByRole('heading', { name: 'There are no units yet' })).toBeVisible();
    await page.getByRole('textbox', { name: 'New unit' }).fill('piece');
    await page.getByRole('textbox', { name: /Short/ }).fill('pc');
    await page.keyboard.press('Enter');
    await expect(row(page, 'piece')).toContainText('pc');
    expect(await storedNamed(shop, 'units')).toMatchObject([{ name: 'piece', short_name: 'pc' }]);
    await page.goto(page.url().replace('units', 'nothing'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page');
  });
});
