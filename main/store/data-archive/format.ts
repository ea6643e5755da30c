import * as v from 'valibot';

/** The description in an archive of all data: `schema.json`. */
export const archiveSchema = v.strictObject({
  /** Of the archive. */
  format: v.literal(1),
  /** Version of Kramar that made it. */
  version: v.pipe(v.string(), v.maxLength(100)),
  /** Version of the database's schema: the number of migrations. */
  schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** ISO 8601, UTC: everything is of this moment. */
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  tables: v.array(
    v.strictObject({
      name: v.string(),
      rows: v.pipe(v.number(), v.integer(), v.minValue(0)),
      columns: v.array(
        v.strictObject({
          name: v.string(),
          type: v.picklist(['integer', 'text', 'real', 'blob']),
          nullable: v.boolean(),
        }),
      ),
      key: v.array(v.string()),
    }),
  ),
  /** The highest id that a table ever had: none is used again. */
  sequences: v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(0))),
  left_out: v.strictObject({
    tables: v.record(v.string(), v.picklist(['secret', 'derived', 'passing'])),
    columns: v.array(v.string()),
    settings: v.array(v.string()),
  }),
});
export type ArchiveSchema = v.InferOutput<typeof archiveSchema>;

export const SCHEMA = 'schema.json';
export const SUMS = 'SHA256SUMS';
export const README = 'README.txt';
export const rowsFile = (table: string): string => `tables/${table}.ndjson`;
export const csvFile = (table: string): string => `csv/${table}.csv`;

/** A value as it stands in a row: integers are safe, and bytes are base64. */
export type Value = null | number | string | { base64: string };

export const README_TEXT = `Kramar: усі дані крамниці одним архівом / all data of the shop in one archive

tables/*.ndjson   по одному рядку JSON на запис / one line of JSON a record
csv/*.csv         те саме для таблиць (Excel, LibreOffice) / the same for spreadsheets
schema.json       таблиці, стовпці, кількість записів, що не ввійшло / tables, columns, number of records, what is left out
SHA256SUMS        контрольні суми: sha256sum -c SHA256SUMS / checksums

Гроші — цілі числа в копійках. Час — мілісекунди від 1970-01-01 UTC. Кількість — тисячні частки. Знижка — соті частки відсотка.
Amounts are integers in minor units. Times are milliseconds since 1970-01-01 UTC. Quantities are thousandths. Discounts are hundredths of a percent.

Секретів тут немає: ні токенів банку, ні паролів, ні PIN-кодів, ні ключів касових програм, ні секретів вебхуків, ні їхніх хешів.
There are no secrets in it: no bank tokens, passwords, PINs, keys of till apps or webhook secrets, and no hashes of them.

Знову в Kramar / back into Kramar:  data import FILE   (порожня установка / an empty installation)
Потім потрібні новий пароль власника й токени банку. / Then the owner needs a new password, and the terminals their bank tokens.
`;
