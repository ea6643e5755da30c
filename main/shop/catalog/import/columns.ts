import { IMPORT_COLUMNS, type ImportColumn, PRODUCT_COLUMNS } from '../../../../shared/api/catalog-files.ts';
import type { ProblemCode } from '../../../../shared/errors.ts';
import { foldLookAlikes } from '../../../../shared/text.ts';
import { fieldRefusal } from '../../errors.ts';
import type { TableFacts } from '../../tables/table.ts';
import { currencyInTitle, HRYVNIA } from '../../tables/typed-amount.ts';
import { FIELDS } from './fields.ts';

/** `Ціна, грн` → `ціна`; `Price [Shop 1]` → `price`; `external_code` → `external code`. */
const bare = (title: string): string =>
  foldLookAlikes(title)
    .replaceAll(/(?<=\S\s*)\[[^\]]*\]/gu, ' ')
    .replaceAll(/(?<!\p{L})у\. ?[ое]\.?(?!\p{L})/gu, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/(?<= )(?:грн|гривень|uah|usd|eur|pln|дол|долл|доларів|євро|евро|zł)(?= |$)/gu, '')
    .replaceAll(/ +/g, ' ')
    .trim();

/** The names of each column, the best first. */
const NAMES: ReadonlyMap<ImportColumn, readonly string[]> = new Map<ImportColumn, readonly string[]>([
  ...PRODUCT_COLUMNS.map((field): [ImportColumn, string[]] => {
    const { title, preferred = [], names } = FIELDS[field];
    return [field, [...preferred, field, title.uk, title.en, ...names].map(bare)];
  }),
  ['currency', ['валюта', 'код валюти', 'валюта ціни', 'валюта цены', 'currency', 'ccy', 'currency code']],
]);

/** Index of each column, from 0. */
export type Columns = ReadonlyMap<ImportColumn, number>;

/** Whether a column of prices is in another currency than the hryvnia. */
const isForeign = (title: string): boolean => (currencyInTitle(title) ?? HRYVNIA) !== HRYVNIA;

const GOODS_COLORS = new Set(['колір', 'color', 'colour']);
const ATTRIBUTES = new Set([
  ...['розмір', 'размер', 'size', 'бренд', 'brand', 'виробник', 'производитель', 'vendor', 'manufacturer'],
  ...['матеріал', 'материал', 'material', 'країна виробник', 'наявність', 'залишок', 'кількість', 'опис'],
]);

/** Matches columns by the header's names; of two equal names the first counts, of two prices that in hryvnias. */
const columnsByName = (header: readonly string[]): Columns => {
  const names = header.map(bare);
  const columns = new Map<ImportColumn, number>();
  const taken = new Set<number>();
  const find = (known: readonly string[], isCandidate: (index: number) => boolean): number | undefined => {
    for (const name of known) {
      const index = names.findIndex((each, at) => each === name && !taken.has(at) && isCandidate(at));
      if (index >= 0) return index;
    }
    return undefined;
  };
  for (const [field, known] of NAMES) {
    const index =
      field === 'price'
        ? (find(known, (at) => !isForeign(header[at] ?? '')) ?? find(known, () => true))
        : find(known, () => true);
    if (index === undefined) continue;
    columns.set(field, index);
    taken.add(index);
  }
  // Beside such columns it is the colour of the goods.
  const color = names[columns.get('tile_color') ?? -1] ?? '';
  if (GOODS_COLORS.has(color) && names.some((name) => ATTRIBUTES.has(name))) columns.delete('tile_color');
  // OpenCart lists the numbers of categories under this name.
  if (names.includes('product id') && names[columns.get('category') ?? -1] === 'categories')
    columns.delete('category');
  return columns;
};

export const countProductNames = (cells: readonly string[]): number => columnsByName(cells).size;

const refuse = (code: ProblemCode, message: string) => fieldRefusal('columns', code, message);

/** `name:0,price:3` @throws ValidationError */
const parseColumns = (requested: string, width: number): Columns => {
  const columns = new Map<ImportColumn, number>();
  for (const part of requested.split(',')) {
    const [, name = '', index = ''] = /^\s*(\w+)\s*:\s*(\d{1,4})\s*$/.exec(part) ?? [];
    const field = IMPORT_COLUMNS.find((known) => known === name);
    if (field === undefined)
      throw refuse(
        'unknown_column',
        `"${part.trim()}" names no column. Expected name:0,price:1 out of: ${IMPORT_COLUMNS.join(', ')}.`,
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
export const findColumns = (
  requested: string | undefined,
  { header, has_header, width }: TableFacts,
): Columns => {
  if (requested !== undefined) return parseColumns(requested, Math.max(header.length, width));
  if (has_header) return columnsByName(header);
  return header.length < 2
    ? new Map()
    : new Map([
        ['name', 0],
        ['price', 1],
      ]);
};

/** The currency that the title of the price names. */
export const currencyOfColumn = (columns: Columns, { header }: TableFacts): string | undefined =>
  currencyInTitle(header[columns.get('price') ?? -1] ?? '');

/** Keys that identify a product without a name: price lists often have none. */
const INSTEAD_OF_NAME = ['code', 'external_code', 'article'] as const;

/** Required columns that the table lacks. */
export const missingColumns = (columns: Columns): ('name' | 'price')[] => [
  ...(columns.has('name') || INSTEAD_OF_NAME.some((field) => columns.has(field)) ? [] : (['name'] as const)),
  ...(columns.has('price') ? [] : (['price'] as const)),
];

/** @throws ValidationError if one is missing */
export const refuseMissing = (columns: Columns, { header, has_header }: TableFacts): void => {
  const missing = missingColumns(columns);
  if (missing.length === 0) return;
  const titles = missing.map((field) => `"${FIELDS[field].title.uk}" (${FIELDS[field].title.en})`);
  const found = has_header
    ? `The first row names: ${header.map((title) => `"${title}"`).join(', ')}.`
    : `The table has no names of columns, and ${header.length} of them.`;
  throw refuse(
    'missing_column',
    `No column is known for ${titles.join(' and ')}. ${found} Nothing was changed. Name them in the file, or say which ` +
      'columns they are: columns=name:0,price:1.',
  );
};
