import type { AccountRow } from './accounts.ts';
import { build, type Db } from './database.ts';

export const allEmployees = (db: Db): AccountRow[] =>
  db.all(build.selectFrom('accounts').selectAll().where('role', '=', 'employee').orderBy('username'));
