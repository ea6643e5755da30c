import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  type Category,
  category,
  type Product,
  product,
  type Unit,
  unit,
} from '../../../shared/api/catalog.ts';
import { productShop } from '../../../shared/api/product-shop.ts';
import { system } from '../../../shared/api/system.ts';
import { listOf, sample } from '../../helpers/sample.ts';
import { bodiesOf, hold, type Sent, serve } from '../helpers/api.ts';
import { expectAccessible } from '../helpers/axe.ts';
import { press, type } from '../helpers/keys.ts';
import { OWNER, openScreen } from '../helpers/screen.tsx';
import { en, t } from '../helpers/texts.ts';

const panel = page.getByRole('complementary');
const row = (name: string) => page.getByRole('row', { name });
const price = (name: string) => row(name).getByRole('button', { name: /змінити ціну/ });
const save = page.getByRole('button', { name: t('common:save'), exact: true });
const name = page.getByRole('textbox', { name: t('common:words.name'), exact: true });

const productOf = (id: number, title: string, minor: number): Product =>
  sample(product, {
    id,
    code: id,
    name: title,
    price: minor,
    article: '',
    category: null,
    unit: null,
    category_name: '',
    unit_name: '',
  });

interface Stock {
  products?: Product[];
  categories?: Category[];
  units?: Unit[];
}

/** A catalog in which what is sent is stored. */
const serveCatalog = ({ products = [], categories = [], units = [] }: Stock) => {
  const changeIn = <Row extends { id: number }>(rows: Row[], { ids: [id], body }: Sent): Row => {
    const at = rows.findIndex((each) => each.id === id);
    const changed = { ...rows[at], ...(body as Partial<Row>) } as Row;
    rows[at] = changed;
    return changed;
  };
  const addTo = <Row extends object>(rows: Row[], made: Row): Row => {
    rows.push(made);
    return made;
  };
  const found = ({ ids: [id] }: Sent) => products.find((each) => each.id === id) as Product;
  serve({
    'GET system/': sample(system, { terminals: [] }),
    'GET catalog/products/': () => listOf(products),
    'GET catalog/products/{id}/': found,
    'GET catalog/products/{id}/shop/': ({ ids: [id = 0] }) =>
      sample(productShop, { product: id, barcodes: [], tile_color: '', is_favorite: false }),
    'PATCH catalog/products/{id}/': (sent) => changeIn(products, sent),
    'POST catalog/products/': ({ body }) => {
      const { name: title, price: minor } = body as Product;
      return addTo(products, productOf(products.length + 1, title, minor));
    },
    'GET catalog/categories/': () => listOf(categories),
    'POST catalog/categories/': ({ body }) =>
      addTo(categories, sample(category, { id: categories.length + 1, ...(body as { name: string }) })),
    'PATCH catalog/categories/{id}/': (sent) => changeIn(categories, sent),
    'DELETE catalog/categories/{id}/': ({ ids: [id] }) => {
      categories.splice(
        categories.findIndex((each) => each.id === id),
        1,
      );
      return new Response(null, { status: 204 });
    },
    'GET catalog/units/': () => listOf(units),
    'PATCH catalog/units/{id}/': (sent) => changeIn(units, sent),
  });
};

