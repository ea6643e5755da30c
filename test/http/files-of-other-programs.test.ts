import { describe, expect, test } from 'vitest';
import type { ProductImport } from '../../shared/api/catalog-files.ts';
import type { Refusal } from '../helpers/client.ts';
import { expectReadOrRefused } from '../helpers/damaged-files.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { withoutTrace } from '../helpers/trace.ts';
import { excelBook, renamedParts } from '../helpers/workbooks.ts';
import { importsOf, inShort } from './import-stage.ts';

/** Price lists and exports of other programs, as shops have them. */

const shop = await shopOfFile();

const { send, dryRun, tried } = importsOf(shop);
const assumed = ({ assumptions }: ProductImport) => assumptions.map(({ code, rows }) => [code, rows]);
const row = (at: number, ...cells: (string | number | undefined)[]): string =>
  `<row r="${at}">${cells
    .map((cell, index) => {
      const place = `${String.fromCharCode(65 + index)}${at}`;
      if (cell === undefined) return '';
      return typeof cell === 'number'
        ? `<c r="${place}"><v>${cell}</v></c>`
        : `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    })
    .join('')}</row>`;
describe('a workbook', () => {
  const book = excelBook(
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>${row(2, 'Кава', 145.5)}`,
    ['<t>Назва</t>', '<t>Ціна</t>'],
  );
  test.each([
    ['parts in another case', (name: string) => name.replace('shared', 'Shared').replace('sheet1', 'Sheet1')],
    ['backslashes and a slash in front', (name: string) => `/${name}`.replaceAll('/', '\\')],
  ])('%s', async (_, rename) => {
    expect(inShort(await tried(renamedParts(book, rename)))).toEqual([['new', 'Кава', 'price 145,50']]);
  });

  test('what a formula has computed is rounded half up, and said so', async () => {
    const file = excelBook(
      row(1, 'Назва', 'Ціна') + row(2, 'Сир', 33.333333333333336) + row(3, 'Чай', 13.337),
    );
    const result = await tried(file);
    expect(inShort(result)).toEqual([
      ['new', 'Сир', 'price 33,33'],
      ['new', 'Чай', 'price 13,34'],
    ]);
    expect(assumed(result)).toEqual([['rounded', 2]]);
  });

  test('rows of groups become categories; totals and signatures below the list are left out', async () => {
    const file = excelBook(
      row(1, 'Прайс-лист на 26.11.2026') +
        row(2, 'ТОВ "Ромашка"') +
        row(4, 'Артикул', 'Номенклатура', 'Од.', 'Ціна, грн') +
        row(5, undefined, 'Напої') +
        row(6, 'W-05', 'Вода 0,5 л', 'шт', 18) +
        row(7, undefined, 'Солодощі') +
        row(8, undefined, 'Ваго&#x432;і') +
        row(9, 'C-7', 'Цукерки', 'кг', 210.33) +
        row(10, 'Разом:', undefined, undefined, 228.33) +
        row(11, 'Директор ________'),
    );
    const result = await tried(file);
    expect(inShort(result)).toEqual([
      ['new', 'Вода 0,5 л', 'price 18,00', 'article W-05', 'category Напої', 'unit шт'],
      ['new', 'Цукерки', 'price 210,33', 'article C-7', 'category Вагові', 'unit кг'],
    ]);
    expect(result.counts).toMatchObject({ rows: 7, new: 2, wrong: 0, left_out: 5 });
    expect(assumed(result)).toEqual([
      ['groups', 3],
      ['left_out', 2],
    ]);
    // Undone, they are what they were: rows without a price.
    expect((await tried(file, 'groups=false')).counts).toMatchObject({ new: 2, wrong: 5, left_out: 0 });
  });
});

test('a name without a price is no group, but a product whose price is missing', async () => {
  expect(inShort(await tried('Назва;Ціна\nКава;\nЧай;5\n'))).toEqual([
    ['wrong', 'Кава', 'REQUIRED'],
    ['new', 'Чай', 'price 5,00'],
  ]);
  expect(inShort(await tried('Назва;Ціна\nЧай;5\nКава;\n'))).toMatchObject([
    {},
    ['wrong', 'Кава', 'REQUIRED'],
  ]);
  expect(inShort(await tried('Назва;Ціна\nКава;\nЧай;\n'))).toMatchObject([
    ['wrong', 'Кава', 'REQUIRED'],
    ['wrong', 'Чай', 'REQUIRED'],
  ]);
});

