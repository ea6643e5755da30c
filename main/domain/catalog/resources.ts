import type {
  CategoryCreate,
  CategoryPatch,
  ProductCreate,
  ProductPatch,
  UnitCreate,
  UnitPatch,
} from '../../../shared/api/catalog.ts';
import { invalidPk } from '../../../shared/api/fields.ts';
import type { Problems } from '../../../shared/errors.ts';
import {
  type CategoryRow,
  findCategory,
  findProduct,
  findUnit,
  insertCategory,
  insertProduct,
  insertUnit,
  type NamedProductRow,
  type ProductRow,
  type UnitRow,
  updateCategory,
  updateProduct,
  updateUnit,
} from '../../store/catalog.ts';
import type { Db } from '../../store/db/connection.ts';
import { bit } from '../../store/db/list.ts';
import { NotFoundError, refuseProblems } from '../errors.ts';

export interface CatalogContext {
  db: Db;
  /** Milliseconds UTC. */
  now: () => number;
}

const stamps = (now: number) => ({ created_at: now, updated_at: now });

export const createCategory = ({ db, now }: CatalogContext, { name }: CategoryCreate): CategoryRow =>
  insertCategory(db, { name, ...stamps(now()) });

export const patchCategory = (
  { db, now }: CatalogContext,
  row: CategoryRow,
  { name = row.name }: CategoryPatch,
): CategoryRow => updateCategory(db, row, { name, updated_at: now() });

export const createUnit = ({ db, now }: CatalogContext, { name, short_name = '' }: UnitCreate): UnitRow =>
  insertUnit(db, { name, short_name, ...stamps(now()) });

export const patchUnit = (
  { db, now }: CatalogContext,
  row: UnitRow,
  { name = row.name, short_name = row.short_name }: UnitPatch,
): UnitRow => updateUnit(db, row, { name, short_name, updated_at: now() });

/** The database's objections to a product's fields; absent fields are not checked. */
export const productProblems = (db: Db, { category, unit }: ProductPatch): Problems => ({
  ...(typeof category === 'number' && !findCategory(db, category) ? { category: [invalidPk(category)] } : {}),
  ...(typeof unit === 'number' && !findUnit(db, unit) ? { unit: [invalidPk(unit)] } : {}),
});

const productById = (db: Db, id: number): NamedProductRow => {
  const product = findProduct(db, id);
  if (!product) throw new NotFoundError('product', id);
  return product;
};

/** @throws ValidationError */
export const createProduct = ({ db, now }: CatalogContext, input: ProductCreate): NamedProductRow =>
  db.transaction(() => {
    refuseProblems(productProblems(db, input));
    const { id } = insertProduct(db, {
      name: input.name,
      price: input.price,
      name_for_docs: input.name_for_docs ?? '',
      article: input.article ?? '',
      external_code: input.external_code ?? '',
      category_id: input.category ?? null,
      unit_id: input.unit ?? null,
      is_archived: bit(input.is_archived ?? false),
      ...stamps(now()),
    });
    return productById(db, id);
  });

/** @throws ValidationError */
export const patchProduct = (
  { db, now }: CatalogContext,
  row: ProductRow,
  { category, unit, is_archived, ...texts }: ProductPatch,
): NamedProductRow =>
  db.transaction(() => {
    refuseProblems(productProblems(db, { category, unit }));
    updateProduct(db, row, {
      ...presentFields(texts),
      ...presentFields({ category_id: category, unit_id: unit }),
      ...(is_archived === undefined ? {} : { is_archived: bit(is_archived) }),
      updated_at: now(),
    });
    return productById(db, row.id);
  });

type PresentFields<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Omits the fields that were not sent. */
const presentFields = <Fields extends object>(fields: Fields): PresentFields<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as PresentFields<Fields>;
