import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barcodeFault, barcodeKey, checkDigit, joinBarcodes, splitBarcodes } from '../../shared/barcodes.ts';

describe('barcodes', () => {
  // Published examples of GS1.
  test.each(['4006381333931', '96385074', '036000291452', '5901234123457'])(
    '%s has its check digit',
    (code) => {
      expect(checkDigit(code.slice(0, -1))).toBe(Number(code.at(-1)));
      expect(barcodeFault(code)).toBeUndefined();
    },
  );

  test('one digit that was misread is always found', () => {
    const body = fc
      .constantFrom(7, 11, 12)
      .chain((length) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }));
    fc.assert(
      fc.property(body, fc.nat(12), fc.integer({ min: 1, max: 9 }), (digits, place, off) => {
        const text = digits.join('');
        const code = [...`${text}${checkDigit(text)}`];
        expect(barcodeFault(code.join(''))).toBeUndefined();
        const at = place % code.length;
        code[at] = String((Number(code[at]) + off) % 10);
        expect(barcodeFault(code.join(''))).toBe('check_digit');
      }),
    );
  });

  test('other texts that scanners type are taken as they are', () => {
    for (const code of ['ABC-123', '1234', '00012', '12345678901234', 'x\'"=+%'])
      expect(barcodeFault(code)).toBeUndefined();
    for (const code of ['a b', 'a,b', 'a;b', 'кава', '\u0001'])
      expect([code, barcodeFault(code)]).toEqual([code, 'characters']);
  });

  test('a UPC-A and its EAN-13 are one', () => {
    expect(barcodeKey('036000291452')).toBe(barcodeKey('0036000291452'));
    expect(splitBarcodes(' 036000291452; 0036000291452,A-1  A-1')).toEqual(['036000291452', 'A-1']);
  });

  test('what is joined is split again', () => {
    const code = fc.string({ unit: fc.constantFrom(...'0123456789AZ-='), minLength: 1, maxLength: 11 });
    fc.assert(
      fc.property(fc.uniqueArray(code), (codes) => {
        expect(splitBarcodes(joinBarcodes(codes))).toEqual(codes);
      }),
    );
  });
});
