import { describe, expect, test } from 'vitest';
import type { Product } from '../../shared/api/catalog.ts';
import type { ImportRow, ProductImport } from '../../shared/api/catalog-files.ts';
import type { Answer, Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { importFile } from '../helpers/imports.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { traceRows, withoutTrace } from '../helpers/trace.ts';
import { usualHeaders } from '../helpers/usual.ts';
import { excelBook } from '../helpers/workbooks.ts';

const shop = await shopOfFile({ now: stoppedClock().now });

const send = <Body = ProductImport>(
  query: string,
  file: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answer<Body>> => importFile(shop.owner, file, query, headers);

const imported = async (query: string, file: string | Uint8Array): Promise<ProductImport> => {
  const answer = await send(query, file);
  expect(answer.status, answer.text).toBe(200);
  usualHeaders(answer);
  return answer.body;
};

/** A dry run: nothing is left of it. */
const tried = async (query: string, file: string | Uint8Array): Promise<ProductImport> => {
  const before = catalog();
  const result = await imported(`dry_run=true&${query}`, file);
  expect(catalog()).toEqual(before);
  return result;
};

const catalog = () => ['products', 'categories', 'units', 'counters'].map((table) => traceRows(shop, table));
const products = async (): Promise<Product[]> =>
  (await shop.owner.get<{ results: Product[] }>('catalog/products/?ordering=code&page_size=500')).body
    .results;
const refused = async (query: string, file: string | Uint8Array) => {
  const answer = await withoutTrace(shop, () => send<Refusal>(query, file));
  expect(answer.body.detail).toBe('Validation failed.');
  return answer.body.errors;
};
const codesOf = ({ rows }: ProductImport) =>
  rows.map(({ row, problems }) => [row, problems.map(({ field, code }) => `${field} ${code}`)]);

describe('from an empty catalog', () => {
  const file =
    '\uFEFFКод;Найменування;Ціна, грн;Артикул;Зовнішній код;Група;Од. виміру;Назва для документів;В архіві;Залишок\r\n' +
    ';Кава "Ранкова";1 234,50 ₴;00123;;Напої;шт;Кава;ні;5\r\n' +
    ';"Чай; ""міцний""\r\nзелений";12,5 грн;1e3;=SUM(A1);НАПОЇ;Шт;;так;7\r\n' +
    ";'=1+1;0;'@x;'-5;;кг;;;\r\n";

  test('the dry run shows row by row what it would do; then it is done, and done again it changes nothing', async () => {
    const before = await tried('', file);
    expect(before).toMatchObject({
      dry_run: true,
      format: 'csv',
      encoding: 'utf-8',
      delimiter: 'semicolon',
      has_header: true,
      counts: { rows: 3, new: 3, changed: 0, unchanged: 0, wrong: 0, left_out: 0 },
      new_categories: ['Напої'],
      new_units: ['шт', 'кг'],
    });
    const fields = 'code name price article external_code category unit name_for_docs is_archived'.split(' ');
    expect(before.columns.map(({ field, column }) => [field, column])).toEqual(
      [...fields.entries()].map(([at, field]) => [field, at]),
    );
    expect(before.rows[0]).toEqual({
      row: 2,
      verdict: 'new',
      product: null,
      name: 'Кава "Ранкова"',
      matched_by: null,
      problems: [],
      changes: [
        ['name', 'Кава "Ранкова"'],
        ['price', '1234,50'],
        ['article', '00123'],
        ['category', 'Напої'],
        ['unit', 'шт'],
        ['name_for_docs', 'Кава'],
      ].map(([field, to]) => ({ field, from: '', to })),
    });
    expect(before.sample[2]).toEqual(['', "'=1+1", '0', "'@x", "'-5", '', 'кг', '', '', '']);

    const done = await imported(`expected_digest=${before.digest}`, file);
    expect(done).toEqual({ ...before, dry_run: false });
    expect(await products()).toMatchObject([
      {
        code: 1,
        name: 'Кава "Ранкова"',
        price: 123_450,
        article: '00123',
        category_name: 'Напої',
        unit_name: 'шт',
      },
      {
        code: 2,
        name: 'Чай; "міцний"\r\nзелений',
        price: 1250,
        article: '1e3',
        external_code: '=SUM(A1)',
        category_name: 'Напої',
        unit_name: 'шт',
        is_archived: true,
      },
      {
        code: 3,
        name: '=1+1',
        price: 0,
        article: '@x',
        external_code: '-5',
        category: null,
        unit_name: 'кг',
      },
    ]);
    const again = await tried('match_by=name', file);
    expect([again.counts.unchanged, again.rows, again.new_units]).toEqual([3, [], []]);
    // A product made by hand gets the number after the file's last.
    const { body } = await shop.owner.post<Product>('catalog/products/', { name: 'Сік', price: 1 });
    expect(body.code).toBe(4);
    expect((await shop.owner.get<{ count: number }>('catalog/products/?search=міцний')).body.count).toBe(1);
  });
});

describe('on a catalog', () => {
  test('missing columns leave products as they are, empty cells empty them', async () => {
    const result = await imported(
      '',
      'Code,Name,Price,Unit,Article\n1,Кава,1234.50,,00123\n4,Сік,0.01,ШТ,\n',
    );
    expect(result.rows.map(({ verdict, changes }) => [verdict, changes])).toEqual([
      [
        'changed',
        [
          { field: 'name', from: 'Кава "Ранкова"', to: 'Кава' },
          { field: 'unit', from: 'шт', to: '' },
        ],
      ],
      ['changed', [{ field: 'unit', from: '', to: 'шт' }]],
    ]);
    expect((await products())[0]).toMatchObject({ name: 'Кава', unit: null, category_name: 'Напої' });
    expect((await shop.owner.get<{ count: number }>('catalog/products/?search=ранкова')).body.count).toBe(0);
  });

  test('a price list needs no names, except for new products', async () => {
    const result = await tried('', 'Артикул;Ціна\n00123;1300\nНемає;5\n');
    expect(result.rows).toEqual([
      expect.objectContaining({
        verdict: 'changed',
        name: 'Кава',
        changes: [{ field: 'price', from: '1234,50', to: '1300,00' }],
      }),
      expect.objectContaining({
        verdict: 'wrong',
        problems: [expect.objectContaining({ field: 'name', code: 'REQUIRED', value: '' })],
      }),
    ]);
  });

  test('the first key that a row has identifies the product', async () => {
    const byArticle = await tried('', 'Артикул;Назва;Ціна\n00123;Кава нова;5\n123;Кава;5\n;СІК;7\n');
    expect(byArticle.rows.map(({ verdict, product, name }) => [verdict, product, name])).toEqual([
      ['changed', 1, 'Кава нова'],
      ['new', null, 'Кава'],
      ['changed', 4, 'СІК'],
    ]);
    const byName = await tried('match_by=name', 'Артикул;Назва;Ціна\n123;Кава;5\n');
    expect(byName.rows[0]).toMatchObject({ verdict: 'changed', product: 1 });
  });

  const WRONG: [string, string[]][] = [
    ['77;Нове;1;;', ['code UNKNOWN_CODE']],
    ['x;Нове;1;;', ['code UNKNOWN_CODE']],
    [';;;;', []],
    [';;1;a;', ['name REQUIRED']],
    ['4;Сік;;;', ['price REQUIRED']],
    [';Ціна словами;дорого;;', ['price NOT_AN_AMOUNT']],
    [';Ціна;1e3;;', ['price NOT_AN_AMOUNT']],
    [';Мінус;-1;;', ['price NEGATIVE']],
    [';Дорого;1000000000;;', ['price AMOUNT_TOO_HIGH']],
    [`;${'х'.repeat(256)};1;${'a'.repeat(101)};`, ['name TOO_LONG', 'article TOO_LONG']],
    [';Архів;1;;може', ['is_archived NOT_A_BOOLEAN']],
    [';Двічі;1;однаковий;', ['null REPEATED']],
    [';Удруге;1;однаковий;', ['null REPEATED']],
    ['1;Кава мелена;1;;', ['null REPEATED']],
    ['001;Кава;2;;', ['null REPEATED']],
    [';Зайве;1;;;9', ['null TOO_MANY_CELLS']],
  ];
  const file = ['Код;Назва;Ціна;Артикул;Архів', ...WRONG.map(([row]) => row), ';Гарне;1,00;;'].join('\n');

  test('every error is reported, with its row and its value', async () => {
    const result = await tried('', file);
    const expected = WRONG.map(([, codes], index): [number, string[]] => [index + 2, codes]);
    expect(codesOf(result)).toEqual([
      ...expected.filter(([, codes]) => codes.length > 0),
      [WRONG.length + 2, []],
    ]);
    expect(result.counts).toEqual({ rows: 16, new: 1, changed: 0, unchanged: 0, wrong: 15, left_out: 0 });
    const { problems } = result.rows.find(({ row }) => row === 8) as ImportRow;
    expect(problems).toEqual([
      {
        field: 'price',
        code: 'NOT_AN_AMOUNT',
        value: '1e3',
        detail: expect.stringMatching(/^price "1e3" is no amount/),
      },
    ]);
  });

  test('one faulty row refuses the file, unless such rows are to be skipped', async () => {
    const { rows } = (await refused('', file)) ?? {};
    expect(rows).toHaveLength(12);
    expect(rows?.[0]).toMatch(/^Row 2: code "77" is the code of no product/);
    const before = await products();
    expect((await imported('skip_wrong=true', file)).counts).toMatchObject({ new: 1, wrong: 15 });
    const after = await products();
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toMatchObject({ name: 'Гарне', price: 100 });
  });

  test('several products with one key', async () => {
    for (const name of ['Пара', 'ПАРА']) await shop.owner.post('catalog/products/', { name, price: 1 });
    expect(codesOf(await tried('', 'Назва;Ціна\nпара;1\n'))).toEqual([[2, ['name AMBIGUOUS']]]);
  });

  test('a workbook: numbers as they were typed, and a cell beside the table does no harm', async () => {
    const file = excelBook(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>' +
        '<row r="2"><c r="A2" t="s"><v>3</v></c><c r="B2"><v>12.300000000000001</v></c><c r="C2"><v>482</v></c><c r="H2"><v>1</v></c></row>',
      ['Товар', 'Вартість', 'Артикул', 'З Excel'].map((text) => `<t>${text}</t>`),
    );
    const answer = await send<ProductImport>('', file, { 'Content-Type': 'application/octet-stream' });
    expect(answer.body.rows[0]?.changes.map(({ to }) => to)).toEqual(['З Excel', '12,30', '482']);
    expect((await products()).at(-1)).toMatchObject({ name: 'З Excel', price: 1230, article: '482' });
  });

  test('columns as requested; a dry run answers without them as well', async () => {
    const file = 'Що;Скільки коштує\nДещо;5\n';
    expect(await tried('', file)).toMatchObject({
      digest: '',
      header: ['Що', 'Скільки коштує'],
      sample: [['Дещо', '5']],
      columns: [],
      rows: [],
      counts: { rows: 1, new: 0, changed: 0, unchanged: 0, wrong: 0, left_out: 0 },
    });
    expect((await refused('', file))?.columns?.[0]).toMatch(
      /"Назва" \(Name\) and "Ціна".*"Що", "Скільки коштує"/,
    );
    expect((await tried('columns=price:1,name:0', file)).counts.new).toBe(1);
    expect((await tried('has_header=false&columns=price:1,name:0', file)).counts).toMatchObject({
      new: 1,
      wrong: 1,
    });
    expect((await tried('', 'Кава нова;5\n')).rows[0]).toMatchObject({ verdict: 'new', name: 'Кава нова' });
    for (const columns of ['name:0', 'name', 'name:0,name:1', 'name:0,price:2', 'x:1', 'name:-1,price:0'])
      expect(Object.keys((await refused(`columns=${columns}`, file)) ?? {}), columns).toEqual(['columns']);
  });
});

test('another digest: nothing is written, and the answer has the current one', async () => {
  const file = 'Код;Назва;Ціна\n4;Сік;99\n';
  const { digest } = await tried('', file);
  await shop.owner.patch('catalog/products/4/', { price: 5 });
  expect(Object.keys((await refused(`expected_digest=${digest}`, file)) ?? {})).toEqual(['expected_digest']);
  const now = await tried('', file);
  expect(now.digest).not.toBe(digest);
  // A change to another part of the catalog does not matter.
  await shop.owner.patch('catalog/products/3/', { price: 6 });
  expect((await imported(`expected_digest=${now.digest}`, file)).counts.changed).toBe(1);
});
