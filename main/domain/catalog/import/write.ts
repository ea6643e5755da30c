import type { CatalogRows } from '../../../store/catalog-files.ts';
import {
  insertProducts,
  type ProductValues,
  readCatalog,
  updateProducts,
} from '../../../store/catalog-files.ts';
import { insertCategory } from '../../../store/categories.ts';
import type { Db } from '../../../store/db/connection.ts';
import { insertUnit } from '../../../store/units.ts';
import type { Named, Outcome } from './judge.ts';
import { isSameCatalog } from './known-catalog.ts';
import type { Plan } from './plan.ts';

/**
 * Does what was planned, all of it or nothing. What is written is what was compared: where anything in the catalog has
 * changed since, nothing is written, and the plan is to be made anew.
 */
export const writePlan = (db: Db, catalog: CatalogRows, plan: Plan, now: number): 'written' | 'outdated' =>
  db.transaction(() => {
    if (!isSameCatalog(catalog, readCatalog(db))) return 'outdated';
    const stamps = { created_at: now, updated_at: now };
    const categories = made(plan.newCategories, (name) => insertCategory(db, { name, ...stamps }).id);
    const units = made(plan.newUnits, (name) => insertUnit(db, { name, short_name: '', ...stamps }).id);
    const values = ({ category, unit, ...fields }: Outcome): ProductValues => ({
      ...fields,
      category_id: idOf(category, categories),
      unit_id: idOf(unit, units),
    });
    const inserted: ProductValues[] = [];
    const updated: (ProductValues & { id: number })[] = [];
    for (const { verdict, product, outcome } of plan.rows) {
      if (!outcome) continue;
      if (verdict === 'new') inserted.push(values(outcome));
      if (verdict === 'changed' && product) updated.push({ ...values(outcome), id: product.id });
    }
    insertProducts(db, inserted, now);
    updateProducts(db, updated, now);
    return 'written';
  });

const made = (names: ReadonlyMap<string, string>, insert: (name: string) => number): Map<string, number> =>
  new Map([...names].map(([key, name]) => [key, insert(name)]));

const idOf = (named: Named, ids: ReadonlyMap<string, number>): number | null => {
  if (typeof named !== 'object' || named === null) return named;
  const id = ids.get(named.key);
  if (id === undefined) throw new Error(`"${named.name}" was not made.`);
  return id;
};
