import type { ProductValues } from '../../main/store/catalog-files.ts';
import { openStaging } from '../../main/store/catalog-staging.ts';
import type { Db } from '../../main/store/db/connection.ts';

/** Inserts many products in order, as an import does. */
export const insertProducts = (db: Db, rows: readonly ProductValues[], now: number): void => {
  const staging = openStaging(db);
  staging.add(
    rows.map(({ category_id, unit_id, ...row }) => ({
      ...row,
      id: null,
      category: category_id,
      unit: unit_id,
    })),
  );
  db.transaction(() => staging.write({ categories: new Map(), units: new Map() }, now));
  staging.discard();
};
