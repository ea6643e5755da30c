import type { Selectable } from 'kysely';
import { build, type Db } from './db/connection.ts';
import type { ShopLogoTable } from './db/tables.ts';

export type LogoRow = Selectable<ShopLogoTable>;

export const findLogo = (db: Db): LogoRow | undefined => db.get(build.selectFrom('shop_logo').selectAll());

/** Replaces the one before. */
export const storeLogo = (db: Db, row: Omit<LogoRow, 'id'>): void => {
  db.run(build.replaceInto('shop_logo').values({ id: 1, ...row }));
};

/** @returns whether there was one */
export const deleteLogo = (db: Db): boolean =>
  db.get(build.deleteFrom('shop_logo').returning('id')) !== undefined;
