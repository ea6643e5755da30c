import type { IMPORT_PHASES, ProductImportQuery } from '../../../../shared/api/catalog-files.ts';
import { problem } from '../../../../shared/errors.ts';
import { forEachCooperatively, groupsOf } from '../../../platform/async.ts';
import { insertCategory, insertUnit } from '../../../store/catalog.ts';
import { type CatalogRows, readCatalog } from '../../../store/catalog-files.ts';
import { openStaging, type StagedProduct, type Staging } from '../../../store/catalog-staging.ts';
import type { Db } from '../../../store/db/connection.ts';
import { recordAction } from '../../actions/record.ts';
import { ValidationError } from '../../errors.ts';
import type { TableParser } from '../../tables/parser.ts';
import type { Table, TableHints } from '../../tables/table.ts';
import { problemText } from './check-row.ts';
import { type Columns, findColumns, missingColumns, refuseMissing } from './columns.ts';
import { type CatalogIndex, indexCatalog, isSameCatalog, snapshotOfCatalog } from './known-catalog.ts';
import { type Plan, planImport } from './plan.ts';

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

export interface Imported {
  table: Table;
  columns: Columns;
  /** Undefined: a dry run of a table with unknown columns. */
  plan: Plan | undefined;
  catalog: CatalogIndex | undefined;
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
  const columns = findColumns(query.columns, table.facts);
  if (query.dry_run && missingColumns(columns).length > 0)
    return { table, columns, plan: undefined, catalog: undefined };
  refuseMissing(columns, table.facts);

  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const before = await snapshotOfCatalog(context.file, signal);
    const { plan, catalog } = await compare(before, { table, columns, query, run });
    const imported = { table, columns, plan, catalog };
    if (query.dry_run) return imported;
    refuseWhatIsWrong(plan, query);
    progress({ phase: 'writing', done: 0, total: table.rows.length });
    signal.throwIfAborted();
    if ((await write(context, before, plan, signal)) === 'outdated') continue;
    progress({ phase: 'writing', done: table.rows.length, total: table.rows.length });
    return imported;
  }
  throw new ValidationError({
    file: [
      problem(
        'busy',
        'Somebody else is changing the catalog at this moment. Nothing was written. Try again in a minute.',
      ),
    ],
  });
};

const hintsOf = ({ encoding, delimiter, has_header }: ProductImportQuery): TableHints => ({
  encoding,
  delimiter,
  has_header,
});

interface Compared {
  table: Table;
  columns: Columns;
  query: ProductImportQuery;
  run: ImportRun;
}

const compare = async (rows: CatalogRows, { table, columns, query, run }: Compared) => {
  const { signal, progress } = run;
  const catalog = await indexCatalog(rows, signal);
  const { format, has_header, header } = table.facts;
  // A sheet may hold notes beside its table; in CSV an extra cell means that the others are shifted.
  const width = format === 'csv' ? header.length : undefined;
  const rowContext = { catalog, columns, matchBy: query.match_by, width: has_header ? width : undefined };
  const onProgress = (done: number, total: number) => progress({ phase: 'comparing', done, total });
  return { catalog, plan: await planImport(rowContext, table, { signal, onProgress }) };
};

/** Rows named in a refusal. */
const NAMED = 10;

const refuseWhatIsWrong = (plan: Plan, { skip_wrong, expected_digest }: ProductImportQuery): void => {
  if (expected_digest !== undefined && expected_digest !== plan.digest)
    throw new ValidationError({
      expected_digest: [
        problem(
          'not_as_expected',
          'The catalog or the file is not what it was when this was tried: something else would come of it now. ' +
            'Nothing was written. Try it anew, and look at what it would do.',
        ),
      ],
    });
  const wrong = plan.rows.filter(({ verdict }) => verdict === 'wrong');
  if (skip_wrong || wrong.length === 0) return;
  const named = wrong
    .slice(0, NAMED)
    .map(({ row, problems: [first] }) =>
      problem('wrong_row', first ? `Row ${row}: ${problemText(first)}` : `Row ${row}.`, { row }),
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
    const categories = made(plan.newCategories, (name) => insertCategory(db, { name, ...stamps }).id);
    const units = made(plan.newUnits, (name) => insertUnit(db, { name, short_name: '', ...stamps }).id);
    const facts = staging.write({ categories, units }, now);
    recordAction(db, now, { code: 'catalog_imported', facts });
    return 'written';
  });

const made = (names: ReadonlyMap<string, string>, insert: (name: string) => number): Map<string, number> =>
  new Map([...names].map(([key, name]) => [key, insert(name)]));
