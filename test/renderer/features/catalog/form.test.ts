import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  missingOf,
  paramsOf,
  readAs,
  withColumn,
} from '../../../../renderer/features/catalog/import/settings.ts';
import { findOptions } from '../../../../renderer/features/catalog/named/match-options.ts';
import {
  additionOf,
  changesOf,
  faultsOf,
  isDirty,
  isOvertaken,
  NOTHING,
  shownOf,
} from '../../../../renderer/features/catalog/product/form.ts';
import {
  type CatalogSearch,
  filterParams,
  isFiltered,
  productOrdering,
} from '../../../../renderer/features/catalog/search.ts';
import { withFilter } from '../../../../renderer/lib/list-search.ts';
import { parsePrice, typedPrice } from '../../../../renderer/lib/money.ts';
import { PRODUCT_COLUMNS } from '../../../../shared/api/catalog-files.ts';
import { MAX_AMOUNT } from '../../../../shared/money.ts';

const coffee = { ...NOTHING, name: 'Кава', price: '75,00', article: '0012', category: 4 };

describe('a price', () => {
  test('any value is typed as it is shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_AMOUNT }), (minor) => {
        expect(parsePrice(typedPrice(minor))).toEqual({ minor });
      }),
    );
  });

  test('may be nothing, but not a guess', () => {
    expect(['0', '0,00', ' 0.0 ₴', '00', '0 грн'].map(parsePrice)).toEqual(Array(5).fill({ minor: 0 }));
    expect(parsePrice('')).toEqual({ fault: 'empty' });
    expect(parsePrice('0,000')).toEqual({ fault: 'format' });
    expect(parsePrice('-1')).toEqual({ fault: 'format' });
  });
});

describe('typed changes of a product', () => {
  test('are a change only where the value differs', () => {
    expect(isDirty(coffee, {})).toBe(false);
    expect(isDirty(coffee, { name: ' Кава ', price: '75', category: 4 })).toBe(false);
    expect(changesOf(coffee, { name: ' Кава ', price: '75.0', article: '12', category: null })).toEqual({
      article: '12',
      category: null,
    });
    expect(changesOf(coffee, { price: '80' })).toEqual({ price: 8000 });
  });

  test('is refused where it cannot be stored', () => {
    expect(faultsOf(shownOf(coffee, { name: '  ', price: 'дорого', article: 'x'.repeat(101) }))).toEqual({
      texts: { name: 'blank', article: 'long' },
      price: 'format',
    });
    expect(faultsOf(shownOf(NOTHING, { name: '☕'.repeat(255), price: '0' }))).toEqual({ texts: {} });
  });

  test("give way to another user's change in the same field only", () => {
    const stored = { ...coffee, price: '90,00' };
    expect(isOvertaken(coffee, stored, { price: '80' })).toBe(true);
    expect(isOvertaken(coffee, stored, { name: 'Еспресо' })).toBe(false);
    expect(isOvertaken(coffee, coffee, { price: '80' })).toBe(false);
  });

  test('create a new one as the interface expects it', () => {
    expect(additionOf({ name: ' Чай ', price: '12,5', unit: 3 })).toEqual({
      name: 'Чай',
      price: 1250,
      article: '',
      external_code: '',
      name_for_docs: '',
      category: null,
      unit: 3,
    });
  });
});

test('the address says which products are listed, and nothing of it is lost', () => {
  expect(filterParams({})).toEqual({ is_archived: false });
  expect(filterParams({ kept: 'all', search: 'кава', page: 3, open: 7 })).toEqual({ search: 'кава' });
  expect(filterParams({ kept: 'archived', category: 2, ordering: '-price' })).toEqual({
    is_archived: true,
    category: 2,
    ordering: '-price',
  });
  expect(isFiltered({ ordering: 'code', page: 2 })).toBe(false);
  expect(withFilter<CatalogSearch>({ page: 4, unit: 1 }, { category: 2 })).toEqual({
    page: undefined,
    unit: 1,
    category: 2,
  });
  const { sortedBy } = productOrdering;
  expect(sortedBy({}, 'name').ordering).toBe('-name');
  expect(sortedBy({ ordering: '-name' }, 'name').ordering).toBeUndefined();
  expect(sortedBy({ page: 3 }, 'price')).toEqual({ page: undefined, ordering: 'price' });
});

test('a name that is there already is not offered as a new one, however it is written', () => {
  const all = [
    { id: 1, name: 'Гарячі  напої' },
    { id: 2, name: 'штука', short_name: 'шт' },
  ];
  expect(findOptions(all, ' гарячі напої')).toMatchObject({ isNew: false, found: [{ id: 1 }] });
  expect(findOptions(all, 'шт')).toMatchObject({ isNew: true, name: 'шт', found: [{ id: 2 }] });
  expect(findOptions(all, '')).toMatchObject({ isNew: false, found: all });
});

describe('how a file is read', () => {
  test('each field has one column, and each column holds one field', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(5), fc.option(fc.constantFrom(...PRODUCT_COLUMNS)))),
        (choices) => {
          const columns = choices.reduce<ReturnType<typeof withColumn>>(
            (before, [column, field]) => withColumn(before, column, field),
            [],
          );
          expect(new Set(columns.map(({ column }) => column)).size).toBe(columns.length);
          expect(new Set(columns.map(({ field }) => field)).size).toBe(columns.length);
          const last = choices.at(-1);
          if (last) expect(columns.find(({ column }) => column === last[0])?.field ?? null).toBe(last[1]);
        },
      ),
    );
  });

  test('is requested as the interface expects it; another way of reading clears the columns', () => {
    const settings = {
      match_by: 'article',
      columns: [
        { field: 'name', column: 2 },
        { field: 'price', column: 0 },
      ],
    } as const;
    expect(paramsOf(settings)).toEqual({ match_by: 'article', columns: 'name:2,price:0' });
    expect(paramsOf(readAs(settings, { has_header: false }))).toEqual({
      match_by: 'article',
      has_header: false,
      columns: undefined,
    });
    expect(missingOf({ columns: [{ field: 'name', column: 0 }] })).toEqual(['price']);
    expect(missingOf({ columns: [{ field: 'price', column: 0 }] })).toEqual(['name']);
    expect(
      missingOf({ columns: [1, 2].map((column) => ({ field: column === 1 ? 'price' : 'article', column })) }),
    ).toEqual([]);
  });
});
