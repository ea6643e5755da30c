import { readFile } from 'node:fs/promises';
import { expectAccessible } from './helpers/axe.ts';
import { cp1251, drop, row as listed, openCatalog, stock, stored, storedNamed } from './helpers/catalog.ts';
import { expect, test } from './helpers/fixtures.ts';
import { wideTables } from './helpers/measure.ts';
import { t } from './helpers/texts.ts';

const write = (page: Parameters<typeof drop>[0]) => page.getByRole('button', { name: /^Імпортувати \d/ });
/** Not the same row of the sample above it. */
const row = (page: Parameters<typeof drop>[0], name: string) =>
  page.getByRole('table', { name: t('catalog:import.table.caption') }).getByRole('row', { name });
const cell = (page: Parameters<typeof drop>[0], name: string) => row(page, name).getByRole('cell').last();

test('a dropped file shows row by row what it would do, and does it once confirmed; its export changes nothing', async ({
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
  await expect(page.getByRole('heading', { level: 1, name: t('catalog:import.title') })).toBeVisible();
  // It asks for the columns that it cannot know.
  await expect(page.getByText('Не розпізнано: «Ціна».')).toBeVisible();
  await expect(page.getByText(/CSV, Windows-1251, крапка з комою/)).toBeVisible();
  await expect(write(page)).toBeHidden();
  await expectAccessible(page);
  await page
    .getByLabel(t('catalog:import.reading.column', { column: '1', name: 'Що' }))
    .selectOption(t('common:words.name'));
  await page
    .getByLabel(t('catalog:import.reading.column', { column: '2', name: 'Скільки' }))
    .selectOption(t('catalog:table.price'));
  await expect(cell(page, 'Кава')).toHaveText(/Ціна 75,00 → 80,00/);
  await expect(cell(page, 'Чай')).toContainText('Артикул 007');
  await expect(cell(page, 'Пиріг')).toHaveText('Ціна: «дорого» — не сума. Введіть її як 1 234,50');
  await expect(page.getByText('Нова категорія: «Напої»')).toBeVisible();
  // On a phone too, each row says what it would do, and the reason of a refusal is read whole.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => wideTables(page)).toEqual([]);
  if (size) await page.setViewportSize(size);
  await expect(
    page.getByText(t('catalog:import.counts.unchanged', { unchanged: '1', rows: '5' })),
  ).toBeVisible();
  await page.getByText('З помилками 1', { exact: true }).click();
  await expect(row(page, 'Чай')).toBeHidden();
  await expect(write(page)).toBeDisabled();
  await page.getByRole('checkbox', { name: t('catalog:import.write.skip', { count: 1 }) }).check();
  await expectAccessible(page);
  expect(await stored(shop)).toHaveLength(2);

  // Another user changes the catalog before it is confirmed: nothing is written, and the current preview is shown.
  const [coffee] = await stored(shop);
  await shop.owner.patch(`catalog/products/${coffee?.id}/`, { price: 7700 });
  await write(page).click();
  await expect(page.getByText(t('catalog:import.overtaken.title'))).toBeVisible();
  await page.getByText('Зміни 1', { exact: true }).click();
  await expect(cell(page, 'Кава')).toHaveText(/77,00 → 80,00/);
  expect(await stored(shop)).toHaveLength(2);
  await expect(write(page)).toHaveText(t('catalog:import.write.button', { count: 3 }));
  await write(page).dblclick();
  await expect(
    page.getByRole('heading', { name: t('catalog:import.done.title', { name: 'прайс.csv' }) }),
  ).toBeVisible();
  await expect(
    page.getByText(t('catalog:import.done.text', { created: '2', changed: '1', unchanged: '1' })).first(),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await stored(shop)).toMatchObject([
    { name: 'Кава', price: 8000 },
    { name: 'Вода', price: 1500 },
    { name: 'Чай', price: 1250, article: '007', category_name: 'Напої' },
    { name: '=Сік "Сад"', price: 123_450, article: '1e3', category_name: 'Напої' },
  ]);
  expect(await storedNamed(shop, 'categories')).toHaveLength(1);
  await page.getByRole('button', { name: t('catalog:import.done.newest') }).click();
  await expect(listed(page, 'Чай')).toBeVisible();

  await page.getByRole('button', { name: t('common:export.button') }).click();
  await expect(page.getByText(t('catalog:export.what', { count: 4 }))).toBeVisible();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^XLSX/ }).click(),
  ]);
  await drop(page, 'назад.xlsx', await readFile(await saved.path()));
  await expect(
    page.getByText(t('catalog:import.counts.unchanged', { unchanged: '4', rows: '4' })),
  ).toBeVisible();
  await expect(page.getByText(t('catalog:import.write.nothing'))).toBeVisible();
});

test('a file that is no table is explained in words; an import is cancelled, and left, without a trace', async ({
  page,
  shop,
  signIn,
}) => {
  await openCatalog(page, signIn);
  await page.getByRole('button', { name: t('catalog:empty.import') }).click();
  await expectAccessible(page);
  const choose = page.locator('input[type="file"]');
  await choose.setInputFiles({ name: 'прайс.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.7 …') });
  await expect(page.getByRole('alert')).toContainText(t('refusals:refused.document'));
  await page.getByRole('button', { name: t('catalog:import.another') }).click();
  await choose.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('') });
  await expect(page.getByRole('alert')).toContainText(t('catalog:import.fault.empty'));

  // Many rows stay quick to look through: a page of them is drawn.
  const many = Array.from({ length: 5000 }, (_, index) => `Товар ${index};${index},50`);
  await choose.setInputFiles({
    name: 'багато.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Назва;Ціна\n${many.join('\n')}`),
  });
  await expect(write(page)).toHaveText('Імпортувати 5 000 товарів');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(26);
  await page.getByRole('button', { name: t('common:pager.next') }).click();
  await expect(page.getByText('26–50 з 5 000')).toBeVisible();
  await page.keyboard.press('Alt+4');
  const leaving = page.getByRole('dialog', { name: t('catalog:import.leave.title') });
  await leaving.getByRole('button', { name: t('common:leave.stay') }).click();

  // Cancelled on its way: the service never gets to write.
  await page.route(/products\/import\/.*expected_digest/, async (route) => {
    await page.getByRole('button', { name: t('common:work.stop') }).click();
    await route.abort().catch(() => undefined);
  });
  await write(page).click();
  await expect(page.getByText(t('catalog:import.stopped.title'))).toBeVisible();
  await page.unroute(/products\/import\/.*expected_digest/);
  await expect(write(page)).toBeEnabled();
  expect(await stored(shop)).toEqual([]);

  // Once it has started it continues on other screens, and its result is shown there.
  await write(page).click();
  await page.keyboard.press('Alt+4');
  await expect(page.getByRole('heading', { level: 1, name: t('common:places.reports') })).toBeVisible();
  await expect(page.getByText(t('catalog:import.work', { name: 'багато.csv' }))).toBeVisible();
  await expect(
    page.getByText(t('catalog:import.done.text', { created: '5 000', changed: '0', unchanged: '0' })),
  ).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Alt+3');
  await expect(page.getByText('1–25 з 5 000')).toBeVisible();
});
