import Database from 'better-sqlite3';
import { reasonOf } from '../../platform/os-errors.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { openDatabase } from '../db/connection.ts';
import { differencesOfSums, searchAgrees } from '../invoices/rollups/check.ts';
import { migrations } from '../migrations/index.ts';
import { type BackupFacts, faultsIn, readFacts } from './facts.ts';
import { schemaFaults } from './schema-check.ts';

/** Tables in which no migration adds or removes a row. */
const KEPT = [
  'accounts',
  'attempts',
  'cash_registers',
  'categories',
  'invoice_items',
  'invoices',
  'products',
  'refunds',
  'terminals',
];

/**
 * What is wrong with a database after a migration, a phrase each: its pages, references, schema, and what must be as
 * before. Takes the write lock for half a minute per million invoices.
 * @param before of the database before it; undefined: nothing is compared
 */
export const faultsOfUpdate = (file: string, before: BackupFacts | undefined): string[] => {
  const found = examine(file, before);
  if (found.length > 0) return found;
  const db = openDatabase(file, { backup: false });
  try {
    const search = searchAgrees(db) ? [] : ['the search index is not that of the invoices'];
    return [...differencesOfSums(db), ...search];
  } finally {
    db.close();
  }
};

const examine = (file: string, before: BackupFacts | undefined): string[] => {
  const connection = new Database(file, { fileMustExist: true });
  try {
    return [
      ...faultsIn(connection),
      ...schemaFaults(connection, migrations.length).map(({ message }) => message),
      ...(before ? lossesOf(readFacts(connection), before) : []),
    ];
  } finally {
    connection.close();
  }
};

const lossesOf = (after: BackupFacts, before: BackupFacts): string[] => {
  const pairs = [
    ...KEPT.map((table) => [`rows of ${table}`, before.tables[table], after.tables[table]] as const),
    ...(['amount', 'final_amount'] as const).map(
      (sum) => [`the sum of ${sum}`, before.sums[sum], after.sums[sum]] as const,
    ),
    ...Object.keys(before.counters).map(
      (name) => [`the last number of ${name}`, before.counters[name], after.counters[name]] as const,
    ),
  ];
  return pairs
    .filter(([, was, is]) => was !== undefined && was !== is)
    .map(([what, was, is]) => `${what}: ${is ?? 'none'} instead of ${was}`);
};

/** The version of a database's schema, which stays as it is. @throws OwnerError DATABASE_UNUSABLE */
export const schemaOf = (file: string): number => {
  let connection: Database.Database | undefined;
  try {
    connection = new Database(file, { fileMustExist: true });
    return connection.pragma('user_version', { simple: true }) as number;
  } catch (error) {
    const { fault, why, remedy } = reasonOf(error);
    throw new OwnerError(
      'DATABASE_UNUSABLE',
      `The database ${file} could not be opened: ${why}. Nothing was changed. ${remedy}.`,
      { facts: { fault }, cause: error },
    );
  } finally {
    connection?.close();
  }
};

/** The version that this program brings a database to. */
export const KNOWN_SCHEMA = migrations.length;
