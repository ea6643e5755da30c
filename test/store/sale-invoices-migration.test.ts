import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../main/store/db/connection.ts';
import { saleInvoices } from '../../main/store/migrations/008-sale-invoices.ts';
import { migrations } from '../../main/store/migrations/index.ts';
import { inFile } from '../helpers/contents.ts';
import { temporaryFolder } from '../helpers/shop.ts';

const BEFORE = migrations.slice(0, migrations.indexOf(saleInvoices));

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

test('creations in doubt of an older version may have been requested twice, settled ones are over', () => {
  const file = join(folder.path, 'kramar.db');
  openDatabase(file, { migrations: BEFORE }).close();
  inFile(
    file,
    `insert into terminals (id, name, merchant_id, merchant_name, edrpou, is_active, show_payments, search_text,
      created_at, updated_at) values (1, 'Каса', '', '', '', 1, 1, '', 0, 0)`,
  );
  const rows = [
    ['create', 'in_doubt'],
    ['create', 'pending'],
    ['create', 'done'],
    ['refund', 'in_doubt'],
  ];
  for (const [index, [kind, status]] of rows.entries())
    inFile(
      file,
      `insert into attempts (kind, status, tag, terminal_id, request, err_code, created_at)
      values ('${kind}', '${status}', 'tag ${index}', 1, '{}', '', 0)`,
    );
  openDatabase(file, { backup: false }).close();
  const columns = 'select possible_invoices, register_check_at from attempts order by id';
  expect(inFile(file, columns)).toEqual(
    [2, 2, 1, 1].map((possible_invoices) => ({ possible_invoices, register_check_at: null })),
  );
});
