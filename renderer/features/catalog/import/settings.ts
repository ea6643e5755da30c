import type { ProductColumn, ProductImport, ProductKey } from '../../../../shared/api/catalog-files.ts';
import type { TableDelimiter, TableEncoding } from '../../../../shared/api/tables.ts';
import type { Params } from '../../../data/queries.ts';

/** How to parse the file; the service detects absent settings. Pure. */
export interface Settings {
  encoding?: TableEncoding;
  delimiter?: TableDelimiter;
  has_header?: boolean;
  match_by?: ProductKey;
  /** The chosen columns; absent: detected by the header. */
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

/** Other parse settings give other columns, so the chosen ones are dropped. */
export const readAs = (
  settings: Settings,
  changes: Partial<Pick<Settings, 'encoding' | 'delimiter' | 'has_header'>>,
): Settings => {
  const { columns: _columns, ...rest } = settings;
  return { ...rest, ...changes };
};

/** Assigns a field to a column; the field's former column is cleared. */
export const withColumn = (
  columns: readonly Column[],
  column: number,
  field: ProductColumn | null,
): Column[] => [
  ...columns.filter((each) => each.column !== column && each.field !== field),
  ...(field === null ? [] : [{ field, column }]),
];

/** The fields that a row requires. */
type Needed = 'name' | 'price';
/** A key of an existing product replaces the name: price lists often have no names. */
const INSTEAD_OF_NAME: readonly ProductColumn[] = ['name', 'code', 'external_code', 'article'];

export const missingOf = ({ columns }: Pick<ProductImport, 'columns'>): Needed[] => {
  const has = (fields: readonly ProductColumn[]) => columns.some(({ field }) => fields.includes(field));
  return [
    ...(has(INSTEAD_OF_NAME) ? [] : (['name'] as const)),
    ...(has(['price']) ? [] : (['price'] as const)),
  ];
};

/** The number of columns seen so far. */
export const widthOf = ({ header, sample, columns }: ProductImport): number =>
  Math.max(header.length, ...sample.map((row) => row.length), ...columns.map(({ column }) => column + 1));
