import { expect, test } from 'vitest';
import { tillColumns, tillLine } from '../../../main/shop/tables/till.ts';
import { parseTypedAmount } from '../../../main/shop/tables/typed-amount.ts';
import { MAX_AMOUNT } from '../../../shared/money.ts';

/** The file of a till, as the reconciliation reads it. */

const facts = (...header: string[]) =>
  ({
    format: 'csv',
    encoding: 'utf-8',
    delimiter: 'semicolon',
    has_header: header.length > 0,
    header,
    width: header.length,
    is_below_other_rows: false,
  }) as const;
const refusal = (...given: Parameters<typeof tillColumns>) => {
  try {
    return tillColumns(...given);
  } catch (error) {
    return (error as { errors: unknown }).errors;
  }
};

test.each<[string[], number, number | null]>([
  [['Дата', 'Номер замовлення', 'Сума'], 1, 2],
  [['№ чека', 'Каса', 'Сума, грн'], 0, 2],
  [['Замовлення', 'Чек'], 0, null],
  [['date', 'Order #', 'Amount (UAH)'], 1, 2],
  [['REFERENCE', 'Total'], 0, 1],
  [['Order', 'Total, $'], 0, null],
  [['Замовлення', 'Сума (€)', 'Сума, грн'], 0, 2],
])('%j: the columns by their names', (header, reference, amount) => {
  expect(tillColumns(facts(...header), header.length, undefined)).toEqual({ reference, amount });
});

test('or by the given names; without a header by the first row', () => {
  expect(tillColumns(facts('a', 'b'), 3, ' amount:2, reference:1')).toEqual({ reference: 1, amount: 2 });
  expect(tillColumns(facts(), 2, undefined)).toEqual({ reference: 0, amount: null });
  const message = expect.stringMatching(/reference|column/);
  for (const requested of [undefined, 'amount:1', 'reference:2', 'reference:x', 'reference:', 'price:0', ','])
    expect([requested, refusal(facts('a', 'b'), 2, requested)]).toEqual([requested, { columns: [message] }]);
});

test.each<[string[], object]>([
  [['A-1 ', '1 234,50 ₴'], { row: 7, reference: 'A-1', amount: 123_450 }],
  [['A-1', ''], { row: 7, reference: 'A-1', amount: null }],
  [['A-1'], { row: 7, reference: 'A-1', amount: null }],
  [['', '5'], { row: 7, code: 'no_reference', value: '', detail: 'It has no order number.' }],
  [['Разом:', '5'], { row: 7, code: 'total', value: '', detail: 'It is a sum of other rows.' }],
  [['A-1', '-5,00'], { row: 7, code: 'no_amount', value: '-5,00', detail: '"-5,00" is no amount.' }],
])('row %j', (cells, expected) => {
  expect(tillLine({ row: 7, cells }, { reference: 0, amount: 1 })).toEqual(expected);
});

test.each([
  ['340', 34_000],
  ['340.5', 34_050],
  ['0,05', 5],
  ['1\u00a0234,50 грн.', 123_450],
  ['12\u202f345\u2009678,9', 1_234_567_890],
  ['1,234.50', 123_450],
  ['1.234,50', 123_450],
  ['12,5UAH', 1250],
])('%s is an amount', (typed, minor) => {
  expect(parseTypedAmount(typed, MAX_AMOUNT)).toBe(minor);
});
test.each(['', '1,234', '1.234', '12 34', '1e3', '-5', '1.234.50', '٣', '9'.repeat(12), '5$'])(
  '%s is none',
  (typed) => {
    expect(parseTypedAmount(typed, MAX_AMOUNT)).toBeUndefined();
  },
);
