import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLuhnValid, knownCard, maskPan, PRACTICE_CARD } from '../../main/practice-bank/cards.ts';
import { DECLINE_REASONS } from '../../main/practice-bank/errors.ts';
import { documentIsHere, refusalTexts } from '../bank/judge.ts';

/** Digits with the last one that makes the whole valid: found by trying, so that the check is not checked by itself. */
const body = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 18 })
  .map((digits) => digits.join(''));

test.each([
  '4111111111111111',
  '5555 5555 5555 4444',
  '3782-822463-10005',
  '6011111111111117',
  '4222222222222',
])('takes the well-known test number %s', (pan) => {
  expect(isLuhnValid(pan)).toBe(true);
});

test.each([
  '',
  '0',
  '000000000000',
  '4111111111111112',
  '4111 1111 1111 111x',
  '٤١١١١١١١١١١١١١١١',
  '4'.repeat(20),
])('refuses %j', (pan) => {
  expect(isLuhnValid(pan)).toBe(false);
  expect(() => knownCard({ pan })).toThrow('Luhn');
});

test('keeps no more of a card than the bank reports', () => {
  fc.assert(
    fc.property(body, (digits) => {
      expect(maskPan(digits)).toMatch(/^\d{6}\*{6}\d{4}$/);
    }),
  );
  expect(knownCard()).toMatchObject({ maskedPan: '444403******1902', paymentSystem: 'visa' });
  expect(knownCard({ pan: '5555555555554444' }).paymentSystem).toBe('mastercard');
  expect(isLuhnValid(PRACTICE_CARD.pan)).toBe(true);
});

test.skipIf(!documentIsHere)('the reasons of a decline are the bank’s own, by code and text', () => {
  const texts = refusalTexts();
  for (const { errCode, failureReason } of DECLINE_REASONS) {
    // The table has a stray bracket at the end of some texts.
    expect(texts.get(errCode)?.map((text) => text.replace(/(?<!\([^)]*)\)$/, ''))).toContain(failureReason);
  }
});
