import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Db, openDatabase } from '../../main/store/db/connection.ts';
import { type InvoiceRow, insertInvoice } from '../../main/store/invoices/invoices.ts';
import { insertTerminal } from '../../main/store/terminals.ts';
import { newInvoice } from './invoice-row.ts';
import { temporaryFolder } from './shop.ts';

/** A database without a row in a folder of its own. @param atEnd removes both; by default after the test */
export const emptyDatabase = (atEnd: (remove: () => void) => unknown = onTestFinished) => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'kramar.db');
  const db = openDatabase(file);
  const remove = () => {
    db.close();
    folder.remove();
  };
  atEnd(remove);
  return { db, file, folder: folder.path, remove };
};

/** Terminals of these names, with the ids from 1 on. */
export const writeTerminals = (db: Db, ...names: string[]): void => {
  const empty = { merchant_id: '', merchant_name: '', edrpou: '', sealed_token: null, deleted_at: null };
  const stamps = { is_active: 1, show_payments: 1, created_at: 0, updated_at: 0 } as const;
  for (const name of names) insertTerminal(db, { name, ...empty, ...stamps });
};

/** Writes an unpaid invoice of a hundred hryvnias with these fields. Returns its id. */
export const writeRow = (db: Db, fields: Partial<InvoiceRow>): number =>
  insertInvoice(db, newInvoice(fields), []).invoice.id;
