import type {
  DecimalSignName,
  ImportColumn,
  ProductImport,
  ProductImportQuery,
  ProductKey,
  RowProblem,
} from '../../../../shared/api/catalog-files.ts';
import type { TableDelimiter, TableEncoding } from '../../../../shared/api/tables.ts';
import type { Params } from '../../../api/keys.ts';

/** How to parse the file; the service detects absent settings. Pure. */
export interface Settings {
  encoding?: TableEncoding;
  delimiter?: TableDelimiter;
  has_header?: boolean;
  match_by?: ProductKey;
  decimal_sign?: DecimalSignName;
  /** What rows are that have a known code under another name. */
  other_names?: NonNullable<ProductImportQuery['other_names']>;
  /** False: no row names a group. */
  groups?: boolean;
  /** Hryvnias for one of a currency. */
  rates?: Readonly<Record<string, string>>;
  /** The chosen columns; absent: detected by the header. */
  columns?: readonly Column[];
}

export interface Column {
  field: ImportColumn;
  /** From 0. */
  column: number;
}

/** As POST catalog/products/import/ takes them. */
export const paramsOf = ({ columns, rates, ...rest }: Settings): Params => ({
  ...rest,
  rates:
    rates &&
    Object.entries(rates)
      .map((rate) => rate.join(':'))
      .join(','),
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
  field: ImportColumn | null,
): Column[] => [
  ...columns.filter((each) => each.column !== column && each.field !== field),
  ...(field === null ? [] : [{ field, column }]),
];

/** The fields that a row requires. */
type Needed = 'name' | 'price';
/** A key of an existing product replaces the name: price lists often have no names. */
const INSTEAD_OF_NAME: readonly ImportColumn[] = ['name', 'code', 'external_code', 'article'];

export const missingOf = ({ columns }: Pick<ProductImport, 'columns'>): Needed[] => {
  const has = (fields: readonly ImportColumn[]) => columns.some(({ field }) => fields.includes(field));
  return [
    ...(has(INSTEAD_OF_NAME) ? [] : (['name'] as const)),
    ...(has(['price']) ? [] : (['price'] as const)),
  ];
};

/** The number of columns seen so far. */
export const widthOf = ({ header, sample, columns }: ProductImport): number =>
  Math.max(header.length, ...sample.map((row) => row.length), ...columns.map(({ column }) => column + 1));

export const hasProblem = ({ rows }: Pick<ProductImport, 'rows'>, code: RowProblem): boolean =>
  rows.some(({ problems }) => problems.some((problem) => problem.code === code));

/** The currencies of prices that need a rate, with the number of their rows. */
export const otherCurrencies = ({
  rows,
}: Pick<ProductImport, 'rows'>): [currency: string, rows: number][] => {
  const counts = new Map<string, number>();
  for (const { problems } of rows)
    for (const { code, value } of problems) {
      const currency = value.split(' ').at(-1) ?? '';
      if (code === 'OTHER_CURRENCY') counts.set(currency, (counts.get(currency) ?? 0) + 1);
    }
  return [...counts];
};
