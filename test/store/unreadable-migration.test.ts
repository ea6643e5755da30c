import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../main/store/db/connection.ts';
import { unreadableRecords } from '../../main/store/migrations/007-unreadable-records.ts';
import { migrations } from '../../main/store/migrations/index.ts';
import { findUnreadable, listUnreadable, putUnreadable } from '../../main/store/unreadable-records.ts';
import { contentsOf, inFile } from '../helpers/contents.ts';
import { temporaryFolder } from '../helpers/shop.ts';

test('a database without unreadable records keeps all its data, and holds one record for each object from then on', () => {
  const folder = temporaryFolder();
  try {
    const file = join(folder.path, 'kramar.db');
    const at = migrations.indexOf(unreadableRecords);
    openDatabase(file, { migrations: migrations.slice(0, at) }).close();
    inFile(
      file,
      `insert into terminals (id, name, merchant_id, merchant_name, edrpou, is_active, show_payments, search_text,
        created_at, updated_at) values (1, 'Каса', '', '', '', 1, 1, '', 0, 0)`,
    );
    const before = contentsOf(file);
    const db = openDatabase(file, { migrations: migrations.slice(0, at + 1) });
    const row = {
      ...{ kind: 'statement_line' as const, terminal_id: 1, key: 'p2_1', invoice_id: null, bank_id: 'p2_1' },
      ...{ field: 'status', value: '"paid"', line: '{}', read_from: 5, first_seen_at: 7, last_seen_at: 7 },
      ...{ tries: 1, next_try_at: 9 },
    } as const;
    putUnreadable(db, row);
    // The first time stays.
    putUnreadable(db, { ...row, value: '"due"', first_seen_at: 8, last_seen_at: 8, tries: 2 });
    expect(findUnreadable(db, row)).toMatchObject({ value: '"due"', first_seen_at: 7, tries: 2 });
    expect(listUnreadable(db, 9)).toHaveLength(1);
    expect(() => putUnreadable(db, { ...row, terminal_id: 2 })).toThrow(/FOREIGN KEY/);
    db.close();
    const { unreadable_records, ...after } = contentsOf(file);
    expect(after).toEqual(before);
    expect(unreadable_records).toHaveLength(1);
  } finally {
    folder.remove();
  }
});
