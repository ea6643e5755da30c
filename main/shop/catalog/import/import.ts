import type { IMPORT_PHASES, ProductImportQuery } from '../../../../shared/api/catalog-files.ts';
import { problem } from '../../../../shared/errors.ts';
import { forEachCooperatively, groupsOf } from '../../../platform/async.ts';
import { categories, units } from '../../../store/catalog.ts';
import { type CatalogRows, readCatalog } from '../../../store/catalog-files.ts';
import { openStaging, type StagedProduct, type Staging } from '../../../store/catalog-staging.ts';
import type { Db } from '../../../store/db/connection.ts';
import { recordAction } from '../../actions/record.ts';
import { fieldRefusal, ValidationError } from '../../errors.ts';
import type { TableParser } from '../../tables/parser.ts';
import type { Table, TableHints } from '../../tables/table.ts';
import { type Decimal, type DecimalSign, decimalSignOf, readTypedAmount } from '../../tables/typed-amount.ts';
import type { PriceReading } from './cells.ts';
import { type Columns, currencyOfColumn, findColumns, missingColumns, refuseMissing } from './columns.ts';
import { splitGroups } from './group-rows.ts';
import { type CatalogIndex, indexCatalog, isSameCatalog, snapshotOfCatalog } from './known-catalog.ts';
import { areCodesOfOthers } from './other-products.ts';
import { type Plan, planImport } from './plan.ts';
import { faultText } from './row-faults.ts';

const refuse = (part: string) =>
  fieldRefusal(
    'rates',
    'invalid',
    `"${part}" is no rate. Expected hryvnias for one of a currency, as USD:41.50,EUR:44.2.`,
  );

/** `USD:41.50,EUR:44.2` → the rates by currency. @throws ValidationError `errors.rates` */
const parseRates = (rates: string | undefined): ReadonlyMap<string, Decimal> => {
  const found = new Map<string, Decimal>();
  for (const part of rates?.split(',') ?? []) {
    const [, currency = '', value = ''] =
      /^\s*([A-Za-z]{3})\s*:\s*(\d{1,7}(?:\.\d{1,8})?)\s*$/.exec(part) ?? [];
    const rate = readTypedAmount(value, '.');
    if (rate === undefined || rate === 'ambiguous' || rate.digits === 0n) throw refuse(part.trim());
    found.set(currency.toUpperCase(), rate);
  }
  return found;
};

export interface ImportContext {
  db: Db;
  /** Path of the database. */
  file: string;
  tables: TableParser;
  /** Milliseconds UTC. */
  now: () => number;
}

interface ImportRun {
  /** Nothing is written once it is aborted. */
  signal: AbortSignal;
  progress(progress: { phase: (typeof IMPORT_PHASES)[number]; done: number; total: number | null }): void;
}

/** A plan, and what it took for granted. */
export interface Comparison {
  plan: Plan;
  catalog: CatalogIndex;
  /** Rows that are no products. */
  groups: number;
  leftOut: number;
  /** The title of a column of another program's codes; undefined: there is none. */
  otherCodes: string | undefined;
}

export interface Imported {
  table: Table;
  columns: Columns;
  /** Undefined: a dry run of a table with unknown columns. */
  comparison: Comparison | undefined;
}

/** After this many changes by others during the import, it gives up. */
const MAX_TRIES = 5;

/**
 * Reads a table of products, compares it with the catalog, and writes the changes unless it is a dry run.
 * @throws ValidationError `errors.file`, `columns`, `rows`, `expected_digest`; nothing was written then
 */
export const importProducts = async (
  context: ImportContext,
  bytes: Buffer,
  query: ProductImportQuery,
  run: ImportRun,
): Promise<Imported> => {
  const { signal, progress } = run;
  const onProgress = (done: number, total: number) => progress({ phase: 'reading', done, total });
  const { head: facts, rows } = await context.tables.parse('products', bytes, hintsOf(query), {
    signal,
    onProgress,
  });
  const table: Table = { facts, rows };
  const rates = parseRates(query.rates);
  const found = findColumns(query.columns, table.facts);
  if (query.dry_run && missingColumns(found).length > 0)
    return { table, columns: found, comparison: undefined };
  refuseMissing(found, table.facts);

  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = await snapshotOfCatalog(context.file, signal);
    const imported = await compare(before, { table, columns: found, rates, query, run });
    const { plan } = imported.comparison;
    if (query.dry_run) return imported;
    refuseWhatIsWrong(plan, query);
    progress({ phase: 'writing', done: 0, total: table.rows.length });
    signal.throwIfAborted();
    if ((await write(context, before, plan, signal)) === 'outdated') continue;
    progress({ phase: 'writing', done: table.rows.length, total: table.rows.length });
    return imported;
  }
  throw fieldRefusal(
    'file',
    'busy',
    'Somebody else is changing the catalog at this moment. Nothing was written. Try again in a minute.',
  );
};

const hintsOf = ({ encoding, delimiter, has_header }: ProductImportQuery): TableHints => ({
  encoding,
  delimiter,
  has_header,
});

interface Compared {
  table: Table;
  columns: Columns;
  rates: ReadonlyMap<string, Decimal>;
  query: ProductImportQuery;
  run: ImportRun;
}

