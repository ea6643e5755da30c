import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Cart, CartCreate } from '../../shared/api/carts.ts';
import type { Category, Product } from '../../shared/api/catalog.ts';
import { CATALOG_PAGE_SIZES, PAGE_SIZES, type Page } from '../../shared/api/pages.ts';
import type { ProductShop, ProductShopPatch, Scan, Tile } from '../../shared/api/product-shop.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import { type Params, search } from './queries.ts';

/** Calls of the counter: tiles, barcodes, carts. */

/** @param params as GET catalog/tiles/ takes them */
export const tilesQuery = (params: Params) =>
  queryOptions({
    queryKey: keys.tiles(params),
    queryFn: ({ signal }) => call<Page<Tile>>(`catalog/tiles/${search(params)}`, { signal }),
    placeholderData: keepPreviousData,
  });

/** @param code as a scanner read it */
export const scanQuery = (code: string) =>
  queryOptions({
    queryKey: keys.tiles({ code }),
    queryFn: ({ signal }) => call<Scan>(`catalog/scan/${search({ code })}`, { signal }),
  });

/** Other computers change prices, and no event says so. */
const PRICES_REFETCH_MS = 10_000;

/** What the products of a cart cost now, by id. @param ids ascending, with commas between them */
export const cartPricesQuery = (ids: string) =>
  queryOptions({
    queryKey: keys.cartPrices(ids),
    queryFn: async ({ signal }) => {
      const { results } = await call<Page<Tile>>(
        `catalog/tiles/${search({ ids, page_size: CATALOG_PAGE_SIZES.max })}`,
        { signal },
      );
      return Object.fromEntries(results.map(({ id, price }) => [id, price]));
    },
    enabled: ids !== '',
    refetchInterval: PRICES_REFETCH_MS,
  });

/** The categories of the tabs; more than a page of them are found by the search. */
export const tabsQuery = queryOptions({
  queryKey: keys.categoryTabs,
  queryFn: ({ signal }) =>
    call<Page<Category>>(`catalog/categories/${search({ page_size: CATALOG_PAGE_SIZES.max })}`, { signal }),
  select: (page) => page.results,
});

/** The key begins as those of the products do: what changes the catalog makes it stale. */
export const productShopQuery = (id: number) =>
  queryOptions({
    queryKey: keys.productShop(id),
    queryFn: ({ signal }) => call<ProductShop>(`catalog/products/${id}/shop/`, { signal }),
  });

/** @throws ApiError */
export const changeProductShop = (id: number, changes: ProductShopPatch): Promise<ProductShop> =>
  call(`catalog/products/${id}/shop/`, { method: 'PATCH', body: changes });

/** A product with the barcode that was scanned. @throws ApiError; the product may have been made then */
export const createScanned = async (
  fields: { name: string; price: number },
  barcode: string,
): Promise<Product> => {
  const product = await call<Product>('catalog/products/', { method: 'POST', body: fields });
  await changeProductShop(product.id, { barcodes: [barcode] });
  return product;
};

/** Other registers set carts aside and take them, and no event says so. */
const CARTS_REFETCH_MS = 15_000;

export const cartsQuery = (isTaken: boolean) =>
  queryOptions({
    queryKey: keys.carts(isTaken),
    queryFn: ({ signal }) =>
      call<Page<Cart>>(`carts/${search({ is_taken: isTaken, page_size: PAGE_SIZES.max })}`, { signal }),
    refetchInterval: CARTS_REFETCH_MS,
  });

/** A cart as a request takes it. */
export type CartBody = Pick<CartCreate, 'name' | 'remark'> & { lines: readonly object[] };

/** @param key one per filled dialog, so that repeated tries make one cart. @throws ApiError */
export const parkCart = (body: CartBody, key: string): Promise<Cart> =>
  call('carts/', { method: 'POST', body, headers: { 'Idempotency-Key': key } });

/** @param key the same for repeated tries: a lost answer comes again. @throws ApiError */
export const takeCart = (id: number, key: string): Promise<Cart> =>
  call(`carts/${id}/take/`, { method: 'POST', headers: { 'Idempotency-Key': key } });

/** Sets a taken cart aside again. @throws ApiError */
export const returnCart = (id: number): Promise<Cart> => call(`carts/${id}/return/`, { method: 'POST' });

/** @throws ApiError */
export const deleteCart = (id: number): Promise<unknown> => call(`carts/${id}/`, { method: 'DELETE' });
