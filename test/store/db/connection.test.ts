import { readdirSync, readlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { plainSql } from '../../../main/store/db/query-cache.ts';
import { emptyDatabase } from '../../helpers/empty-database.ts';

/** The files that this process has open and that have no name any more: SQLite's temporary ones. */
const namelessFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.endsWith(' (deleted)') && target.startsWith('/') ? [target] : [];
    } catch {
      // The listing's own.
      return [];
    }
  });

it.runIf(process.platform === 'linux')('a change that can be taken back makes no temporary file', () => {
  const { db } = emptyDatabase();
  const numbers =
    'with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 500)';
  const rows = "select 'key-' || n, printf('%.400c', 'x') from numbers";
  db.run(plainSql(`insert into settings (key, value) ${numbers} ${rows}`));
  const before = namelessFiles();
  db.transaction(() =>
    // Fifty pages, each of which is kept as it was until the end of the inner transaction.
    db.transaction(() => {
      expect(db.run(plainSql("update settings set value = printf('%.400c', 'y')"))).toBeGreaterThan(499);
      expect(namelessFiles()).toEqual(before);
    }),
  );
});
