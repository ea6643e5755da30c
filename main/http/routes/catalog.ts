import type * as v from 'valibot';
import {
  category,
  categoryCreate,
  categoryPatch,
  categoryQuery,
  product,
  productCreate,
  productPatch,
  productQuery,
  unit,
  unitCreate,
  unitPatch,
  unitQuery,
} from '../../../shared/api/catalog.ts';
import { CATALOG_PAGE_SIZES, pageOf } from '../../../shared/api/pages.ts';
import { present } from '../../platform/present.ts';
import {
  categoryResource,
  createProduct,
  patchProduct,
  productProblems,
  removeProduct,
  unitResource,
} from '../../shop/catalog/resources.ts';
import type { Refine } from '../../shop/validate.ts';
import {
  type CategoryRow,
  categories,
  findProduct,
  listProducts,
  type NamedProductRow,
  type UnitRow,
  units,
} from '../../store/catalog.ts';
import type { DbContext } from '../../store/db/connection.ts';
import type { Found, Slice } from '../../store/db/list.ts';
import { defineRoute, type Example, type Route } from '../route.ts';

interface Resource<
  Row extends { id: number },
  Query extends v.GenericSchema,
  Create extends v.GenericSchema,
  Patch extends v.GenericSchema,
> {
  /** Path below `catalog/`. */
  name: string;
  /** One record, in words. */
  one: string;
  /** One record and several, in the operations' ids. */
  ids: readonly [string, string];
  /** The effect of a deletion on other records. */
  deletion: string;
  examples: { create: Record<string, Example>; patch: Record<string, Example> };
  answer: v.GenericSchema;
  query: Query;
  create: Create;
  patch: Patch;
  refine?: Refine<v.InferOutput<Create>> & Refine<v.InferOutput<Patch>>;
  find(id: number): Row | undefined;
  list(query: v.InferOutput<Query>, slice: Slice): Found<Row>;
  insert(input: v.InferOutput<Create>): Row;
  update(row: Row, input: v.InferOutput<Patch>): Row;
  remove(row: Row): void;
  present(row: Row): unknown;
}

/** The five operations that each resource of the catalog has: two of the whole, three of a record. */
const resourceRoutes = <
  Row extends { id: number },
  Query extends v.GenericSchema,
  Create extends v.GenericSchema,
  Patch extends v.GenericSchema,
>(
  resource: Resource<Row, Query, Create, Patch>,
): Route[] => {
  const { name, one, ids, answer, examples, refine, present } = resource;
  const access = 'member';
  return [
    defineRoute({
      access,
      at: `GET catalog/${name}/`,
      id: `list${ids[1]}`,
      summary: `List ${name}`,
      answer: pageOf(answer),
      query: resource.query,
      handler: ({ query, paginate }) =>
        paginate(CATALOG_PAGE_SIZES, (slice) => resource.list(query, slice), present),
    }),
    defineRoute({
      access,
      at: `POST catalog/${name}/`,
      writesCatalog: true,
      id: `create${ids[0]}`,
      summary: `Create ${one}`,
      answer,
      body: resource.create,
      examples: examples.create,
      ...(refine && { refine: refine as Refine<v.InferOutput<Create>> }),
      status: 201,
      handler: ({ body }) => present(resource.insert(body)),
    }),
    ...recordRoutes(resource),
  ];
};

const recordRoutes = <
  Row extends { id: number },
  Query extends v.GenericSchema,
  Create extends v.GenericSchema,
  Patch extends v.GenericSchema,
