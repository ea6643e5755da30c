import { expect, test } from 'vitest';
import { isIban, shownIban } from '../../shared/iban.ts';
import { taxNumberKind } from '../../shared/tax-number.ts';

test.each([
  ['3012345678', 'rnokpp'],
  ['12345678', 'edrpou'],
  ['', 'edrpou'],
])('%s is a %s', (number, kind) => {
  expect(taxNumberKind(number)).toBe(kind);
});

test('an IBAN is known by its check digits and read out in groups of four', () => {
  const iban = 'UA213223130000026007233566001';
  expect(isIban(iban)).toBe(true);
  for (let at = 4; at < iban.length; at += 1) {
    const other = String((Number(iban[at]) + 1) % 10);
    expect(isIban(iban.slice(0, at) + other + iban.slice(at + 1)), `${at}`).toBe(false);
  }
  expect(shownIban(iban)).toBe('UA21 3223 1300 0002 6007 2335 6600 1');
});
