import type { Page, PageSizes } from '../../shared/api/pages.ts';
import type { Found, Slice } from '../store/db/list.ts';
import { HttpError } from './errors.ts';

interface PageQuery {
  page?: number | undefined;
  page_size?: number | undefined;
}

type PageOf<Item, Beside> = Page<Item> & Omit<Beside, keyof Found<unknown>>;

/**
 * Builds a page as soon as its rows are read: at once, or by a thread (store/threads/reader.ts). What is found beside
 * the rows, such as totals, stands beside the page.
 */
export interface Paginate {
  <Row, Item, Beside>(
    sizes: PageSizes,
    find: (slice: Slice) => Found<Row> & Beside,
    present: (row: Row) => Item,
  ): PageOf<Item, Beside>;
  <Row, Item, Beside>(
    sizes: PageSizes,
    find: (slice: Slice) => Promise<Found<Row> & Beside>,
    present: (row: Row) => Item,
  ): Promise<PageOf<Item, Beside>>;
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
    present: (row: Row) => Item,
  ) => {
    const page = Math.min(query.page ?? 1, MAX_PAGE);
    const limit = Math.min(query.page_size ?? sizes.default, sizes.max);
    const pageOf = ({ count, rows, ...beside }: Found<Row>) => {
      const pages = Math.max(1, Math.ceil(count / limit));
      if (page > pages) throw new HttpError(404, 'Invalid page.', {}, 'invalid_page');
      return {
        count,
        next: page < pages ? link(address, page + 1) : null,
        previous: page > 1 ? link(address, page - 1) : null,
        results: rows.map((row) => present(row)),
        ...beside,
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
