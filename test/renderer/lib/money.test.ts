import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount } from '../../../renderer/lib/money.ts';
import { formatAmount, formatSums, MAX_AMOUNT } from '../../../shared/money.ts';

const amounts = fc.integer({ min: 1, max: MAX_AMOUNT });

describe('an amount as people type it', () => {
  test.each([
    ['340', 34_000],
    ['340,5', 34_050],
    ['340.50', 34_050],
    ['1 234,50', 123_450],
    ['1\u00a0234,50\u00a0₴', 123_450],
    ['1\u202f234,50', 123_450],
    ['  0,01 ', 1],
    ['1  234', 123_400],
    ['007', 700],
    ['1234567,8', 123_456_780],
    ['340 грн.', 34_000],
    ['340₴', 34_000],
    ['999 999 999,99', MAX_AMOUNT],
  ])('%j is %i', (typed, minor) => {
    expect(parseAmount(typed)).toEqual({ minor });
  });

  test.each([
    ['', 'empty'],
    [' \t ', 'empty'],
    ['₴', 'empty'],
    ['0', 'range'],
    ['0,00', 'range'],
    ['1 000 000 000', 'range'],
    ['9'.repeat(400), 'range'],
    ['1,234', 'format'],
    ['1,234.50', 'format'],
    ['12 34', 'format'],
    ['340 50', 'format'],
    ['-5', 'format'],
    ['+5', 'format'],
    ['1e5', 'format'],
    ['0x10', 'format'],
    ['340,', 'format'],
    [',50', 'format'],
    ['Infinity', 'format'],
    ['٣٤٠', 'format'],
    ['триста', 'format'],
  ])('%j is refused: %s', (typed, fault) => {
    expect(parseAmount(typed)).toEqual({ fault });
  });

  test('a formatted amount is read back unchanged', () => {
    fc.assert(
      fc.property(amounts, (minor) => {
        expect(parseAmount(formatAmount(minor))).toEqual({ minor });
      }),
    );
  });

  test('hryvnias and kopiykas, with comma or dot, give the sum in integers', () => {
    const hryvnias = fc.integer({ min: 1, max: 999_999_999 });
    const kopiykas = fc.integer({ min: 0, max: 99 });
    fc.assert(
      fc.property(hryvnias, kopiykas, fc.constantFrom(',', '.'), (whole, part, mark) => {
        const typed = `${whole}${mark}${String(part).padStart(2, '0')}`;
        expect(parseAmount(typed)).toEqual({ minor: whole * 100 + part });
      }),
    );
  });

  test('any text is an amount that may be charged, or a fault', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789 ,.-₴\u00a0e') }), (typed) => {
        const parsed = parseAmount(typed);
        if ('fault' in parsed) return;
        expect(Number.isSafeInteger(parsed.minor)).toBe(true);
        expect(parsed.minor).toBeGreaterThanOrEqual(1);
        expect(parsed.minor).toBeLessThanOrEqual(MAX_AMOUNT);
      }),
    );
  });
});

describe('an amount as people read it', () => {
  test.each([
    [0, '0,00 ₴'],
    [5, '0,05 ₴'],
    [34_000, '340,00 ₴'],
    [123_450, '1 234,50 ₴'],
    [100_000_000, '1 000 000,00 ₴'],
    [-123_450, '−1 234,50 ₴'],
  ])('%i is %j', (minor, text) => {
    expect(formatAmount(minor)).toBe(text.replaceAll(' ', '\u00a0'));
  });

  test.each([
    [[], '0,00 ₴'],
    [[{ amount: 100 }, { amount: 250, ccy: 980 }], '3,50 ₴'],
    [[{ amount: 0 }, { amount: 7000, ccy: 840 }], '70,00 USD'],
    [
      [{ amount: 5, ccy: 978 }, { amount: 7000, ccy: 840 }, { amount: 1 }, { amount: 1, ccy: 840 }],
      '0,01 ₴, 70,01 USD, 0,05 EUR',
    ],
  ])('sums of %j are kept apart by currency: %j', (amounts, text) => {
    const nonBreaking = text.replaceAll(/(?<=\d) (?=\D)/g, '\u00a0');
    expect(formatSums(amounts)).toBe(nonBreaking);
  });

  test('its digits are those of the number', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (minor) => {
        const digits = formatAmount(minor).replace(/\D/gu, '');
        expect(Number(digits)).toBe(Math.abs(minor));
      }),
    );
  });

  test.each([1.5, Number.NaN, 2 ** 53])('%d is no amount', (value) => {
    expect(() => formatAmount(value)).toThrow(RangeError);
  });
});
