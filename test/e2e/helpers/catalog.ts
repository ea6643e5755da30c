import type { Page } from '@playwright/test';
import type { Category, Product, Unit } from '../../../shared/api/catalog.ts';
import type { Page as ListPage } from '../../../shared/api/pages.ts';
import type { Shop } from '../../helpers/shop.ts';
import { expect, type SignIn } from './fixtures.ts';
import { t } from './texts.ts';

/** The catalog's screens as their specs speak of them. */

export const stored = async (shop: Shop, query = ''): Promise<Product[]> =>
  (await shop.owner.get<ListPage<Product>>(`catalog/products/?page_size=500&ordering=code${query}`)).body
    .results;

export const storedNamed = async (shop: Shop, kind: 'categories' | 'units') =>
  (await shop.owner.get<ListPage<Category | Unit>>(`catalog/${kind}/`)).body.results;

export const stock = async (shop: Shop, products: readonly (readonly [name: string, price: number])[]) => {
  for (const [name, price] of products) await shop.owner.post('catalog/products/', { name, price });
};

export const openCatalog = async (
  page: Page,
  signIn: SignIn,
  { title = t('common:places.catalog'), username = 'owner' } = {},
) => {
  await signIn(username, '/catalog');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

export const panel = (page: Page) => page.getByRole('complementary');
export const row = (page: Page, name: string) => page.getByRole('row', { name });
export const price = (page: Page, name: string) =>
  row(page, name).getByRole('button', { name: /змінити ціну/ });
export const leaving = (page: Page) => page.getByRole('dialog', { name: t('common:leave.title') });

/** As if it were dragged from the desk onto the screen. */
export const drop = async (page: Page, name: string, content: Buffer): Promise<void> => {
  const file = await page.evaluateHandle(
    ({ name: fileName, bytes }) => {
      const carried = new DataTransfer();
      carried.items.add(new File([new Uint8Array(bytes)], fileName));
      return carried;
    },
    { name, bytes: [...content] },
  );
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('main', event, { dataTransfer: file });
};

const CP1251 = new Map(
  [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (character, byte) => [character, byte],
  ),
);
export const cp1251 = (text: string): Buffer =>
  Buffer.from([...text].map((character) => CP1251.get(character) ?? 63));
