import { describe, expect, test } from 'vitest';
import { DECLINE_REASONS } from '../../../main/practice-bank/errors.ts';
import { explainDecline } from '../../../main/shop/declines/declines.ts';
import { DECLINES_EN } from '../../../main/shop/declines/en.ts';
import { DECLINES_UK } from '../../../main/shop/declines/uk.ts';
import { documentIsHere, refusalTexts } from '../../bank/judge.ts';

const explain = (failure_code: string, language: 'uk' | 'en' = 'uk') =>
  explainDecline({ status: 'failure', failure_code, failure_reason: 'банк каже' }, language);

test("a known code in either language, beside the bank's message", () => {
  expect(explain('59')).toEqual({
    errCode: '59',
    failureReason: 'банк каже',
    reason: 'На картці не вистачає грошей.',
    advice: expect.stringMatching(/ Перш ніж узяти готівку /),
    nextStep: 'Нехай покупець поповнить картку і спробує знову. Запропонуйте іншу картку або готівку.',
    mayTryAgain: true,
  });
  expect(explain('41', 'en')).toMatchObject({
    reason: 'The bank has this card down as lost.',
    mayTryAgain: false,
  });
});

test.each(['', '0', '5', '059', '59 ', 'constructor', '__proto__'])(
  'the code "%s" has no invented explanation',
  (code) => {
    expect(explain(code)).toMatchObject({ errCode: code, reason: '', advice: '', mayTryAgain: null });
  },
);

test('every kind has sentences of its own in both languages', () => {
  expect(Object.keys(DECLINES_EN)).toEqual(Object.keys(DECLINES_UK));
  for (const [words, letters] of [
    [DECLINES_UK, /^[А-ЯІЇЄҐ][^ыэёъЫЭЁЪ]*[.]$/],
    [DECLINES_EN, /^[A-Z][^а-яіїєґА-ЯІЇЄҐ]*[.]$/],
  ] as const) {
    const all = Object.values(words);
    for (const { reason, advice } of all) for (const text of [reason, advice]) expect(text).toMatch(letters);
    expect(new Set(all.map(({ reason }) => reason)).size).toBe(all.length);
  }
});

test('the codes that the practice bank declines with', () => {
  for (const { errCode } of DECLINE_REASONS) expect(explain(errCode).reason, errCode).not.toBe('');
});

describe.skipIf(!documentIsHere)("the bank's published document (skipped where it is missing)", () => {
  test('every code that it lists is known, and explained in other words', () => {
    const listed = refusalTexts();
    expect(listed.size).toBeGreaterThan(70);
    for (const [code, texts] of listed) {
      const { reason } = explain(code);
      expect(reason, code).not.toBe('');
      for (const text of texts) expect(`${text.trim()}.`, code).not.toBe(reason);
    }
  });
});