test('prices with four decimals, and a column that the header leaves unnamed', async () => {
  expect(inShort(await tried('name,model,price\nКава,M1,55.0000\nЧай,M2,1234.5000\n'))).toEqual([
    ['new', 'Кава', 'price 55,00', 'article M1'],
    ['new', 'Чай', 'price 1234,50', 'article M2'],
  ]);
  expect(inShort(await tried('Назва;Ціна;\nВода;18,00;акція\nСік;20,00;\n'))).toEqual([
    ['new', 'Вода', 'price 18,00'],
    ['new', 'Сік', 'price 20,00'],
  ]);
  // More cells than the header has, with a name or without, are a shift.
  expect(inShort(await tried('Назва;Ціна;\nВода;18,00;акція;x\n'))).toEqual([
    ['wrong', 'Вода', 'TOO_MANY_CELLS'],
  ]);
  // A thousand and more, or one and a fraction: the rest of the column says it, or the caller.
  expect(inShort(await tried('name;price\nA;1,234\nB;12,50\n'))[0]).toEqual(['new', 'A', 'price 1,23']);
  expect(inShort(await tried('name;price\nA;1,234\n'))[0]).toEqual(['wrong', 'A', 'AMBIGUOUS_AMOUNT']);
  expect(inShort(await tried('name;price\nA;1,234\n', 'decimal_sign=point'))[0]).toEqual([
    'new',
    'A',
    'price 1234,00',
  ]);
});

describe('prices in another currency', () => {
  test.each([
    ['a sign in the title', 'Назва;Ціна, $\nСтанція;550\n'],
    ['a code in the title', 'Назва;Ціна, USD\nСтанція;550\n'],
    ['conventional units', 'Назва;Ціна, у.о.\nСтанція;550\n'],
    ['a column of its own', 'Назва;Ціна;Валюта\nСтанція;550;USD\n'],
    ['a sign in the cell', 'Назва;Ціна\nСтанція;$550.00\n'],
    ['a word in the cell', 'Назва;Ціна\nСтанція;550 дол.\n'],
    [
      'the format of a cell of Excel',
      excelBook(
        row(1, 'Назва', 'Ціна') +
          '<row r="2"><c r="A2" t="inlineStr"><is><t>Станція</t></is></c><c r="B2" s="1"><v>550</v></c></row>',
        [],
        '<numFmts count="1"><numFmt numFmtId="164" formatCode="[$$-409]#,##0.00"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>',
      ),
    ],
  ])('%s: refused by row, or converted at the rate that was typed', async (_, file) => {
    const result = await tried(file);
    expect(inShort(result)).toEqual([['wrong', 'Станція', 'OTHER_CURRENCY']]);
    expect(result.rows[0]?.problems[0]?.value).toMatch(/ USD$/);
    const converted = await tried(file, 'rates=USD:41.505');
    expect(inShort(converted)).toEqual([['new', 'Станція', 'price 22827,75']]);
    expect(converted.assumptions).toEqual([{ code: 'converted', rows: 1, value: 'USD' }]);
  });

  test('the column in hryvnias is taken where there are two; a rate has to be one', async () => {
    expect(inShort(await tried('Назва;Ціна, $;Ціна, грн\nСтанція;550;22800\n'))).toEqual([
      ['new', 'Станція', 'price 22800,00'],
    ]);
    for (const rates of ['USD', 'USD:0', 'USD:-1', 'USD:41,5', 'долар:41'])
      expect(
        Object.keys(
          (await withoutTrace(shop, () => send<Refusal>(`rates=${rates}`, 'a;b\n1;2\n'))).body.errors ?? {},
        ),
      ).toEqual(['rates']);
  });
});

