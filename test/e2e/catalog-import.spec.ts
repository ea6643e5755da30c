import { readFile } from 'node:fs/promises';
import { expectAccessible } from './helpers/axe.ts';
import { cp1251, drop, row as listed, openCatalog, stock, stored, storedNamed } from './helpers/catalog.ts';
import { expect, test } from './helpers/fixtures.ts';

const write = (page: Parameters<typeof drop>[0]) => page.getByRole('button', { name: /^Внести \d/ });
/** Not the same row of the sample above it. */
const row = (page: Parameters<typeof drop>[0], name: string) =>
  page.getByRole('table', { name: 'Що буде з кожним рядком' }).getByRole('row', { name });
const cell = (page: Parameters<typeof drop>[0], name: string) => row(page, name).getByRole('cell').last();

test('a file that is dropped tells row by row what it would do, and does it once confirmed; its export changes nothing', async ({
  page,
  shop,
  signIn,
}) => {
  await stock(shop, [
    ['Кава', 7500],
    ['Вода', 1500],
  ]);
  await openCatalog(page, signIn);
  const lines = [
    'Що;Скільки;Артикул;Група;Од.',
    'Чай;12,50;007;Напої;шт',
    'Кава;80;;;',
    'Вода;15,00;;;',
    'Пиріг;дорого;;;',
    '"=Сік ""Сад""";1 234,5 грн;1e3;Напої;л',
  ];
  await drop(page, 'прайс.csv', cp1251(lines.join('\r\n')));
  await expect(page.getByRole('heading', { level: 1, name: 'Імпорт товарів' })).toBeVisible();
  // It is asked what it cannot know.
  await expect(page.getByText('Не впізнано: «Ціна».')).toBeVisible();
  await expect(page.getByText(/CSV, Windows-1251, крапка з комою/)).toBeVisible();
  await expect(write(page)).toBeHidden();
  await expectAccessible(page);
  await page.getByLabel('Стовпець 1 Що: що в ньому').selectOption('Назва');
  await page.getByLabel('Стовпець 2 Скільки: що в ньому').selectOption('Ціна');
  await expect(cell(page, 'Кава')).toHaveText(/Ціна 75,00 → 80,00/);
  await expect(cell(page, 'Чай')).toContainText('Артикул 007');
  await expect(cell(page, 'Пиріг')).toHaveText('Ціна: «дорого» — не сума. Напишіть її як 1 234,50');
  await expect(page.getByText('Нова категорія: «Напої»')).toBeVisible();
  await expect(page.getByText('Без змін 1 з 5 рядків')).toBeVisible();
  await page.getByText('З помилками 1', { exact: true }).click();
  await expect(row(page, 'Чай')).toBeHidden();
  await expect(write(page)).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Пропустити 1 рядок з помилками' }).check();
  await expectAccessible(page);
  expect(await stored(shop)).toHaveLength(2);

  // Somebody changes the catalog before it is confirmed: nothing is written, and what would be done now is shown.
  const [coffee] = await stored(shop);
  await shop.owner.patch(`catalog/products/${coffee?.id}/`, { price: 7700 });
  await write(page).click();
  await expect(page.getByText('Каталог тим часом змінився.')).toBeVisible();
  await page.getByText('Зміняться 1', { exact: true }).click();
  await expect(cell(page, 'Кава')).toHaveText(/77,00 → 80,00/);
  expect(await stored(shop)).toHaveLength(2);
  await expect(write(page)).toHaveText('Внести 3 товари');
  await write(page).dblclick();
  await expect(page.getByRole('heading', { name: 'Файл «прайс.csv» внесено' })).toBeVisible();
  await expect(page.getByText('Нових: 2, змінено: 1, без змін: 1.').first()).toBeVisible();
  await expectAccessible(page);
  expect(await stored(shop)).toMatchObject([
    { name: 'Кава', price: 8000 },
    { name: 'Вода', price: 1500 },
    { name: 'Чай', price: 1250, article: '007', category_name: 'Напої' },
    { name: '=Сік "Сад"', price: 123_450, article: '1e3', category_name: 'Напої' },
  ]);
  expect(await storedNamed(shop, 'categories')).toHaveLength(1);
  await page.getByRole('button', { name: 'Показати нові товари' }).click();
  await expect(listed(page, 'Чай')).toBeVisible();

  await page.getByRole('button', { name: 'Експорт' }).click();
  await expect(page.getByText('4 товари за вибраними фільтрами')).toBeVisible();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^XLSX/ }).click(),
  ]);
  await drop(page, 'назад.xlsx', await readFile(await saved.path()));
  await expect(page.getByText('Без змін 4 з 4 рядків')).toBeVisible();
  await expect(page.getByText('Вносити нічого: усе у файлі вже є в каталозі.')).toBeVisible();
});

test('what is no table is told in words; a file is given up, and left, without a trace', async ({
  page,
  shop,
  signIn,
}) => {
  await openCatalog(page, signIn);
  await page.getByRole('button', { name: 'Внести з файлу' }).click();
  await expectAccessible(page);
  const choose = page.locator('input[type="file"]');
  await choose.setInputFiles({ name: 'прайс.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.7 …') });
  await expect(page.getByRole('alert')).toContainText('Це документ, а потрібна таблиця');
  await page.getByRole('button', { name: 'Інший файл' }).click();
  await choose.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('') });
  await expect(page.getByRole('alert')).toContainText('Файл порожній');

  // Many rows stay quick to look through: a page of them is drawn.
  const many = Array.from({ length: 5000 }, (_, index) => `Товар ${index};${index},50`);
  await choose.setInputFiles({
    name: 'багато.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Назва;Ціна\n${many.join('\n')}`),
  });
  await expect(write(page)).toHaveText('Внести 5 000 товарів');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(26);
  await page.getByRole('button', { name: 'Наступна сторінка' }).click();
  await expect(page.getByText('26–50 з 5 000')).toBeVisible();
  await page.keyboard.press('Alt+4');
  const leaving = page.getByRole('dialog', { name: 'Не вносити файл?' });
  await leaving.getByRole('button', { name: 'Лишитися' }).click();

  // Given up on its way: the service never gets to write.
  await page.route(/products\/import\/.*expected_digest/, async (route) => {
    await page.getByRole('button', { name: 'Зупинити' }).click();
    await route.abort().catch(() => undefined);
  });
  await write(page).click();
  await expect(page.getByText('Зупинено.')).toBeVisible();
  await page.unroute(/products\/import\/.*expected_digest/);
  await expect(write(page)).toBeEnabled();
  expect(await stored(shop)).toEqual([]);

  // Once it is on its way it goes on elsewhere, and is told there.
  await write(page).click();
  await page.keyboard.press('Alt+4');
  await expect(page.getByRole('heading', { level: 1, name: 'Термінали' })).toBeVisible();
  await expect(page.getByText('Імпорт: багато.csv')).toBeVisible();
  await expect(page.getByText('Нових: 5 000, змінено: 0, без змін: 0.')).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Alt+3');
  await expect(page.getByText('1–25 з 5 000')).toBeVisible();
});
