import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { faultsIn } from '../backup/facts.ts';
import { BackupFault } from '../backup/fault.ts';
import { runMigrations } from '../migrate-steps.ts';
import { migrations } from '../migrations/index.ts';
import { type ArchivedTable, archivedTables, LEFT_OUT_COLUMNS, quoted } from './contents.ts';
import { type ArchiveSchema, archiveSchema, csvFile, README, rowsFile, SCHEMA, SUMS } from './format.ts';
import { type Sink, unzipFile } from './unzip.ts';

/** Limits of an archive that is imported. Ten years of a shop stay below a tenth of each. */
const LIMITS = {
  /** Of a file, unpacked; a zip bomb unpacks to a thousand times its size. */
  fileBytes: 2 ** 32 - 1,
  /** Of schema.json and of SHA256SUMS. */
  smallBytes: 4 * 1024 ** 2,
  /** A row of the longest texts has a tenth. */
  lineBytes: 4 * 1024 ** 2,
} as const;

/**
 * Makes a database of an archive.
 * @param target a path where no file is; after an error what is there is worth nothing
 * @returns what the archive says of itself
 * @throws BackupFault FOREIGN, NEWER, DAMAGED, and the file system's error
 */
export const readArchive = (path: string, target: string): ArchiveSchema => {
  const connection = new Database(target);
  try {
    connection.pragma('journal_mode = off');
    connection.pragma('synchronous = off');
    // Checked at the end, as a whole.
    connection.pragma('foreign_keys = off');
    const importing = createImport(connection);
    unzipFile(path, LIMITS.fileBytes, importing.file);
    const schema = importing.finish();
    const faults = faultsIn(connection);
    if (faults.length > 0) throw damaged(faults.join('; '));
    return schema;
  } finally {
    connection.close();
  }
};

const foreign = (why: string): BackupFault => new BackupFault('FOREIGN', why);
const damaged = (why: string): BackupFault => new BackupFault('DAMAGED', why);

const shown = (name: string): string => name.slice(0, 80).replaceAll(/\p{C}/gu, '?');

/** Takes the files in the order in which they are written: the description, then each table's rows. */
const createImport = (connection: Database.Database) => {
  const sums = new Map<string, string>();
  let schema: ArchiveSchema | undefined;
  let listed: string | undefined;
  let expected: string[] = [README, SCHEMA];

  const begin = (text: string): void => {
    schema = parsedSchema(text);
    const tables = prepareDatabase(connection, schema);
    expected = [
      ...tables.map(({ name }) => rowsFile(name)),
      ...tables.map(({ name }) => csvFile(name)),
      SUMS,
    ];
    connection.exec('begin');
  };
  const sinkOf = (name: string): Sink => {
    if (name === README) return () => undefined;
    if (name === SCHEMA) return small(begin);
    if (name === SUMS)
      return small((text) => {
        listed = text;
      });
    const table = schema?.tables.find((each) => rowsFile(each.name) === name);
    return table ? rowSink(connection, table) : () => undefined;
  };

  return {
    file: (name: string): Sink => {
      if (expected.shift() !== name) throw foreign(`${shown(name)} is not where Kramar puts it`);
      const sink = sinkOf(name);
      const hash = createHash('sha256');
      return (piece, isLast) => {
        hash.update(piece);
        sink(piece, isLast);
        if (isLast && name !== SUMS) sums.set(name, hash.digest('hex'));
      };
    },
    finish: (): ArchiveSchema => {
      if (!schema || listed === undefined || expected.length > 0)
        throw foreign('it is not whole, or no archive of Kramar');
      if (listed !== [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join(''))
        throw damaged('a file in it is not the one that was written');
      for (const [name, seq] of Object.entries(schema.sequences)) {
        connection.prepare('delete from sqlite_sequence where name = ?').run(name);
        connection.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, seq);
      }
      for (const { name, rows } of schema.tables) {
        const found = connection
          .prepare<[], number>(`select count(*) from ${quoted(name)}`)
          .pluck()
          .get();
        if (found !== rows) throw damaged(`${name} has ${found} rows instead of ${rows}`);
      }
      connection.exec('commit');
      return schema;
    },
  };
};