/** The first row of exports, one row below it, and what is found: name, price, and the rest. */
const EXPORTS: [program: string, file: string, found: string[]][] = [
  [
    'Prom.ua',
    'Код_товару;Назва_позиції;Назва_позиції_укр;Ціна;Валюта;Одиниця_виміру;Назва_групи;Унікальний_ідентифікатор;Назва_Характеристики;Одиниця_виміру_Характеристики\nA-1;Станция;Станція;24500.00;UAH;шт.;Зарядки;1001;Вага;кг\n',
    ['Станція', 'price 24500,00', 'article A-1', 'external_code 1001', 'category Зарядки', 'unit шт.'],
  ],
  [
    'Horoshop',
    'Артикул;Назва (UA);Стара ціна;Ціна;Розділ\nA1;Вода;25;18;Напої\n',
    ['Вода', 'price 18,00', 'article A1', 'category Напої'],
  ],
  [
    'WooCommerce',
    'ID,Type,SKU,Name,"Sale price","Regular price",Categories\n44,simple,hoodie,Hoodie,30,45,Clothing\n',
    ['Hoodie', 'price 45,00', 'article hoodie', 'category Clothing'],
  ],
  [
    'OpenCart',
    'product_id,name(uk-ua),categories,sku,upc,ean,model,price\n28,Телефон,"20,24",SK-1,,4820000000017,HTC,100.0000\n',
    ['Телефон', 'price 100,00', 'article SK-1', 'external_code 28', 'barcodes 4820000000017'],
  ],
  [
    'Loyverse',
    "Handle,SKU,Name,Category,Sold by weight,Cost,Barcode,Available for sale [Shop's],Price [Shop's],In stock [Shop's]\ncoke,10001,Cola,Drinks,N,0.80,5449000000996,Y,1.40,24\n",
    [
      'Cola',
      'price 1,40',
      'article 10001',
      'external_code coke',
      'category Drinks',
      'barcodes 5449000000996',
    ],
  ],
  [
    'Square',
    'Token,Item Name,Variation Name,SKU,Category,Price,GTIN\ntok1,Coffee,Large,SQ-1,Hot Drinks,"4,250.00",0012345678905\n',
    [
      'Coffee',
      'price 4250,00',
      'article SQ-1',
      'external_code tok1',
      'category Hot Drinks',
      'barcodes 0012345678905',
    ],
  ],
  [
    '1C in Russian',
    'Наименование;Цена;Артикул;Ед. изм.;Группа\nВода;18,00;A1;шт;Напої\n',
    ['Вода', 'price 18,00', 'article A1', 'category Напої', 'unit шт'],
  ],
  [
    'BAS',
    'Номенклатура;Артикул;Одиниця виміру;Роздрібна ціна;Ціна закупівлі\nВода;A1;шт;18,00;12,00\n',
    ['Вода', 'price 18,00', 'article A1', 'unit шт'],
  ],
  [
    'Torgsoft',
    'Назва товару;Артикул;Штрих-код;Оптова ціна;Роздрібна ціна\nВода;A1;4820000000017;15;18\n',
    ['Вода', 'price 18,00', 'article A1', 'barcodes 4820000000017'],
  ],
  [
    'Poster',
    'Назва;Категорія;Собівартість;Ціна;Штрихкод\nВода;Напої;9;18;4820000000017\n',
    ['Вода', 'price 18,00', 'category Напої', 'barcodes 4820000000017'],
  ],
  [
    'Checkbox',
    'Назва;Ціна;Штрих-код;Код УКТЗЕД;Податкова ставка\nВода;18;4820000000017;2201101100;8\n',
    ['Вода', 'price 18,00', 'barcodes 4820000000017', 'tax 8', 'uktzed 2201101100'],
  ],
  [
    'Horoshop with sizes and colours',
    'Артикул;Назва (UA);Ціна;Колір;Розмір\nA1;Футболка;300;Чорний;M\n',
    ['Футболка', 'price 300,00', 'article A1'],
  ],
  ['a Latin i', 'Назва;Цiна\nВода;18,00\n', ['Вода', 'price 18,00']],
];
test.each(EXPORTS)('the columns of %s are recognised', async (_, file, found) => {
  expect(inShort(await tried(file))).toEqual([['new', ...found]]);
});

test('the header may be below the name, the address and the telephones of a shop', async () => {
  const above = [
    'Магазин',
    'тел: +38(096) 000-00-00',
    'Новинки',
    '',
    'e-mail',
    '',
    'адреса',
    'графік',
    'пн',
    'вт',
    'ср',
  ];
  const file = [...above, 'Название;Код товара;Кол-во;Цена Розничная', 'Кабель;K-1;5;18.50'].join('\n');
  expect(inShort(await tried(file))).toEqual([['new', 'Кабель', 'price 18,50', 'article K-1']]);
});

test('CP866 is recognised, in the Ukrainian variant too, and may be chosen', async () => {
  const cp866 = (text: string): Buffer =>
    Buffer.from(
      [...text].map((one) => {
        const code = one.charCodeAt(0);
        if (code < 0x80) return code;
        if (one === 'і') return 0xf7;
        if (code >= 0x410 && code < 0x440) return code - 0x410 + 0x80;
        return code - 0x440 + 0xe0;
      }),
    );
  const file = cp866('Назва;Ціна\nКава мелена;18,00\n');
  expect(await tried(file)).toMatchObject({ encoding: 'cp866', header: ['Назва', 'Ціна'] });
  expect(await tried(file, 'encoding=cp866')).toMatchObject({ header: ['Назва', 'Ціна'] });
  expect(inShort(await tried(cp866('name;price\nкілька;5\n')))).toEqual([['new', 'кілька', 'price 5,00']]);
});

test.each([
  ['Їжа', [0xaf, 0xe6, 0xe0]],
  ['Єва', [0xaa, 0xe2, 0xe0]],
  ['«ґава»', [0xab, 0xb4, 0xe0, 0xe2, 0xe0, 0xbb]],
])('one word of windows-1251 is enough to know it from CP866: %s', async (name, bytes) => {
  const file = Buffer.concat([Buffer.from('name;price\n'), Buffer.from(bytes), Buffer.from(';5\n')]);
  const result = await tried(file);
  expect([result.encoding, inShort(result)]).toEqual(['windows-1251', [['new', name, 'price 5,00']]]);
});

test('what stands for no barcode is none; a number with decimals is the barcode', async () => {
  const cells = ['-', '0', '—', 'немає', '4820000000017.0'];
  const file = `Назва;Ціна;Штрихкод\n${cells.map((cell, at) => `Товар ${at};1;${cell}`).join('\n')}\n`;
  expect(inShort(await tried(file)).map(([, , , barcode]) => barcode)).toEqual([
    ...[undefined, undefined, undefined, undefined, 'barcodes 4820000000017'],
  ]);
});

test('a file that is cut off anywhere, or has anything in a cell, is read or refused in a sentence', () =>
  expectReadOrRefused(
    { texts: EXPORTS.map(([, file]) => file), book: excelBook(row(1, 'Назва', 'Ціна') + row(2, 'Кава', 18)) },
    dryRun,
  ));
