import type { Page, PageSizes } from '../../shared/api/pages.ts';
import type { Found, Slice } from '../store/db/list.ts';
import { HttpError } from './errors.ts';

interface PageQuery {
  page?: number | undefined;
  page_size?: number | undefined;
}

/**
 * Builds a page as soon as its rows are read: at once, or by a thread (store/threads/reader.ts). `more` gives the
 * answer's fields beside the page.
 */
export interface Paginate {
  <What extends Found<unknown>, Item, More>(
    sizes: PageSizes,
    find: (slice: Slice) => What,
    present: (rows: What['rows']) => Item[],
    more?: (found: What) => More,
  ): Page<Item> & More;
  <What extends Found<unknown>, Item, More>(
    sizes: PageSizes,
    find: (slice: Slice) => Promise<What>,
    present: (rows: What['rows']) => Item[],
    more?: (found: What) => More,
  ): Promise<Page<Item> & More>;
}

/** Beyond any table: a page this far is past the last one, and its offset still a safe integer. */
const MAX_PAGE = 1e12;

/**
 * Builds one page of a list with absolute links to its neighbours that keep every other parameter.
 * @throws HttpError 404 for a page past the last
 */
export const paginateAt = (address: URL, query: PageQuery): Paginate => {
  const paginate = <Row, Item>(
    sizes: PageSizes,
    find: (slice: Slice) => Found<Row> | Promise<Found<Row>>,
    present: (rows: Row[]) => Item[],
    more?: (found: Found<Row>) => object,
  ) => {
    const page = Math.min(query.page ?? 1, MAX_PAGE);
    const limit = Math.min(query.page_size ?? sizes.default, sizes.max);
    const pageOf = (found: Found<Row>) => {
      const pages = Math.max(1, Math.ceil(found.count / limit));
      if (page > pages) throw new HttpError(404, 'Invalid page.', {}, 'invalid_page');
      return {
        count: found.count,
        next: page < pages ? link(address, page + 1) : null,
        previous: page > 1 ? link(address, page - 1) : null,
        results: present(found.rows),
        ...more?.(found),
      };
    };
    const found = find({ limit, offset: (page - 1) * limit });
    return found instanceof Promise ? found.then(pageOf) : pageOf(found);
  };
  return paginate as Paginate;
};

const link = (address: URL, page: number): string => {
  const url = new URL(address);
  url.searchParams.delete('page');
  if (page > 1) url.searchParams.set('page', String(page));
  return url.href;
};
