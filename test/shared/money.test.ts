import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DISCOUNT_SCALE, lineTotal, MAX_AMOUNT, parseScaled, QUANTITY_SCALE } from '../../shared/money.ts';

const line = fc.record({
  price: fc.integer({ min: 0, max: MAX_AMOUNT }),
  quantity: fc.integer({ min: 1, max: 1_000_000_000 }),
  discount: fc.integer({ min: 0, max: 10_000 }),
});

describe('Item total = price × quantity × (1 − discount_pct/100), rounded half up to a minor unit', () => {
  test('for every price, quantity and discount, by exact fractions', () => {
    fc.assert(
      fc.property(line, ({ price, quantity, discount }) => {
        // price·quantity/1000·(10000−discount)/10000, and the nearest integer of it: |total − exact| ≤ ½, half up.
        const numerator = BigInt(price) * BigInt(quantity) * BigInt(10_000 - discount);
        const total = lineTotal({ price, quantity, discount });
        const twice = 2n * (total * 10_000_000n - numerator);
        expect(twice).toBeGreaterThan(-10_000_000n);
        expect(twice).toBeLessThanOrEqual(10_000_000n);
      }),
    );
  });
  test.each([
    [1, 500, 0, 1n],
    [1, 499, 0, 0n],
    [1, 1500, 0, 2n],
    [3, 500, 0, 2n],
    [1, 1000, 5000, 1n],
    [1, 1000, 5001, 0n],
    [100, 1000, 10_000, 0n],
    [105, 1000, 1000, 95n],
    [MAX_AMOUNT, 1_000_000_000, 0, 99_999_999_999_000_000n],
    [MAX_AMOUNT, 1_000_000_000, 1, 99_989_999_999_000_100n],
  ])('%d × %d/1000, less %d/100 %% = %s', (price, quantity, discount, total) => {
    expect(lineTotal({ price, quantity, discount })).toBe(total);
  });
  test('a dearer, a larger, a less discounted line is never cheaper', () => {
    fc.assert(
      fc.property(line, ({ price, quantity, discount }) => {
        const total = lineTotal({ price, quantity, discount });
        expect(lineTotal({ price: price + 1, quantity, discount })).toBeGreaterThanOrEqual(total);
        expect(lineTotal({ price, quantity: quantity + 1, discount })).toBeGreaterThanOrEqual(total);
        expect(lineTotal({ price, quantity, discount: Math.max(0, discount - 1) })).toBeGreaterThanOrEqual(
          total,
        );
      }),
    );
  });
});

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

describe('A decimal (quantity, discount_pct) is a JSON number or a decimal string.', () => {
  test('a string of digits reads as the number it spells', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', '-', '+'),
        digits(1, 17),
        fc.integer({ min: 0, max: 6 }).chain((scale) => fc.tuple(fc.constant(scale), digits(0, scale))),
        (sign, whole, [scale, fraction]) => {
          const text = sign + whole + (fraction === '' ? '' : `.${fraction}`);
          const magnitude =
            BigInt(whole) * 10n ** BigInt(scale) +
            BigInt(fraction || '0') * 10n ** BigInt(scale - fraction.length);
          expect(parseScaled(text, scale)).toBe(sign === '-' ? -magnitude : magnitude);
          expect(parseScaled(` ${text}\t`, scale)).toBe(sign === '-' ? -magnitude : magnitude);
        },
      ),
    );
  });
  test('a number with so many decimals reads as exactly that many scaled units', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(QUANTITY_SCALE, DISCOUNT_SCALE),
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        (scale, units) => {
          expect(parseScaled(units / 10 ** scale, scale)).toBe(BigInt(units));
        },
      ),
    );
  });
  test('more decimals than allowed are too precise, whatever the digits', () => {
    fc.assert(
      fc.property(digits(1, 5), digits(4, 8), (whole, fraction) => {
        expect(parseScaled(`${whole}.${fraction}`, 3)).toBe('too-precise');
      }),
    );
    expect(parseScaled(0.1 + 0.2, 3)).toBe('too-precise');
    expect(parseScaled(1e-7, 3)).toBe('too-precise');
  });
  test.each([
    '',
    ' ',
    '.',
    '-',
    '+',
    '1e3',
    '1,5',
    '0x1',
    '1 000',
    '--1',
    '1.2.3',
    'NaN',
    'Infinity',
    '１',
    '٣',
    '1_0',
    '1n',
  ])('no decimal: %j', (text) => {
    expect(parseScaled(text, 3)).toBe('not-a-number');
  });
  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('no decimal: %d', (value) => {
    expect(parseScaled(value, 3)).toBe('not-a-number');
  });
  test('anything else is a bigint or one of two words, and never an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double()), fc.integer({ min: 0, max: 6 }), (input, scale) => {
        const parsed = parseScaled(input, scale);
        expect(typeof parsed === 'bigint' || parsed === 'not-a-number' || parsed === 'too-precise').toBe(
          true,
        );
      }),
    );
  });
});
