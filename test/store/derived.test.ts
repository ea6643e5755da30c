import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Db, openDatabase } from '../../main/store/db/connection.ts';
import { plainSql } from '../../main/store/db/query-cache.ts';
import { countsAgree, differencesOfSums, searchAgrees } from '../../main/store/invoices/rollups/check.ts';
import { rebuildSearch, rebuildSums } from '../../main/store/invoices/rollups/rebuild.ts';
import { temporaryFolder } from '../cli/console.ts';
import { emptyDatabase } from '../helpers/empty-database.ts';
import { insertMany } from './many-invoices.ts';

const full = emptyDatabase(afterAll);
insertMany(full.db, 12_000);
let file: string;
let db: Db;
beforeEach(() => {
  file = join(temporaryFolder(), 'kramar.db');
  full.db.run(plainSql(`vacuum into '${file}'`));
  db = openDatabase(file);
  onTestFinished(() => db.close());
});
const sql = (text: string) => db.run(plainSql(text));
const rows = <Row>(text: string) => db.all(plainSql<Row>(text));

const schema = () =>
  rows<object>(
    "select type, name, tbl_name, sql from sqlite_schema where name not like '%text%' order by name",
  );
const searchSchema = () =>
  rows<{ sql: string }>(
    "select sql from sqlite_schema where name like 'invoices_text%' and sql is not null order by name",
  ).map(({ sql }) => sql.replaceAll(/["'\s;]+/g, ''));

const agreement = () => ({ counts: countsAgree(db), sums: differencesOfSums(db), search: searchAgrees(db) });
const AGREED = { counts: true, sums: [], search: true };

describe('a write outside the triggers', () => {
  it('shows in the sums, each with its fault', () => {
    expect(agreement()).toEqual(AGREED);
    sql(
      "update invoice_days set amount = amount + 1, count = count - 1 where status = 'success' and day = 3",
    );
    sql("delete from invoice_totals where status = 'expired'");
    const { counts, sums, search } = agreement();
    expect({ counts, search }).toEqual({ counts: false, search: true });
    expect(sums[0]).toMatch(
      /^invoice_days status success day 3 terminal 1 register 0 created_locally 1: count \d+ instead of \d+, amount \d+ instead of \d+, taken/,
    );
    expect(
      sums.find((each) => /invoice_totals status expired .*: count 0 instead of \d+,/.test(each)),
    ).toBeDefined();
  });

  it('shows in the search index: a missing text, and one that no longer exists', () => {
    const [forget] = rows<{ sql: string }>(
      "select sql from sqlite_schema where name = 'invoices_text_update'",
    );
    sql('drop trigger invoices_text_update');
    sql("update invoices set search_text = 'інше' where id = 7");
    sql(forget?.sql ?? '');
    expect(agreement()).toEqual({ ...AGREED, search: false });
  });
});

describe('a rebuild', () => {
  it('both are right again, and kept so', async () => {
    const before = [schema(), searchSchema()];
    sql('update invoice_days set amount = 0');
    sql("insert into invoice_days select 'success', 99999, 1, 0, 1, 5, 5, 5");
    sql('delete from invoice_day_counts');
    sql("insert into invoices_text (invoices_text) values ('delete-all')");
    await rebuildSums(db);
    await rebuildSearch(db);
    expect(agreement()).toEqual(AGREED);
    expect([schema(), searchSchema()]).toEqual(before);
    sql("update invoices set search_text = 'пізніше', status = 'failure' where id in (1, 2)");
    sql('delete from invoices where id = 3');
    insertMany(db, 2);
    expect(agreement()).toEqual(AGREED);
  });

  it('runs beside a writer', async () => {
    const other = openDatabase(file);
    let isOver = false;
    let writes = 0;
    const write = async () => {
      for (; !isOver; writes++, await turn()) {
        const id = 1 + ((writes * 6101) % 12_000);
        other.run(
          plainSql(
            `update invoices set search_text = 'змінено ${writes}', amount = amount + 1 where id = ${id}`,
          ),
        );
        other.run(plainSql(`delete from invoices where id = ${id + 1}`));
        insertMany(other, 1);
      }
    };
    const rebuild = async () => {
      try {
        await rebuildSums(db);
        await rebuildSearch(db);
      } finally {
        isOver = true;
      }
    };
    await Promise.all([rebuild(), write()]);
    expect(writes).toBeGreaterThan(20);
    expect(agreement()).toEqual(AGREED);
    other.close();
  });

  it('runs after one that was broken off', async () => {
    let slices = 0;
    const cut: Db = {
      ...db,
      transaction: (work) => {
        if (++slices > 4) throw new Error('cut off');
        return db.transaction(work);
      },
    };
    await expect(rebuildSearch(cut)).rejects.toThrow('cut off');
    insertMany(db, 3);
    sql("update invoices set search_text = 'посеред' where id in (5, 11999)");
    sql('delete from invoices where id in (6, 11998)');
    expect(agreement()).toEqual(AGREED);
    await rebuildSearch(db);
    expect(agreement()).toEqual(AGREED);
    const leftover = "name like 'invoices_text_next%' or name like '%progress%'";
    expect(rows(`select name from sqlite_schema where ${leftover}`)).toEqual([]);
  });

  it('of nothing is nothing', async () => {
    sql('delete from invoices');
    await rebuildSums(db);
    await rebuildSearch(db);
    expect(agreement()).toEqual(AGREED);
  });
});
