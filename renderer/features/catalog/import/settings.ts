import type { ProductColumn, ProductImport, ProductKey } from '../../../../shared/api/catalog-files.ts';
import type { TableDelimiter, TableEncoding } from '../../../../shared/api/tables.ts';
import type { Params } from '../../../data/queries.ts';

/** How somebody wants a file to be read; what is absent is found out by the service. Pure. */
export interface Settings {
  encoding?: TableEncoding;
  delimiter?: TableDelimiter;
  has_header?: boolean;
  match_by?: ProductKey;
  /** Which column holds what, as chosen; absent: by the names in the first row. */
  columns?: readonly Column[];
}

export interface Column {
  field: ProductColumn;
  /** From 0. */
  column: number;
}

/** As POST catalog/products/import/ takes them. */
export const paramsOf = ({ columns, ...rest }: Settings): Params => ({
  ...rest,
  columns: columns?.map(({ field, column }) => `${field}:${column}`).join(','),
});

/** What else a file is read as makes other columns: what was chosen of the old ones means nothing any more. */
export const readAs = (
  settings: Settings,
  changes: Partial<Pick<Settings, 'encoding' | 'delimiter' | 'has_header'>>,
): Settings => {
  const { columns: _columns, ...rest } = settings;
  return { ...rest, ...changes };
};

/** A column is told to hold something, or nothing: what it is taken from holds nothing then. */
export const withColumn = (
  columns: readonly Column[],
  column: number,
  field: ProductColumn | null,
): Column[] => [
  ...columns.filter((each) => each.column !== column && each.field !== field),
  ...(field === null ? [] : [{ field, column }]),
];

/** Without these there is nothing to be made of a row. */
type Needed = 'name' | 'price';
/** What tells a product that is there needs no name: lists of prices often have none. */
const INSTEAD_OF_NAME: readonly ProductColumn[] = ['name', 'code', 'external_code', 'article'];

export const missingOf = ({ columns }: Pick<ProductImport, 'columns'>): Needed[] => {
  const has = (fields: readonly ProductColumn[]) => columns.some(({ field }) => fields.includes(field));
  return [
    ...(has(INSTEAD_OF_NAME) ? [] : (['name'] as const)),
    ...(has(['price']) ? [] : (['price'] as const)),
  ];
};

/** How many columns the file has, as far as is seen. */
export const widthOf = ({ header, sample, columns }: ProductImport): number =>
  Math.max(header.length, ...sample.map((row) => row.length), ...columns.map(({ column }) => column + 1));