test('what is typed while a product is being saved, or added, stays, and is saved by the next press', async () => {
  const products = [productOf(1, 'Кава', 7500)];
  serveCatalog({ products });
  await openScreen('/catalog/products');
  // The badge of its key is no part of its name.
  await expect.element(page.getByRole('button', { name: t('catalog:add'), exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Кава' }).click();
  const article = panel.getByRole('textbox', { name: t('catalog:table.article') });
  await panel.getByRole('textbox', { name: t('common:words.name'), exact: true }).fill('Кава мелена');
  const patch = hold('PATCH catalog/products/{id}/');
  await save.click();
  await expect.poll(patch.count).toBe(1);
  await article.fill('77');
  patch.release();
  await expect.element(panel.getByRole('heading', { name: 'Кава мелена' })).toBeVisible();
  await expect.element(article).toHaveValue('77');
  await expect.element(panel.getByText(t('catalog:edit.dirty'))).toBeVisible();
  await save.click();
  await expect.element(panel.getByText(t('common:saved'), { exact: true })).toBeVisible();
  expect(bodiesOf('PATCH catalog/products/{id}/')).toEqual([{ name: 'Кава мелена' }, { article: '77' }]);

  await press('Escape n');
  await expect.element(name).toHaveFocus();
  await name.fill('Хліб');
  const sum = panel.getByRole('textbox', { name: t('catalog:table.price') });
  await sum.fill('32');
  const post = hold('POST catalog/products/');
  await press('Enter');
  await expect.poll(post.count).toBe(1);
  await name.fill('Молоко');
  post.release();
  await expect.element(price('Хліб')).toHaveTextContent('32,00 ₴');
  await expect.element(name).toHaveValue('Молоко');
  await expect.element(name).toHaveFocus();
  await expect.element(sum).toHaveValue('');
  await sum.fill('45');
  await press('Enter');
  await expect.element(price('Молоко')).toHaveTextContent('45,00 ₴');
  expect(products.map((each) => each.name)).toEqual(['Кава мелена', 'Хліб', 'Молоко']);
});

test('an amount of a product that may be two stays as it is typed, in its cell and in its panel', async () => {
  serveCatalog({ products: [productOf(1, 'Кава', 7500)] });
  await openScreen('/catalog/products');
  const expectRefused = async (field: ReturnType<typeof page.getByRole>) => {
    await press('Enter');
    await expect.element(field).toHaveValue('1,234');
    await expect.element(field).toHaveAccessibleDescription(new RegExp(t('common:amount.format')));
    await expect.element(field).toHaveAttribute('inputmode', 'decimal');
  };
  await price('Кава').click();
  const cell = page.getByRole('textbox', { name: t('catalog:prices.field', { name: 'Кава' }) });
  await expect.element(cell).toHaveValue('75,00');
  // The focus has selected the old price.
  await type('1,234');
  await expectRefused(cell);
  await expectAccessible();
  await press('Escape');
  await page.getByRole('link', { name: 'Кава' }).click();
  const field = panel.getByRole('textbox', { name: t('catalog:fields.priceUah') });
  await field.fill('1,234');
  await expectRefused(field);
  await field.fill('1 234,50 ₴');
  await press('Enter');
  await expect.element(price('Кава')).toHaveTextContent('1 234,50 ₴');
});

test('in a drawer the focus stays where somebody types, also on a busy computer', async () => {
  serveCatalog({ products: [productOf(1, 'Айран', 3000)] });
  await page.viewport(1024, 700);
  // What is to be done at once by a timer is done after the first keys.
  const { setTimeout: later } = window;
  const late = vi
    .spyOn(window, 'setTimeout')
    .mockImplementation(((run: () => void, ms?: number) => later(run, ms || 300)) as typeof setTimeout);
  await openScreen('/catalog/products');
  await page.getByRole('link', { name: 'Айран' }).click();
  const article = page.getByRole('dialog').getByRole('textbox', { name: t('catalog:fields.article') });
  await article.click();
  await type('A-');
  await new Promise<void>((resolve) => later(resolve, 400));
  await type('17');
  late.mockRestore();
  await expect.element(article).toHaveValue('A-17');
});

test('a category and a unit: what is typed meanwhile stays, a name that was changed elsewhere is shown first', async () => {
  const categories: Category[] = [];
  const units = [sample(unit, { id: 1, name: 'Шт', short_name: 'шт' })];
  serveCatalog({ categories, units });
  await openScreen('/catalog/categories');
  const next = page.getByRole('textbox', { name: t('catalog:named.newName.categories') });
  await next.fill('Напої');
  const post = hold('POST catalog/categories/');
  await press('Enter');
  await expect.poll(post.count).toBe(1);
  await next.fill('Випічка');
  post.release();
  await expect.element(row('Напої')).toBeVisible();
  await expect.element(next).toHaveValue('Випічка');
  await expect.element(next).toHaveFocus();
  await press('Enter');
  await expect.element(row('Випічка')).toBeVisible();
  await expect.element(next).toHaveValue('');
  await expect.element(next).toHaveFocus();
  expect(categories.map((each) => each.name)).toEqual(['Напої', 'Випічка']);

  await page.getByRole('button', { name: t('catalog:named.edit', { name: 'Напої' }) }).click();
  await name.fill('Гарячі напої');
  categories[0] = sample(category, { id: 1, name: 'Холодні напої' });
  await press('Enter');
  await expect.element(page.getByText(t('common:overtaken', { value: 'Холодні напої' }))).toBeVisible();
  expect(categories[0]?.name).toBe('Холодні напої');
  await press('Enter');
  await expect
    .element(page.getByRole('button', { name: t('catalog:named.edit', { name: 'Гарячі напої' }) }))
    .toBeVisible();
  expect(categories[0]?.name).toBe('Гарячі напої');

  await page.getByRole('link', { name: t('catalog:parts.units') }).click();
  await page.getByRole('button', { name: t('catalog:named.edit', { name: 'Шт' }) }).click();
  const short = page.getByRole('textbox', { name: t('catalog:named.short'), exact: true });
  await name.fill('Порція');
  const patch = hold('PATCH catalog/units/{id}/');
  await press('Enter');
  await expect.poll(patch.count).toBe(1);
  await short.fill('порц');
  patch.release();
  await expect.poll(() => units[0]?.name).toBe('Порція');
  await expect.element(save).not.toHaveAttribute('data-loading');
  await expect.element(short).toHaveValue('порц');
  // The empty form of the next unit forgets nothing of this one.
  await page.getByRole('link', { name: t('catalog:parts.products') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:leave.stay') })
    .click();
  await short.click();
  await press('Enter');
  await expect.element(row('Порція')).toMatchTextContent('порц');
  expect(units).toMatchObject([{ name: 'Порція', short_name: 'порц' }]);
});

test('a category leads to its products, and is deleted after what they lose is said', async () => {
  serveCatalog({
    products: [productOf(1, 'Tea', 1000)],
    categories: [sample(category, { id: 7, name: 'Hot drinks' })],
  });
  await openScreen('/catalog/categories', { language: 'en', scheme: 'dark' });
  const remove = page.getByRole('button', { name: en('common:words.deleteNamed', { name: 'Hot drinks' }) });
  await expect
    .element(page.getByRole('link', { name: en('catalog:named.productsOf', { name: 'Hot drinks' }) }))
    .toHaveAttribute('href', expect.stringContaining('category=7'));
  await expectAccessible();
  await remove.click();
  await expect.element(page.getByText(en('catalog:named.losesCount.categories', { count: 1 }))).toBeVisible();
  await remove.last().click();
  await expect
    .element(page.getByRole('heading', { name: en('catalog:named.emptyTitle.categories') }))
    .toBeVisible();
});

test('who may not change the catalog sees it, the reason, and nothing that would change it', async () => {
  serveCatalog({
    products: [productOf(1, 'Капучино', 8550)],
    categories: [sample(category, { id: 1, name: 'Напої' })],
  });
  await openScreen('/catalog/products', { by: { ...OWNER, is_owner: false, catalog_read_only: true } });
  await expect.element(row('Капучино')).toMatchTextContent('85,50');
  const expectReadOnly = async (name: string) => {
    await expect.element(page.getByText(t('catalog:readOnly'))).toBeVisible();
    await expect.element(row(name).getByRole('button')).not.toBeInTheDocument();
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  };
  await expectReadOnly('Капучино');
  for (const forbidden of ['catalog:add', 'catalog:import.button'] as const)
    await expect.element(page.getByRole('button', { name: t(forbidden) })).not.toBeInTheDocument();
  await press('n');
  await expect.element(panel).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'Капучино' }).click();
  await expect.element(name).toBeDisabled();
  await expect.element(panel.getByRole('button', { name: t('common:words.delete') })).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('link', { name: t('catalog:parts.categories') }).click();
  await expect.element(row('Напої')).toBeVisible();
  await expectReadOnly('Напої');
  await expect
    .element(page.getByRole('textbox', { name: t('catalog:named.newName.categories') }))
    .not.toBeInTheDocument();
});
