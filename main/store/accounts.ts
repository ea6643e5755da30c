import type { Selectable } from 'kysely';
import type { EmployeeQuery } from '../../shared/api/employees.ts';
import { searchText } from '../../shared/text.ts';
import { build, type Db } from './db/connection.ts';
import { type Found, findSlice, matchesWords, type Slice } from './db/list.ts';
import { searchable } from './db/put.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';
import type { AccountsTable } from './db/tables.ts';

export type AccountRow = Selectable<AccountsTable>;

/** Runs at each request. */
const byId = fixedQuery<AccountRow, [id: number]>(() =>
  build.selectFrom('accounts').selectAll().where('id', '=', placeholder<number>()),
);

export const findAccount = (db: Db, id: number): AccountRow | undefined => db.get(byId(id));

const byUsername = (username: string) =>
  build.selectFrom('accounts').selectAll().where('username', '=', username);

/** A person's or a key's account. */
export const findAccountByUsername = (db: Db, username: string): AccountRow | undefined =>
  db.get(byUsername(username));

/** Only a person can sign in. */
export const findPersonByUsername = (db: Db, username: string): AccountRow | undefined =>
  db.get(byUsername(username).where('kind', '=', 'person'));

export const findOwner = (db: Db): AccountRow | undefined =>
  db.get(build.selectFrom('accounts').selectAll().where('role', '=', 'owner'));

const employees = () =>
  build.selectFrom('accounts').where('role', '=', 'employee').where('kind', '=', 'person');

/** The owner and the employees who may sign in, the owner first. */
export const activePeople = (db: Db): AccountRow[] =>
  db.all(
    build
      .selectFrom('accounts')
      .selectAll()
      .where('kind', '=', 'person')
      .where('is_active', '=', 1)
      .orderBy('role', 'desc')
      .orderBy('username'),
  );

/** Excludes the owner and the keys. */
export const findEmployee = (db: Db, id: number): AccountRow | undefined =>
  db.get(employees().selectAll().where('id', '=', id));

export const allEmployees = (db: Db): AccountRow[] => db.all(employees().selectAll().orderBy('username'));

const BY_USERNAME = [{ field: 'username', descending: false }];

export const listEmployees = (db: Db, query: EmployeeQuery, slice: Slice): Found<AccountRow> => {
  const matching = employees().where((eb) => matchesWords(eb, 'search_text', query.search));
  return findSlice(db, matching, matching.selectAll(), 'accounts', query.ordering ?? BY_USERNAME, slice);
};

type LimitedEmployee = Pick<
  AccountRow,
  'id' | 'own_sales_only' | 'catalog_prices_only' | 'catalog_read_only'
> & {
  /** Of refunds, minor units; null: no limit. */
  largest: number | null;
  per_day: number | null;
};

/** The employees who are limited beside their permissions, by id. */
export const limitedEmployees = (db: Db): LimitedEmployee[] =>
  db.all(
    employees()
      .leftJoin('refund_limits', 'refund_limits.account_id', 'accounts.id')
      .select(['id', 'own_sales_only', 'catalog_prices_only', 'catalog_read_only', 'largest', 'per_day'])
      .where((eb) =>
        eb.or([
          eb('own_sales_only', '=', 1),
          eb('catalog_prices_only', '=', 1),
          eb('catalog_read_only', '=', 1),
          eb('account_id', 'is not', null),
        ]),
      )
      .orderBy('id'),
  );

export const { insert: insertAccount, update: updateAccount } = searchable(
  'accounts',
  ({ username, full_name, email }) => searchText(username, full_name, email),
);
