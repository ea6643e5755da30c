/** The envelope of every list. */
export interface Page<Item> {
  /** Records that match, before pagination. */
  count: number;
  next: string | null;
  previous: string | null;
  results: Item[];
}

export interface PageSizes {
  default: number;
  max: number;
}

export const PAGE_SIZES: PageSizes = { default: 25, max: 200 };
export const CATALOG_PAGE_SIZES: PageSizes = { default: 100, max: 500 };
