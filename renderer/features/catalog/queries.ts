import { CATALOG_PAGE_SIZES } from '../../../shared/api/pages.ts';
import { readAll } from '../../api/client.ts';

export type Named = 'categories' | 'units';

/** All of them: the list must fit into a select. */
const ALL = { page_size: CATALOG_PAGE_SIZES.max };
export const categoriesQuery = readAll('catalog/categories/', ALL);
export const unitsQuery = readAll('catalog/units/', ALL);
