import { expectAccessible } from './helpers/axe.ts';
import { leaving, openCatalog, panel, price, row, stock, stored, storedNamed } from './helpers/catalog.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

test('products are added one after another by the keyboard, changed, archived and deleted', async ({
  page,
  shop,
  signIn,
}) => {
  await shop.employee('kasyr', ['can_create_invoices']);
  // Any employee who sells may edit the catalog.
  await openCatalog(page, signIn, { username: 'kasyr' });
  await expect(page.getByRole('heading', { name: t('catalog:empty.title') })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('n');
  const name = panel(page).getByRole('textbox', { name: t('common:words.name'), exact: true });
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText(t('catalog:faults.blank'))).toBeVisible();
  await name.fill('Капучино');
  await panel(page).getByLabel(t('catalog:fields.priceUah')).fill('85,5');
  const category = panel(page).getByRole('combobox', { name: t('catalog:table.category') });
  await category.fill('Напої');
  await page.keyboard.press('Enter');
  await expect(category).toHaveValue('Напої');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expectAccessible(page);
  // A double click adds one.
  await panel(page)
    .getByRole('button', { name: t('common:words.add'), exact: true })
    .dblclick();
  await expect(panel(page).getByText('«Капучино» додано.')).toBeVisible();
  // The next product gets the category of the last one.
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('');
  await expect(category).toHaveValue('Напої');
  await name.fill('Пакет');
  await panel(page).getByLabel(t('catalog:fields.priceUah')).fill('0');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Пакет')).toContainText(t('common:words.noPrice'));
  const [drinks] = await storedNamed(shop, 'categories');
  expect(await stored(shop)).toMatchObject([
    { name: 'Капучино', price: 8550, category: drinks?.id, article: '', is_archived: false },
    { name: 'Пакет', price: 0, category: drinks?.id },
  ]);

  // A stray key loses no typed text; what another user changed meanwhile is shown before it is overwritten.
  await page.getByRole('link', { name: 'Капучино' }).click();
  await expect(panel(page).getByRole('heading', { level: 2, name: 'Капучино' })).toBeVisible();
  await panel(page).getByLabel(t('catalog:table.article')).fill('007');
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave();
    await leaving(page)
      .getByRole('button', { name: t('common:leave.stay') })
      .click();
  }
  const [coffee] = await stored(shop);
  // The panel has read the change before it is saved over.
  const reread = page.waitForResponse((response) =>
    response.url().endsWith(`/catalog/products/${coffee?.id}/`),
  );
  await shop.owner.patch(`catalog/products/${coffee?.id}/`, { article: 'K-1' });
  await reread;
  await panel(page)
    .getByRole('button', { name: t('common:save') })
    .click();
  await expect(panel(page).getByText(t('catalog:overtaken.title'))).toBeVisible();
  await panel(page)
    .getByRole('button', { name: t('common:save') })
    .click();
  await expect(panel(page).getByText(t('common:saved'), { exact: true })).toBeVisible();
  expect((await stored(shop))[0]).toMatchObject({ article: '007', price: 8550, name_for_docs: '' });

  await panel(page)
    .getByRole('button', { name: t('catalog:keeping.archive') })
    .click();
  await expect(row(page, 'Капучино')).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByText(t('catalog:kept.archived'), { exact: true }).click();
  await expect(row(page, 'Капучино')).toContainText(t('catalog:table.archived'));
  await expect(page).toHaveURL(/kept=archived/);
  await page.reload();
  await expect(row(page, 'Капучино')).toContainText(t('catalog:table.archived'));
  await page.getByRole('link', { name: 'Капучино' }).click();
  await panel(page)
    .getByRole('button', { name: t('catalog:keeping.restore') })
    .click();
  await expect(page.getByRole('heading', { name: t('common:list.noResults') })).toBeVisible();
  await page
    .getByRole('button', { name: t('catalog:filters.clearAll') })
    .last()
    .click();

  await panel(page)
    .getByRole('button', { name: t('common:words.delete') })
    .click();
  const dialog = page.getByRole('dialog', { name: t('catalog:deletion.title', { name: 'Капучино' }) });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: t('common:words.deleteNamed', { name: 'Капучино' }) }).dblclick();
  await expect(row(page, 'Капучино')).toBeHidden();
  await expect(panel(page)).toBeHidden();
  expect((await stored(shop)).map((product) => product.name)).toEqual(['Пакет']);
});