>(
  resource: Resource<Row, Query, Create, Patch>,
): Route[] => {
  const { name, one, ids, answer, examples, refine, present } = resource;
  const each = { access: 'member', load: resource.find } as const;
  return [
    defineRoute({
      ...each,
      at: `GET catalog/${name}/{id}/`,
      id: `get${ids[0]}`,
      summary: `Read ${one}`,
      answer,
      handler: ({ target }) => present(target),
    }),
    defineRoute({
      ...each,
      at: `PATCH catalog/${name}/{id}/`,
      writesCatalog: true,
      id: `update${ids[0]}`,
      summary: `Change ${one}`,
      description: 'Fields that are absent stay as they are.',
      answer,
      body: resource.patch,
      examples: examples.patch,
      ...(refine && { refine: refine as Refine<v.InferOutput<Patch>> }),
      handler: ({ target, body }) => present(resource.update(target, body)),
    }),
    defineRoute({
      ...each,
      at: `DELETE catalog/${name}/{id}/`,
      writesCatalog: true,
      id: `delete${ids[0]}`,
      summary: `Delete ${one}`,
      description: resource.deletion,
      status: 204,
      handler: ({ target }) => resource.remove(target),
    }),
  ];
};

export const catalogRoutes = (context: DbContext): Route[] => [
  ...categoryRoutes(context),
  ...unitRoutes(context),
  ...productRoutes(context),
];

const categoryRoutes = (context: DbContext): Route[] =>
  resourceRoutes({
    name: 'categories',
    one: 'a category',
    ids: ['Category', 'Categories'],
    deletion: 'Its products stay, with category null.',
    examples: {
      create: { category: { summary: 'A category', value: { name: 'Кава' } } },
      patch: { rename: { summary: 'Another name', value: { name: 'Кава й чай' } } },
    },
    answer: category,
    query: categoryQuery,
    create: categoryCreate,
    patch: categoryPatch,
    find: (id) => categories.find(context.db, id),
    list: (query, slice) => categories.list(context.db, query, slice),
    insert: (input) => categoryResource.create(context, input),
    update: (row: CategoryRow, input) => categoryResource.patch(context, row, input),
    remove: (row) => categoryResource.remove(context, row),
    present: (row) => present(category, row),
  });

const unitRoutes = (context: DbContext): Route[] =>
  resourceRoutes({
    name: 'units',
    one: 'a unit of measure',
    ids: ['Unit', 'Units'],
    deletion: 'Its products stay, with unit null.',
    examples: {
      create: { unit: { summary: 'A unit of measure', value: { name: 'Порція', short_name: 'порц' } } },
      patch: { rename: { summary: 'Another short name', value: { short_name: 'п.' } } },
    },
    answer: unit,
    query: unitQuery,
    create: unitCreate,
    patch: unitPatch,
    find: (id) => units.find(context.db, id),
    list: (query, slice) => units.list(context.db, query, slice),
    insert: ({ short_name = '', ...input }) => unitResource.create(context, { ...input, short_name }),
    update: (row: UnitRow, input) => unitResource.patch(context, row, input),
    remove: (row) => unitResource.remove(context, row),
    present: (row) => present(unit, row),
  });

const productRoutes = (context: DbContext): Route[] =>
  resourceRoutes({
    name: 'products',
    one: 'a product',
    ids: ['Product', 'Products'],
    deletion:
      'Invoice items keep their own name and price, with product null. To keep it, archive it instead.',
    examples: {
      create: {
        short: { summary: 'What is required', value: { name: 'Еспресо', price: 4500 } },
        full: {
          summary: 'With a category and a unit of measure',
          value: { name: 'Еспресо', price: 4500, article: 'ESP-1', category: 2, unit: 1 },
        },
      },
      patch: {
        price: { summary: 'Another price', value: { price: 4900 } },
        archive: { summary: 'No longer sold', value: { is_archived: true } },
      },
    },
    answer: product,
    query: productQuery,
    create: productCreate,
    patch: productPatch,
    refine: (input) => productProblems(context.db, input),
    find: (id) => findProduct(context.db, id),
    list: (query, slice) => listProducts(context.db, query, slice),
    insert: (input) => createProduct(context, input),
    update: (row: NamedProductRow, input) => patchProduct(context, row, input),
    remove: (row) => removeProduct(context, row),
    present: (row) =>
      present(product, {
        ...row,
        category: row.category_id,
        unit: row.unit_id,
        category_name: row.category_name ?? '',
        unit_name: row.unit_name ?? '',
      }),
  });
