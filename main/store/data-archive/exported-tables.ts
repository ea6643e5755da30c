import type Database from 'better-sqlite3';

// What an archive of all data holds: every table of the schema but those below, so that a new table is in it by itself.

/** Tables that are left out, and why. */
const LEFT_OUT: Readonly<Record<string, 'secret' | 'derived' | 'passing'>> = {
  // Hashes of keys, PINs and approvals; what signs webhooks.
  till_keys: 'secret',
  pins: 'secret',
  approvals: 'secret',
  receivers: 'secret',
  deliveries: 'secret',
  // A mark by the key of this computer.
  actions_seal: 'secret',
  // What triggers make of the other tables.
  invoice_days: 'derived',
  invoice_months: 'derived',
  invoice_totals: 'derived',
  invoice_day_counts: 'derived',
  product_barcodes: 'derived',
  // Kept answers of the last day.
  idempotency_keys: 'passing',
  job_runs: 'passing',
};

/** Columns that are left out: secrets. */
const LEFT_OUT_COLUMNS = ['accounts.password_hash', 'terminals.sealed_token'];

/** Settings that belong to one computer. */
const LEFT_OUT_SETTINGS = [
  ...['copy_phrase', 'copy_folder', 'backup_folder', 'month_folder', 'month_filed'],
  ...['moved_away', 'moved_here'],
];

export interface ExportedTable {
  name: string;
  columns: readonly string[];
  /** Columns that order the rows. */
  key: readonly string[];
}

/** The tables of a database that an archive holds, in the order of their creation. */
export const exportedTables = (connection: Database.Database): ExportedTable[] => {
  const names = connection
    .prepare<[], { name: string }>(
      `select m.name as name from sqlite_master m join pragma_table_list l on l.name = m.name and l.schema = 'main'
       where l.type = 'table' and m.name not glob 'sqlite_*' order by m.rowid`,
    )
    .all();
  return names.flatMap(({ name }) => (LEFT_OUT[name] ? [] : [tableOf(connection, name)]));
};

const tableOf = (connection: Database.Database, name: string): ExportedTable => {
  const columns = connection
    .prepare<[string], { name: string; pk: number }>('select name, pk from pragma_table_info(?)')
    .all(name);
  return {
    name,
    columns: columns
      .map((column) => column.name)
      .filter((column) => !LEFT_OUT_COLUMNS.includes(`${name}.${column}`)),
    key: columns
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map((column) => column.name),
  };
};

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The rows of a table that an archive holds. */
export const conditionOf = ({ name }: ExportedTable): string =>
  name === 'settings' ? `where key not in (${LEFT_OUT_SETTINGS.map((key) => `'${key}'`).join(', ')})` : '';
