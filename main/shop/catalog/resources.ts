import type { CategoryPatch, ProductCreate, ProductPatch, UnitPatch } from '../../../shared/api/catalog.ts';
import { invalidPk } from '../../../shared/api/fields.ts';
import type { Problems } from '../../../shared/errors.ts';
import {
  type CategoryRow,
  categories,
  deleteProduct,
  findProduct,
  insertProduct,
  type NamedProductRow,
  type ProductRow,
  type UnitRow,
  units,
  updateProduct,
} from '../../store/catalog.ts';
import type { Db, DbContext } from '../../store/db/connection.ts';
import { bit, givenBits } from '../../store/db/list.ts';
import { type Facts, recordAction } from '../actions/record.ts';
import { NotFoundError } from '../errors.ts';
import { refuseProblems } from '../validate.ts';
import { restoringProblems } from './product-shop.ts';

type Kind = 'category' | 'unit' | 'product';

/** Changes a record of the catalog, and records the action with it. */
const recorded = <Row extends { id: number; name: string }>(
  { db, now }: DbContext,
  code: `${Kind}_${'created' | 'changed' | 'deleted'}` | 'product_archived',
  write: () => Row,
  factsOf: (row: Row) => Facts = () => ({}),
): Row =>
  db.transaction(() => {
    const row = write();
    const [kind] = code.split('_') as [Kind];
    const object = { kind, id: row.id, label: row.name };
    recordAction(db, now(), { code, object, facts: factsOf(row) });
    return row;
  });

/** Names of the fields that were sent, and how the name or the price changed. */
const changeFacts =
  <Row extends { name: string; price?: number }>(before: Row, input: object) =>
  (after: Row): Facts => ({
    changed: Object.keys(input),
    ...(before.name === after.name ? {} : { name_before: before.name }),
    ...(before.price === after.price ? {} : { price_before: before.price, price: after.price }),
  });

const removeRecorded = (
  context: DbContext,
  code: `${Kind}_deleted`,
  row: { id: number; name: string },
  remove: (db: Db, id: number) => void,
): void =>
  context.db.transaction(() => {
    recorded(context, code, () => row);
    remove(context.db, row.id);
  });

const stamps = (now: number) => ({ created_at: now, updated_at: now });

type Stamps = ReturnType<typeof stamps>;

/** Creates, changes and deletes categories or units of measure, each with its action. */
const namesResource = <Row extends { id: number; name: string }, Fields extends { name: string }>(
  kind: 'category' | 'unit',
  table: {
    insert(db: Db, row: Fields & Stamps): Row;
    update(db: Db, row: Row, changes: Partial<Fields & Stamps>): Row;
    remove(db: Db, id: number): void;
  },
) => ({
  create: (context: DbContext, fields: Fields): Row =>
    recorded(context, `${kind}_created`, () =>
      table.insert(context.db, { ...fields, ...stamps(context.now()) }),
    ),
  patch: (context: DbContext, row: Row, input: CategoryPatch | UnitPatch): Row => {
    const changes = { ...presentFields(input), updated_at: context.now() } as Partial<Fields & Stamps>;
    const write = () => table.update(context.db, row, changes);
    return recorded(context, `${kind}_changed`, write, changeFacts(row, input));
  },
  remove: (context: DbContext, row: Row): void =>
    removeRecorded(context, `${kind}_deleted`, row, table.remove),
});

export const categoryResource = namesResource<CategoryRow, { name: string }>('category', categories);
export const unitResource = namesResource<UnitRow, { name: string; short_name: string }>('unit', units);

/** The database's objections to a product's fields; absent fields are not checked. */
export const productProblems = (db: Db, { category, unit }: ProductPatch): Problems => ({
  ...(typeof category === 'number' && !categories.find(db, category)
    ? { category: [invalidPk(category)] }
    : {}),
  ...(typeof unit === 'number' && !units.find(db, unit) ? { unit: [invalidPk(unit)] } : {}),
});

const productById = (db: Db, id: number): NamedProductRow => {
  const product = findProduct(db, id);
  if (!product) throw new NotFoundError('product', id);
  return product;
};

/** @throws ValidationError */
export const createProduct = (context: DbContext, input: ProductCreate): NamedProductRow => {
  const { db, now } = context;
  const write = () => {
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
  };
  return recorded(context, 'product_created', write, ({ price }) => ({ price }));
};

/** @throws ValidationError */
export const patchProduct = (context: DbContext, row: ProductRow, input: ProductPatch): NamedProductRow => {
  const { db, now } = context;
  const { category, unit, is_archived, ...texts } = input;
  const write = () => {
    refuseProblems({
      ...productProblems(db, { category, unit }),
      ...restoringProblems(db, row, { is_archived }),
    });
    updateProduct(db, row, {
      ...presentFields(texts),
      ...presentFields({ category_id: category, unit_id: unit }),
      ...givenBits({ is_archived }),
      updated_at: now(),
    });
    return productById(db, row.id);
  };
  const isArchived = is_archived === true && row.is_archived === 0;
  const facts = changeFacts<Pick<ProductRow, 'name' | 'price'>>(row, input);
  return recorded(context, isArchived ? 'product_archived' : 'product_changed', write, facts);
};

export const removeProduct = (context: DbContext, row: ProductRow): void =>
  removeRecorded(context, 'product_deleted', row, deleteProduct);

type PresentFields<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Omits the fields that were not sent. */
const presentFields = <Fields extends object>(fields: Fields): PresentFields<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as PresentFields<Fields>;
