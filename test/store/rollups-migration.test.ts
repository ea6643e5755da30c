import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../main/store/db/connection.ts';
import { plainSql } from '../../main/store/db/query-cache.ts';
import { countsAgree, differencesOfSums, searchAgrees } from '../../main/store/invoices/rollups/check.ts';
import { migrate } from '../../main/store/migrate.ts';
import { migrations } from '../../main/store/migrations/index.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { insertMany } from './many-invoices.ts';
import { plainDays, plainMonths, plainTotals } from './plain-sums.ts';

const BEFORE = migrations.slice(0, 4);

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder.path, 'kramar.db');
});
afterEach(() => folder.remove());

const olderWith = (invoices: number): void => {
  const older = openDatabase(file, { migrations: BEFORE });
  if (invoices > 0) insertMany(older, invoices);
  older.close();
};

/** FTS5 keeps two rows of its own with lower ids; above them the id begins with the segment's number. */
const segmentsOf = (db: Pick<Db, 'all'>): number =>
  db.all(plainSql('select distinct id >> 37 from invoices_text_data where id > 10')).length;

const upToDate = () => {
  const reported: string[] = [];
  const db = openDatabase(file, { backup: false, report: (message) => reported.push(message) });
  const found = {
    days: db.all(plainSql('select * from invoice_days order by 1, 2, 3, 4, 5')),
    months: db.all(plainSql('select * from invoice_months order by 1, 2, 3, 4, 5')),
    totals: db.all(plainSql('select * from invoice_totals order by 1, 2, 3, 4')),
    plain: {
      days: db.all(plainSql(plainDays)),
      months: db.all(plainSql(plainMonths)),
      totals: db.all(plainSql(plainTotals)),
    },
    agrees: { counts: countsAgree(db), sums: differencesOfSums(db), search: searchAgrees(db) },
  };
  db.close();
  return { ...found, reported };
};

it('an older database gets sums and a search index of its data, days before 1970 and more than one part included', () => {
  olderWith(26_000);
  const { days, months, totals, plain, agrees } = upToDate();
  expect(days).toEqual(plain.days);
  expect(months).toEqual(plain.months);
  expect(totals).toEqual(plain.totals);
  expect(agrees).toEqual({ counts: true, sums: [], search: true });
});

it('one whose sums hold other currencies too: they add hryvnia alone from then on, and count all', () => {
  const older = openDatabase(file, { migrations: migrations.slice(0, 5) });
  insertMany(older, 3_000);
  older.run(plainSql('update invoices set ccy = 840 where id % 7 = 0 or id % 100 < 3'));
  older.close();
  const { days, months, totals, plain, agrees } = upToDate();
  expect(days).toEqual(plain.days);
  expect(months).toEqual(plain.months);
  expect(totals).toEqual(plain.totals);
  expect(agrees).toEqual({ counts: true, sums: [], search: true });
});

it('a search index of many segments becomes one of a single segment, and finds what it found before', () => {
  const older = openDatabase(file, { migrations: migrations.slice(0, 23) });
  for (let times = 0; times < 3; times += 1) insertMany(older, 300);
  expect(segmentsOf(older)).toBeGreaterThan(1);
  older.close();
  const db = openDatabase(file);
  expect(segmentsOf(db)).toBe(1);
  expect(searchAgrees(db)).toBe(true);
  db.close();
});

it('one without invoices gets empty ones', () => {
  olderWith(0);
  const { days, totals, agrees } = upToDate();
  expect([days, totals]).toEqual([[], []]);
  expect(agrees).toEqual({ counts: true, sums: [], search: true });
});

it('the log reports it before and after, and not for a database that is up to date or new', () => {
  olderWith(10);
  const { reported } = upToDate();
  expect(reported[0]).toMatch(/older version is brought up to date.*a minute or two/);
  expect(reported.at(-1)).toBe('The database was brought up to date.');
  expect(upToDate().reported).toEqual([]);
});

it('a disk that is full in the middle leaves it as it was, and the failure is reported', () => {
  olderWith(2_000);
  const connection = new Database(file);
  const before = connection.prepare('select * from sqlite_schema').all();
  const pages = connection.pragma('page_count', { simple: true }) as number;
  // Room for the indexes, none for the sums and the search.
  connection.pragma(`max_page_count = ${pages + 20}`);
  expect(() => migrate(connection, file, { backup: false })).toThrow(
    expect.objectContaining({
      code: 'MIGRATION_FAILED',
      message: expect.stringMatching(/the disk is full .*It was left as it was/),
    }),
  );
  expect(connection.pragma('user_version', { simple: true })).toBe(4);
  expect(connection.prepare('select * from sqlite_schema').all()).toEqual(before);
  connection.close();
  expect(upToDate().agrees).toEqual({ counts: true, sums: [], search: true });
});
