import { expect, test } from 'vitest';
import type { Reconciliation } from '../../shared/api/reconciliation.ts';
import type { Refusal } from '../helpers/client.ts';
import { expectReadOrRefused } from '../helpers/damaged-files.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { leavingNoTrace, tablesOf } from '../helpers/trace.ts';
import { excelBook } from '../helpers/workbooks.ts';

/** Order numbers and sums as tills and tables write them. */

const shop = await shopOfFile();
for (const [reference, amount] of [
  ['1001', 8100],
  ['1002', 123_450],
  ['0001003', 4200],
  ['1004', 5000],
] as const)
  await shop.paid({ reference, amount });

/** A comparison; nothing is written. */
const compare = (file: string | Buffer) => {
  const [from, to] = [Date.now() - 3_600_000, Date.now() + 60_000].map((at) => new Date(at).toISOString());
  const upload = {
    raw: typeof file === 'string' ? file : new Uint8Array(file),
    headers: { 'Content-Type': 'text/csv' },
  };
  return leavingNoTrace(
    shop,
    () =>
      shop.owner.send<Reconciliation & Partial<Refusal>>(
        'POST',
        `reconciliation/?from=${from}&to=${to}`,
        upload,
      ),
    tablesOf,
  );
};
const compared = (file: string | Buffer): Promise<Reconciliation> => ok(compare(file), 200);

const ROWS = [
  [1001, 81],
  [1002, 1234.5],
  [1003, 42],
  [1004, 50],
]
  .map(
    ([number, sum], at) =>
      `<row r="${at + 2}"><c r="A${at + 2}"><v>${number}</v></c><c r="B${at + 2}"><v>${sum}</v></c></row>`,
  )
  .join('');

const HEAD = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>';
const BOOK = excelBook(HEAD + ROWS, ['<t>Номер замовлення</t>', '<t>Сума</t>']);

const TEXTS: [what: string, file: string][] = [
  ['numbers with decimals', 'order_id,amount\n1001.0,81.0\n1002.0,1234.5\n1003.0,42.0\n1004.0,50.0\n'],
  [
    'a # in front',
    'Name,Financial Status,Total\n#1001,paid,81.00\n#1002,paid,1234.50\n#1003,paid,42.00\n#1004,paid,50.00\n',
  ],
  [
    'signs and words',
    "№ замовлення;Сума\n№1001;81,00\n№ 1002;1 234,50\n'0001003;42,00\nЗамовлення № 1004;50,00\n",
  ],
  ['four decimals', 'Номер замовлення;Сума\n1001;81.0000\n1002;1234.5000\n0001003;42.0000\n1004;50.0000\n'],
  [
    "WooCommerce's orders",
    '"Order Number","Order Status","Order Total Amount"\n1001,Completed,81\n1002,Completed,1234.5\n1003,Completed,42\n1004,Completed,50\n',
  ],
  [
    'card payments beside the whole sum; cash is left out',
    'ID;№ чека;Сума чека;Готівка;Оплата картою\n1;1001;100;19;81,00\n2;1002;1234,50;0;1234,50\n3;1003;42;0;42\n4;1004;50;0;50\n5;1005;7;7;0,00\n6;1006;7;7;\n',
  ],
  ['in Russian', 'Номер заказа;Сумма\n1001;81\n1002;1234,5\n1003;42\n1004;50\nИтого;1407,5\n'],
];

test.each<[what: string, file: string | Buffer]>([['zeros that a workbook lost', BOOK], ...TEXTS])(
  '%s: all four agree',
  async (_, file) => {
    const { counts, till, results } = await compared(file);
    expect(counts, JSON.stringify([results, till])).toEqual({ differences: 0, agreeing: 4 });
    expect(till?.amount_column).not.toBeNull();
    expect(till?.no_match).toBeNull();
  },
);

test('where nothing matches, one sentence says why', async () => {
  const none = await compared('Номер;Сума\nA-17;81,00\n');
  expect(none.till?.no_match).toEqual({
    code: 'other_numbers',
    till: 'A-17',
    here: '1001',
    detail: expect.stringMatching(/"A-17", is that of a payment.*"1001"/),
  });
  // A bare number of ours may be the till's own roll: only as printed, with its zeros, is it one.
  expect((await compared('Чек;Сума\n1;81,00\n')).till?.no_match).toMatchObject({ code: 'other_numbers' });
  expect((await compared('Чек;Сума\n000001;81,00\n')).till?.no_match).toBeNull();
});

test('a file that is cut off anywhere, or has anything in a cell, is read or refused in a sentence', () =>
  expectReadOrRefused({ texts: TEXTS.map(([, file]) => file), book: BOOK }, compare));
