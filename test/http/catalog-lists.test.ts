import { beforeAll, describe, expect, test } from 'vitest';
import type { Category, Product, Unit } from '../../shared/api/catalog.ts';
import type { Page } from '../../shared/api/pages.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

const clock = stoppedClock();
let drinks: Category;
let litre: Unit;
const list = <Row = Product>(query = '', resource = 'products'): Promise<Page<Row>> =>
  ok(shop.owner.get<Page<Row>>(`catalog/${resource}/${query}`), 200);
const names = async (query: string, resource = 'products') =>
  (await list<{ name: string }>(query, resource)).results.map(({ name }) => name);
const add = async <Row>(resource: string, body: object): Promise<Row> => {
  const answer = await shop.owner.post<Row>(`catalog/${resource}/`, body);
  expect(answer.status, answer.text).toBe(201);
  clock.forward(1);
  return answer.body;
};

const shop = await shopOfFile({ now: clock.now });
beforeAll(async () => {
  drinks = await add('categories', { name: 'Напої ГАРЯЧІ' });
  await add('categories', { name: 'Випічка' });
  litre = await add('units', { name: 'Літр', short_name: 'Л.' });
  await add('units', { name: 'Кілограм', short_name: 'кг' });
  const products = [
    { name: 'Ґроґ', price: 300, article: 'GR-01', category: drinks.id, unit: litre.id },
    { name: 'Еспресо ПОДВІЙНЕ', price: 100, external_code: '4820001', category: drinks.id },
    { name: 'Йогурт', price: 200, unit: litre.id, is_archived: true },
    { name: '100% сік', price: 200, article: 'a_b' },
    { name: 'Багет', price: 150, name_for_docs: 'Хліб пшеничний' },
  ];
  for (const product of products) await add('products', product);
});

describe('Query parameters of GET catalog/products/', () => {
  test.each([
    ['category', () => `?category=${drinks.id}`, ['Ґроґ', 'Еспресо ПОДВІЙНЕ']],
    ['unit', () => `?unit=${litre.id}`, ['Ґроґ', 'Йогурт']],
    ['is_archived', () => '?is_archived=true', ['Йогурт']],
    ['is_archived 1', () => '?is_archived=1', ['Йогурт']],
    ['several together', () => `?unit=${litre.id}&is_archived=FALSE`, ['Ґроґ']],
  ])('%s', async (_name, query, expected) => {
    const found = await names(query());
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect((await list(query())).count).toBe(found.length);
  });
});

describe('search by name, article, external code: every word must occur, as a case-insensitive substring (Cyrillic too)', () => {
  test.each([
    ['еспресо', ['Еспресо ПОДВІЙНЕ']],
    ['ПОДВІЙНЕ еспр', ['Еспресо ПОДВІЙНЕ']],
    ['двій', ['Еспресо ПОДВІЙНЕ']],
    ['ҐРОҐ', ['Ґроґ']],
    ['gr-01', ['Ґроґ']],
    ['ґроґ GR', ['Ґроґ']],
    ['48200 подвійне', ['Еспресо ПОДВІЙНЕ']],
    ['еспресо багет', []],
    ['сік 100%', ['100% сік']],
    ['%', ['100% сік']],
    ['A_B', ['100% сік']],
    ['_', ['100% сік']],
    // й as и with a breve.
    ['\u0438\u0306огурт', ['Йогурт']],
    ['  йогурт \t ', ['Йогурт']],
    // Neither the name for documents nor the category is searched; nor a word across two fields.
    ['пшеничний', []],
    ['Напої', []],
    ['ҐроґGR', []],
    // The code is not among the searched fields.
    ['\u0000', []],
  ])('%j', async (words, expected) => {
    expect(await names(`?search=${encodeURIComponent(words)}`)).toEqual(expected);
  });

  test('a changed record is found by the new words, not by the old', async () => {
    const { id } = await add<Product>('products', { name: 'Старий', price: 1 });
    await shop.owner.patch(`catalog/products/${id}/`, { name: 'Новий', article: 'НВ' });
    expect(await names('?search=старий')).toEqual([]);
    expect(await names('?search=нв новий')).toEqual(['Новий']);
    await shop.owner.send('DELETE', `catalog/products/${id}/`);
  });

  test('Categories and units: name (and short_name)', async () => {
    expect(await names('?search=гарячі напої', 'categories')).toEqual(['Напої ГАРЯЧІ']);
    expect(await names('?search=ЛІТ', 'units')).toEqual(['Літр']);
    expect(await names('?search=КГ', 'units')).toEqual(['Кілограм']);
    expect(await names('?search=кг літр', 'units')).toEqual([]);
  });
});