const parsedSchema = (text: string): ArchiveSchema => {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), archiveSchema), text);
  if (!read.success) throw foreign(`its ${SCHEMA} is not as Kramar writes it`);
  if (read.output.schema > migrations.length)
    throw new BackupFault('NEWER', `schema ${read.output.schema}, this program knows ${migrations.length}`);
  return read.output;
};

/** Makes the tables of the archive's version, and compares its description with them. */
const prepareDatabase = (connection: Database.Database, schema: ArchiveSchema): ArchivedTable[] => {
  runMigrations(connection, migrations.slice(0, schema.schema), () => undefined);
  connection.pragma(`user_version = ${schema.schema}`);
  const tables = archivedTables(connection);
  const described = schema.tables.map(({ rows: _, ...table }) => table);
  if (JSON.stringify(described) !== JSON.stringify(tables))
    throw foreign(`its ${SCHEMA} has other tables or columns than version ${schema.schema} of the database`);
  return tables;
};

const small = (onText: (text: string) => void): Sink => {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  return (piece, isLast) => {
    bytes += piece.length;
    if (bytes > LIMITS.smallBytes) throw foreign('its description is too large');
    pieces.push(piece);
    if (isLast) onText(Buffer.concat(pieces).toString('utf8'));
  };
};

/** Splits the pieces at line breaks, and writes each line as a row. */
const rowSink = (connection: Database.Database, table: ArchivedTable): Sink => {
  const insert = createInsert(connection, table);
  let rest = Buffer.alloc(0);
  return (piece, isLast) => {
    const bytes = Buffer.concat([rest, piece]);
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      insert(bytes.toString('utf8', from, end));
      from = end + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length > LIMITS.lineBytes) throw foreign(`a row of ${table.name} is too long`);
    if (isLast && rest.length > 0) throw damaged(`the last row of ${table.name} is not whole`);
  };
};

const createInsert = (connection: Database.Database, { name, columns }: ArchivedTable) => {
  const filled = LEFT_OUT_COLUMNS[name] ?? {};
  const names = [...columns.map((column) => column.name), ...Object.keys(filled)];
  // Some tables have a row from the beginning; two of one key are found by counting.
  const statement = connection.prepare(
    `insert or replace into ${quoted(name)} (${names.map(quoted).join(', ')}) values (${names.map(() => '?').join(', ')})`,
  );
  const expected = columns.map((column) => column.name).join('\n');
  return (line: string): void => {
    const row = objectOf(line, name);
    if (Object.keys(row).join('\n') !== expected) throw foreign(`a row of ${name} has other columns`);
    const values = columns.map(({ name: column, type, nullable }) => {
      const value = boundValue(row[column], type, nullable);
      if (value === undefined) throw foreign(`${name}.${column} has a value that is no ${type}`);
      return value;
    });
    try {
      statement.run(...values, ...Object.values(filled));
    } catch (error) {
      throw foreign(`a row of ${name} breaks a rule of the database: ${(error as Error).message}`);
    }
  };
};

const objectOf = (line: string, table: string): Record<string, unknown> => {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw foreign(`a row of ${table} is no JSON object`);
};

/** Undefined: it does not belong in the column. */
const boundValue = (
  value: unknown,
  type: string,
  nullable: boolean,
): null | number | bigint | string | Buffer | undefined => {
  if (value === null) return nullable ? null : undefined;
  if (type === 'text') return typeof value === 'string' ? value : undefined;
  if (type === 'integer') return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
  if (type === 'real') return typeof value === 'number' ? value : undefined;
  const { base64 } = value as { base64?: unknown };
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined;
};