test('prices are typed one below the other in the list; a price that is not stored is not forgotten', async ({
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
  const field = (name: string) => page.getByRole('textbox', { name: t('catalog:prices.field', { name }) });
  await expect(field('Айран')).toBeFocused();
  await page.keyboard.type('32');
  await page.keyboard.press('Enter');
  await expect(field('Багет')).toBeFocused();
  await page.keyboard.type('дорого');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText(t('common:amount.format'));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(price(page, 'Багет')).toBeFocused();
  // There F2 changes the price; in the field it leads to Charge as everywhere, but not past unsaved text.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await expect(field('Вода')).toBeFocused();
  await page.keyboard.type('16,50');
  await page.keyboard.press('F2');
  await leaving(page)
    .getByRole('button', { name: t('common:leave.stay') })
    .click();
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
  await leaving(page)
    .getByRole('button', { name: t('common:leave.stay') })
    .click();
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
  await page.getByText(t('catalog:parts.products'), { exact: true }).click();
  await page.getByRole('combobox', { name: t('charge:search.label') }).fill('Багет');
  await expect(page.getByRole('option', { name: /Багет/ })).toContainText('27,00 ₴');
});

test('many are put into a category at once: all that match, and failures are named', async ({
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
  await page.getByRole('textbox', { name: t('catalog:search.label') }).fill('товар');
  await expect(page.getByText('1–25 з 40')).toBeVisible();
  await page.getByRole('checkbox', { name: t('catalog:table.checkPage') }).check();
  await page.getByRole('button', { name: t('catalog:bulk.takeAll', { count: 40 }) }).click();
  const bar = page.getByRole('region', { name: t('catalog:bulk.label') });
  await bar.getByRole('button', { name: t('catalog:table.category') }).click();
  const dialog = page.getByRole('dialog', { name: t('catalog:bulk.placing.category', { count: 40 }) });
  await dialog.getByRole('combobox', { name: t('catalog:table.category') }).fill('Різне');
  await page.keyboard.press('Enter');
  const confirm = dialog.getByRole('button', {
    name: t('catalog:bulk.placing.confirm', { name: 'Різне', count: 40 }),
  });
  await expect(confirm).toBeVisible();
  await expectAccessible(page);
  await confirm.click();
  await expect(page.getByText(t('catalog:bulk.done.category', { count: 40 })).first()).toBeVisible();
  const categories = (await stored(shop)).map(({ category_name }) => category_name);
  expect(categories.filter((name) => name === 'Різне')).toHaveLength(40);
  expect(categories.at(-1)).toBe('');

  // One of the chosen is deleted elsewhere meanwhile.
  const [victim] = await stored(shop);
  await page.getByRole('checkbox', { name: t('catalog:table.checkPage') }).check();
  await page.route('**/catalog/products/change/', async (route) => {
    await shop.owner.send('DELETE', `catalog/products/${victim?.id}/`);
    await route.continue();
  });
  await bar.getByRole('button', { name: t('catalog:keeping.archive') }).click();
  await expect(page.getByText(t('catalog:bulk.done.archive', { count: 24 })).first()).toBeVisible();
  await expect(page.getByText(t('catalog:bulk.gone'))).toBeVisible();
  await expectAccessible(page);
  expect(await stored(shop, '&is_archived=true')).toHaveLength(24);
  await page.unroute('**/catalog/products/change/');

  await page.getByRole('checkbox', { name: t('catalog:table.check', { name: 'Товар 40' }) }).check();
  await bar.getByRole('button', { name: t('common:words.delete') }).click();
  await page.getByRole('button', { name: /^Видалити \d+ товар/ }).click();
  await expect(page.getByRole('link', { name: 'Товар 40' })).toBeHidden();
});
