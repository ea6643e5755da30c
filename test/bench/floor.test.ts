import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../helpers/shop.ts';
import { openReads } from './floor-reads.ts';
import { FLOOR_SCHEMA } from './floor-schema.ts';
import { BENCH_NOW, makeShop, WANTED } from './make-shop.ts';

/**
 * A floor that is quick because its results differ would be no baseline. The bench compares it with the service too.
 */

const COUNT = 1500;
const folder = temporaryFolder();
const file = join(folder.path, 'floor.db');
makeShop(file, COUNT);
const db = new Database(file);
db.pragma('synchronous = OFF');
db.exec(FLOOR_SCHEMA);
const reads = openReads(db);
afterAll(() => {
  db.close();
  folder.remove();
});

const plain = (where: string, ...parameters: unknown[]) => {
  const ids = db
    .prepare<unknown[], number>(`select id from invoices where ${where} order by created_date desc, id desc`)
    .pluck()
    .all(...parameters);
  const sums = db
    .prepare(
      `select count(*) as count, coalesce(sum(amount), 0) as total_amount,
         coalesce(sum(coalesce(final_amount, amount)) filter (where status = 'success'), 0) as success_amount
       from invoices where ${where}`,
    )
    .get(...parameters);
  return { ids, sums };
};

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

test.each([1, 2, 30, 31, 48, 59, 60])('page %i', (page) => {
  const { ids, sums } = plain('true');
  const found = reads.page(page);
  expect([idsOf(found.results), found.sums]).toEqual([ids.slice((page - 1) * 25, page * 25), sums]);
});

test.each([1, 7.5, 30, 400])('a filter over %d days', (days) => {
  const [from, to] = [BENCH_NOW - days * 86_400_000, BENCH_NOW - 3_600_000];
  const { ids, sums } = plain(
    "status = 'success' and terminal_id = 1 and created_date between ? and ?",
    from,
    to,
  );
  const found = reads.filtered('success', 1, { from, to });
  expect([idsOf(found.results), found.sums]).toEqual([ids.slice(0, 25), sums]);
  const total = plain('created_date between ? and ?', from, to);
  expect(reads.stats({ from, to })).toMatchObject({ total_count: total.ids.length });
});

test.each([...Object.values(WANTED), '000', 'Кава', '1234', 'немає'])('search: %s', (word) => {
  const text = word.toLowerCase();
  const number = /^\d+$/.test(word) ? Number(word) : 0;
  const { ids, sums } = plain('(instr(search_text, ?) > 0 or id = ? or number = ?)', text, number, number);
  const found = reads.search(word);
  expect([idsOf(found.results), found.sums]).toEqual([ids.slice(0, 25), sums]);
});

test('the trigger updates what the floor reads', () => {
  const [before, columns] = [reads.stats(), 'number, invoice_id, search_text, id'];
  const others = db
    .prepare<[], string>("select name from pragma_table_info('invoices')")
    .pluck()
    .all()
    .filter((name) => !columns.split(', ').includes(name))
    .join(', ');
  db.prepare(
    `insert into invoices (${columns}, ${others})
     select ${COUNT + 1}, 'another', 'нове слово', ${COUNT + 1}, ${others} from invoices where id = 1`,
  ).run();
  expect(reads.stats().total_count).toBe(before.total_count + 1);
  expect(idsOf(reads.search('слово').results)).toEqual([COUNT + 1]);
  expect(reads.page(1).sums).toEqual(plain('true').sums);
});
