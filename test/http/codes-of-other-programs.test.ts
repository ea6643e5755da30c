import { beforeAll, expect, test } from 'vitest';
import type { Refusal } from '../helpers/client.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';
import { importsOf, inShort } from './import-stage.ts';

/** Files whose codes are those of another program. */

const shop = await shopOfFile();
const { send, tried } = importsOf(shop);
const products = async () =>
  (
    await shop.owner.get<{ results: { name: string; price: number; external_code: string }[] }>(
      'catalog/products/?ordering=code',
    )
  ).body.results.map(({ name, price, external_code }) => [name, price, external_code]);

const OURS = 'Назва;Ціна\nКава мелена 250 г;145,50\nЧай зелений;89,00\nЦукор 1 кг;38,00\n';
const SUPPLIER =
  'Код;Найменування;Ціна\n00000001;Молоко 1 л;42,00\n00000002;Чай чорний;45,00\n00000003;Сметана 20%;61,00\n';
beforeAll(() => send('', OURS));

test('codes that no product of ours can have are kept; a product of the same name gets the code', async () => {
  expect(
    inShort(await tried('Код;Номенклатура;Ціна, грн\n00-00000017;Вода;18\n00-00000018;ЧАЙ  ЗЕЛЕНИЙ;90\n')),
  ).toEqual([
    ['new', 'Вода', 'price 18,00', 'external_code 00-00000017'],
    ['changed', 'ЧАЙ  ЗЕЛЕНИЙ', 'price 90,00', 'external_code 00-00000018'],
  ]);
});

const MIXED = 'Код;Назва;Ціна\n1;Кава мелена 250 г;150\n2;Чай зелений листовий;90\n3;Батарейки;61\n';
test('a code of ours under quite another name is a question, and nothing is changed in silence', async () => {
  const result = await tried(MIXED);
  expect(inShort(result)).toEqual([
    ['changed', 'Кава мелена 250 г', 'price 150,00'],
    ['changed', 'Чай зелений листовий', 'price 90,00'],
    ['wrong', 'Батарейки', 'OTHER_NAME'],
  ]);
  expect(result.rows.map(({ matched_by }) => matched_by)).toEqual(['code', 'code', null]);
  const refused = await withoutTrace(shop, () => send<Refusal>('', MIXED));
  expect(refused.body.errors?.rows?.[0]).toMatch(/^Row 4: code "Цукор 1 кг" is the name of the product/);
  expect(inShort(await tried(MIXED, 'other_names=new'))[2]).toEqual([
    ...['new', 'Батарейки', 'price 61,00', 'external_code 3'],
  ]);
  expect(inShort(await tried(MIXED, 'other_names=rename'))[2]).toEqual([
    'changed',
    'Батарейки',
    'price 61,00',
  ]);
});

test('so is an article of ours; a column that the caller names as codes holds ours', async () => {
  await send('', 'Артикул;Назва;Ціна\nA-1;Мило;10\n');
  expect(inShort(await tried('Артикул;Назва;Ціна\nA-1;Зубна паста;12\n'))).toEqual([
    ['wrong', 'Зубна паста', 'OTHER_NAME'],
  ]);
  expect(inShort(await tried(SUPPLIER, 'columns=code:0,name:1,price:2')).map(([, , code]) => code)).toEqual([
    ...['OTHER_NAME', 'OTHER_NAME', 'OTHER_NAME'],
  ]);
});

test('a supplier’s codes that happen to be ours make new products, their codes kept; again, they change them', async () => {
  const result = await tried(SUPPLIER);
  expect(inShort(result)).toEqual([
    ['new', 'Молоко 1 л', 'price 42,00', 'external_code 00000001'],
    ['new', 'Чай чорний', 'price 45,00', 'external_code 00000002'],
    ['new', 'Сметана 20%', 'price 61,00', 'external_code 00000003'],
  ]);
  expect(result.assumptions).toEqual([{ code: 'other_codes', rows: 3, value: 'Код' }]);
  expect((await send('', SUPPLIER)).status).toBe(200);
  const again = await tried(SUPPLIER.replace('42,00', '43,00').replace('Молоко 1 л', 'Молоко 1 л пляшка'));
  expect(again.counts).toMatchObject({ new: 0, changed: 1, unchanged: 2, wrong: 0 });
  expect(again.rows[0]).toMatchObject({ matched_by: 'external_code' });
  expect((await products()).slice(0, 3)).toEqual([
    ['Кава мелена 250 г', 14_550, ''],
    ['Чай зелений', 8900, ''],
    ['Цукор 1 кг', 3800, ''],
  ]);
});