const DECIMAL_SIGNS = { comma: ',', point: '.' } as const satisfies Record<string, DecimalSign>;

/** In a workbook only texts could be ambiguous, and numbers say nothing of how these were meant. */
const pricesOf = ({ table, columns, rates, query }: Compared): PriceReading => {
  const at = columns.get('price') ?? 0;
  const { format } = table.facts;
  const detected =
    format === 'csv' ? decimalSignOf(table.rows.map(({ cells }) => cells[at] ?? '')) : undefined;
  return {
    decimalSign: query.decimal_sign === undefined ? detected : DECIMAL_SIGNS[query.decimal_sign],
    currency: currencyOfColumn(columns, table.facts),
    rates,
  };
};

/** The columns with another program's codes taken for external codes. */
const withoutOtherCodes = (columns: Columns): Columns =>
  new Map([...columns].map(([field, at]) => [field === 'code' ? 'external_code' : field, at]));

const compare = async (rows: CatalogRows, compared: Compared) => {
  const { table, query, run } = compared;
  const { signal, progress } = run;
  const { format, has_header, header, width } = table.facts;
  const catalog = await indexCatalog(rows, signal);
  const isOther = query.columns === undefined && areCodesOfOthers(catalog, compared.columns, table.rows);
  const columns = isOther ? withoutOtherCodes(compared.columns) : compared.columns;
  const isProduct = (name: string): boolean => catalog.find('name', name).length > 0;
  const list = { rows: table.rows, columns, facts: table.facts, isProduct };
  const { rows: products, groups, leftOut } = splitGroups(list, query.groups ?? true);
  const rowContext = {
    catalog,
    columns,
    query,
    prices: pricesOf(compared),
    isWorkbook: format === 'xlsx',
    // A sheet may hold notes beside its table; in CSV an extra cell means that the others are shifted.
    width: has_header && format === 'csv' ? width : undefined,
  };
  const onProgress = (done: number, total: number) => progress({ phase: 'comparing', done, total });
  const plan = await planImport(rowContext, products, { signal, onProgress });
  const otherCodes = isOther ? header[compared.columns.get('code') ?? 0] : undefined;
  return { table, columns, comparison: { plan, catalog, groups, leftOut, otherCodes } };
};

/** Rows named in a refusal. */
const NAMED = 10;

const refuseWhatIsWrong = (plan: Plan, { skip_wrong, expected_digest }: ProductImportQuery): void => {
  if (expected_digest !== undefined && expected_digest !== plan.digest)
    throw fieldRefusal(
      'expected_digest',
      'not_as_expected',
      'The catalog or the file is not what it was when this was tried: something else would come of it now. ' +
        'Nothing was written. Try it anew, and look at what it would do.',
    );
  const wrong = plan.rows.filter(({ verdict }) => verdict === 'wrong');
  if (skip_wrong || wrong.length === 0) return;
  const named = wrong
    .slice(0, NAMED)
    .map(({ row, problems: [first] }) =>
      problem('wrong_row', first ? `Row ${row}: ${faultText(first)}` : `Row ${row}.`, { row }),
    );
  const rest = wrong.length - NAMED;
  const more = rest > 0 ? [problem('more_rows', `And ${rest} rows more.`, { rows: rest })] : [];
  throw new ValidationError({
    rows: [
      ...named,
      ...more,
      problem(
        'nothing_written',
        'Nothing was written. Put them right in the file, or leave them out: skip_wrong=true.',
      ),
    ],
  });
};

/** 3 ms each. */
const STAGED_AT_ONCE = 500;

/**
 * Applies the plan, all of it or nothing. If the catalog has changed since the comparison, nothing is written, and the
 * plan has to be made again.
 */
const write = async (
  { db, now }: ImportContext,
  catalog: CatalogRows,
  plan: Plan,
  signal: AbortSignal,
): Promise<'written' | 'outdated'> => {
  const staging = openStaging(db);
  try {
    await forEachCooperatively(groupsOf(staged(plan), STAGED_AT_ONCE), staging.add, { signal });
    return writePlan(db, catalog, plan, staging, now());
  } finally {
    staging.discard();
  }
};

function* staged({ rows }: Plan): Generator<StagedProduct, void, undefined> {
  for (const { verdict, product, outcome } of rows)
    if (outcome && verdict === 'new') yield { ...outcome, id: null };
    else if (outcome && product && verdict === 'changed') yield { ...outcome, id: product.id };
}

const writePlan = (
  db: Db,
  catalog: CatalogRows,
  plan: Plan,
  staging: Staging,
  now: number,
): 'written' | 'outdated' =>
  db.transaction(() => {
    if (!isSameCatalog(catalog, readCatalog(db))) return 'outdated';
    const stamps = { created_at: now, updated_at: now };
    const ids = {
      categories: made(plan.newCategories, (name) => categories.insert(db, { name, ...stamps }).id),
      units: made(plan.newUnits, (name) => units.insert(db, { name, short_name: '', ...stamps }).id),
    };
    const facts = staging.write(ids, now);
    recordAction(db, now, { code: 'catalog_imported', facts });
    return 'written';
  });

const made = (names: ReadonlyMap<string, string>, insert: (name: string) => number): Map<string, number> =>
  new Map([...names].map(([key, name]) => [key, insert(name)]));
