import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  guarded,
  readBoolean,
  readPrice,
  readText,
  textOf,
} from '../../../../main/shop/catalog/import/cells.ts';
import { formatAmount, MAX_AMOUNT } from '../../../../shared/money.ts';

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
])('%j is a price', (cell, minor) => {
  expect(readPrice(cell)).toEqual({ value: minor });
});

test.each([
  ['', 'REQUIRED'],
  [' \u00a0', 'REQUIRED'],
  ['1e3', 'NOT_AN_AMOUNT'],
  ['12,345', 'NOT_AN_AMOUNT'],
  ['1,234', 'NOT_AN_AMOUNT'],
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
  expect(readPrice(cell)).toEqual({ problem });
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
  expect(readText('article', '🙂'.repeat(100))).toHaveProperty('value');
  expect(readText('article', '🙂'.repeat(101))).toEqual({ problem: 'TOO_LONG' });
  expect(readText('name', 'x'.repeat(256))).toEqual({ problem: 'TOO_LONG' });
  expect(readText('name', 'a\0')).toEqual({ problem: 'NOT_TEXT' });
  expect(readText('name', '')).toEqual({ problem: 'REQUIRED' });
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
