import { PRODUCT_COLUMNS, type ProductColumn } from '../../../../shared/api/catalog-files.ts';
import { type ProblemCode, problem } from '../../../../shared/errors.ts';
import { fold } from '../../../../shared/text.ts';
import { ValidationError } from '../../errors.ts';
import type { TableFacts } from '../../tables/table.ts';

/** Column names in Kramar's own files. */
export const COLUMN_TITLES: Record<'uk' | 'en', Record<ProductColumn, string>> = {
  uk: {
    code: 'Код',
    name: 'Назва',
    price: 'Ціна',
    article: 'Артикул',
    external_code: 'Зовнішній код',
    category: 'Категорія',
    unit: 'Одиниця',
    name_for_docs: 'Назва для документів',
    is_archived: 'В архіві',
    barcodes: 'Штрихкоди',
    tile_color: 'Колір плитки',
    is_favorite: 'Улюблений',
    tax: 'Податкові ставки',
    uktzed: 'Код УКТЗЕД',
    header: 'Текст перед назвою',
    footer: 'Текст після назви',
  },
  en: {
    code: 'Code',
    name: 'Name',
    price: 'Price',
    article: 'Article',
    external_code: 'External code',
    category: 'Category',
    unit: 'Unit',
    name_for_docs: 'Name for documents',
    is_archived: 'Archived',
    barcodes: 'Barcodes',
    tile_color: 'Tile color',
    is_favorite: 'Favorite',
    tax: 'Tax rates',
    uktzed: 'UKTZED code',
    header: 'Text before the name',
    footer: 'Text after the name',
  },
};

/** Column names in other files, besides the interface's own names (external_code). */
const OTHER_NAMES: Record<ProductColumn, readonly string[]> = {
  code: [],
  name: [
    ...['товар', 'назва товару', 'найменування', 'найменування товару', 'номенклатура', 'назва послуги'],
    ...['product', 'product name', 'item', 'item name', 'title'],
  ],
  price: [
    ...['вартість', 'ціна продажу', 'ціна роздрібна', 'роздрібна ціна', 'ціна за одиницю'],
    ...['retail price', 'sale price', 'unit price'],
  ],
  article: ['арт', 'код товару постачальника', 'sku', 'article number', 'vendor code'],
  external_code: ['зовнішній ід', 'зовнішній id', 'external id', 'код 1с'],
  category: ['категорія товару', 'група', 'група товарів', 'розділ', 'group', 'product category'],
  unit: [
    ...['одиниця виміру', 'одиниці виміру', 'од', 'од виміру', 'од вим', 'одиниці'],
    ...['units', 'unit of measure', 'uom', 'measure'],
  ],
  name_for_docs: ['назва для чека', 'назва в документах', 'name in documents', 'document name'],
  barcodes: [
    ...['штрихкод', 'штрих код', 'штрих коди', 'шк', 'barcode', 'bar code', 'bar codes'],
    ...['ean', 'ean 13', 'ean13', 'ean 8', 'upc', 'gtin'],
  ],
  tile_color: ['колір', 'color', 'colour', 'tile colour'],
  is_favorite: ['улюблене', 'favourite', 'is favourite'],
  // Not «ПДВ»: such columns hold percents, not the register's numbers of rates.
  tax: ['податкова ставка', 'податки', 'tax rate', 'taxes'],
  uktzed: ['уктзед', 'укт зед', 'код укт зед', 'uktzed', 'ukt zed'],
  header: [],
  footer: [],
  is_archived: ['архів', 'архівний', 'архівовано', 'archive', 'is archived'],
};

/** «Ціна, грн» → `ціна`; `external_code` → `external code`. */
const bare = (title: string): string =>
  fold(title)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/ (грн|uah|гривень)(?= |$)/u, '')
    .trim();

const FIELDS: ReadonlyMap<string, ProductColumn> = new Map(
  PRODUCT_COLUMNS.flatMap((field) =>
    [field, COLUMN_TITLES.uk[field], COLUMN_TITLES.en[field], ...OTHER_NAMES[field]].map(
      (title) => [bare(title), field] as const,
    ),
  ),
);

/** Index of each column, from 0. */
export type Columns = ReadonlyMap<ProductColumn, number>;

/** Matches columns by the header's names; of two equal names the first counts. */
const columnsByName = (header: readonly string[]): Columns => {
  const columns = new Map<ProductColumn, number>();
  for (const [index, title] of header.entries()) {
    const field = FIELDS.get(bare(title));
    if (field !== undefined && !columns.has(field)) columns.set(field, index);
  }
  return columns;
};

export const countProductNames = (cells: readonly string[]): number => columnsByName(cells).size;

const refuse = (code: ProblemCode, message: string) =>
  new ValidationError({ columns: [problem(code, message)] });

/** `name:0,price:3` @throws ValidationError */
const parseColumns = (requested: string, width: number): Columns => {
  const columns = new Map<ProductColumn, number>();
  for (const part of requested.split(',')) {
    const [, name = '', index = ''] = /^\s*(\w+)\s*:\s*(\d{1,4})\s*$/.exec(part) ?? [];
    const field = PRODUCT_COLUMNS.find((known) => known === name);
    if (field === undefined)
      throw refuse(
        'unknown_column',
        `"${part.trim()}" names no column. Expected name:0,price:1 out of: ${PRODUCT_COLUMNS.join(', ')}.`,
      );
    if (columns.has(field)) throw refuse('duplicate', `Two columns are named for "${field}".`);
    if (Number(index) >= width)
      throw refuse(
        'unknown_column',
        `There is no column ${index} for "${field}": the table has ${width}, counted from 0.`,
      );
    columns.set(field, Number(index));
  }
  return columns;
};

/**
 * The requested columns; else those named in the header; a table without names is assumed to have names and prices.
 * @throws ValidationError
 */
export const findColumns = (requested: string | undefined, { header, has_header }: TableFacts): Columns => {
  if (requested !== undefined) return parseColumns(requested, header.length);
  if (has_header) return columnsByName(header);
  return header.length < 2
    ? new Map()
    : new Map([
        ['name', 0],
        ['price', 1],
      ]);
};

/** Keys that identify a product without a name: price lists often have none. */
const INSTEAD_OF_NAME = ['code', 'external_code', 'article'] as const;

/** Required columns that the table lacks. */
export const missingColumns = (columns: Columns): ProductColumn[] => [
  ...(columns.has('name') || INSTEAD_OF_NAME.some((field) => columns.has(field)) ? [] : (['name'] as const)),
  ...(columns.has('price') ? [] : (['price'] as const)),
];

/** @throws ValidationError if one is missing */
export const refuseMissing = (columns: Columns, { header, has_header }: TableFacts): void => {
  const missing = missingColumns(columns);
  if (missing.length === 0) return;
  const titles = missing.map((field) => `"${COLUMN_TITLES.uk[field]}" (${COLUMN_TITLES.en[field]})`);
  const found = has_header
    ? `The first row names: ${header.map((title) => `"${title}"`).join(', ')}.`
    : `The table has no names of columns, and ${header.length} of them.`;
  throw refuse(
    'missing_column',
    `No column is known for ${titles.join(' and ')}. ${found} Nothing was changed. Name them in the file, or say which ` +
      'columns they are: columns=name:0,price:1.',
  );
};
