import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  guarded,
  readBoolean,
  readPrice as readPriceBy,
  readText,
  textOf,
} from '../../../../main/shop/catalog/import/cells.ts';
import { decimalSignOf, readTypedAmount } from '../../../../main/shop/tables/typed-amount.ts';
import { formatAmount, MAX_AMOUNT } from '../../../../shared/money.ts';

const readPrice = (cell: string, decimalSign?: '.' | ',') => {
  const { isRounded: _, ...read } = readPriceBy(cell, { decimalSign, currency: undefined, rates: new Map() });
  return read;
};

test.each([
  ['1 234,50', 123_450],
  ['1\u00a0234,50\u00a0₴', 123_450],
  ['1\u2009234\u202f567,5', 123_456_750],
  ['12,5 грн', 1250],
  ['12.5 грн.', 1250],
  ['1,234.50', 123_450],
  ['1.234,50', 123_450],
  ['1234.5', 123_450],
  ['0', 0],
  ['007', 700],
  [' 12,00 UAH ', 1200],
  ['999999999,99', MAX_AMOUNT],
  ['55.0000', 5500],
  ['1234.5000', 123_450],
  ['33,333333333333336', 3333],
  ['0,125', 13],
  ['1,005.5', 100_550],
  ["1'234.50", 123_450],
  ['1,234,567', 123_456_700],
  ['₴ 12', 1200],
])('%j is a price', (cell, minor) => {
  expect(readPrice(cell)).toEqual({ value: minor });
});

test.each([
  ['', 'REQUIRED'],
  [' \u00a0', 'REQUIRED'],
  ['1e3', 'NOT_AN_AMOUNT'],
  ['12,345', 'AMBIGUOUS_AMOUNT'],
  ['1,234', 'AMBIGUOUS_AMOUNT'],
  ['1.234', 'AMBIGUOUS_AMOUNT'],
  ['12 шт', 'NOT_AN_AMOUNT'],
  ['$12', 'OTHER_CURRENCY'],
  ['12 EUR', 'OTHER_CURRENCY'],
  ['12,', 'NOT_AN_AMOUNT'],
  [',5', 'NOT_AN_AMOUNT'],
  ['1 23', 'NOT_AN_AMOUNT'],
  ['12 34,5', 'NOT_AN_AMOUNT'],
  ['=1+1', 'NOT_AN_AMOUNT'],
  ['дорого', 'NOT_AN_AMOUNT'],
  ['1.2.3', 'NOT_AN_AMOUNT'],
  ['-5', 'NEGATIVE'],
  ['−5,00 ₴', 'NEGATIVE'],
  ['1000000000,00', 'AMOUNT_TOO_HIGH'],
  ['99999999999999999999', 'AMOUNT_TOO_HIGH'],
])('%j is none: %s', (cell, problem) => {
  expect(readPrice(cell)).toMatchObject({ problem });
});

test('what separates decimals is known by the column: 1,234 beside 12,50 is one and a fraction', () => {
  expect(decimalSignOf(['1,234', '12,50'])).toBe(',');
  expect(decimalSignOf(['1,234', '1,234.50'])).toBe('.');
  expect(decimalSignOf(['1.234', '1.234.567'])).toBe(',');
  expect(decimalSignOf(['1,234', '7'])).toBeUndefined();
  expect(decimalSignOf(['1,2', '1.2'])).toBeUndefined();
  expect([readPrice('1,234', ','), readPrice('1,234', '.')]).toEqual([{ value: 123 }, { value: 123_400 }]);
});

test('a price in another currency is converted at the rate, half rounded up', () => {
  const rate = readTypedAmount('41.555', '.');
  if (rate === undefined || rate === 'ambiguous') throw new Error('No rate.');
  const rates = new Map([['USD', rate]]);
  const read = (cell: string, currency?: string) =>
    readPriceBy(cell, { decimalSign: undefined, currency, rates });
  expect(read('$1.10')).toEqual({ value: 4571, currency: 'USD' });
  expect(read('1.10', 'USD')).toEqual({ value: 4571, currency: 'USD' });
  expect(read('1.10 грн', 'USD')).toEqual({ value: 110, isRounded: false });
  expect(read('1.10', 'EUR')).toEqual({ problem: 'OTHER_CURRENCY', currency: 'EUR' });
});

test('every price that a screen shows is read as it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_AMOUNT }), (minor) => {
      expect(readPrice(formatAmount(minor))).toEqual({ value: minor });
    }),
  );
});

test('a text that a spreadsheet would execute differs from one that begins with an apostrophe', () => {
  const part = fc.constantFrom("'", '=', '+', '-', '@', '＝', 'a', '1');
  fc.assert(
    fc.property(fc.string({ unit: part, maxLength: 5 }), (text) => {
      const inWorkbook = guarded(text);
      const inCsv = /^[=+\-@＝]/.test(inWorkbook) ? `'${inWorkbook}` : inWorkbook;
      expect([textOf(inWorkbook), textOf(inCsv)]).toEqual([text, text]);
    }),
  );
});

test('lengths are those of the interface, counted in characters', () => {
  expect(readText('article', '🙂'.repeat(100), 100)).toHaveProperty('value');
  expect(readText('article', '🙂'.repeat(101), 100)).toEqual({ problem: 'TOO_LONG' });
  expect(readText('name', 'x'.repeat(256), 255)).toEqual({ problem: 'TOO_LONG' });
  expect(readText('name', 'a\0', 255)).toEqual({ problem: 'NOT_TEXT' });
  expect(readText('name', '', 255)).toEqual({ problem: 'REQUIRED' });
});

test.each([
  ['так', 1],
  ['ТАК', 1],
  ['TRUE', 1],
  ['ні', 0],
  ['', 0],
  ['0', 0],
])('%j is %s', (cell, value) => {
  expect(readBoolean(cell)).toEqual({ value });
  expect(readBoolean(`${cell}?`)).toEqual({ problem: 'NOT_A_BOOLEAN' });
});
