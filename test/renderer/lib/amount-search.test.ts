import { expect, test } from 'vitest';
import { markedWords, possibleAmount, readAmountSearch } from '../../../renderer/lib/amount-search.ts';

test.each([
  ['340,50', '', 34_050],
  ['340.5', '', 34_050],
  ['1 234,50', '', 123_450],
  ['1\u00a0234,50 ₴', '', 123_450],
  ['340 грн', '', 34_000],
  ['кава 12,30 тепла', 'кава тепла', 1230],
  ['340', '340', undefined],
  ['кава', 'кава', undefined],
  ['1,234', '1,234', undefined],
  ['v1.50', 'v1.50', undefined],
  ['0,00', '0,00', undefined],
  ['', '', undefined],
])('%s: words "%s", amount %s', (text, words, amount) => {
  expect(readAmountSearch(text)).toEqual({ words, amount });
});

test('digits alone may be an amount, an unambiguous amount is not suggested', () => {
  expect(possibleAmount('340')).toBe(34_000);
  expect(possibleAmount('1 340')).toBe(134_000);
  expect(possibleAmount('340,50')).toBeUndefined();
  expect(possibleAmount('340 грн')).toBeUndefined();
  expect(possibleAmount('кава 340')).toBeUndefined();
});

test('marks the words, and the amount as it is shown', () => {
  expect(markedWords('кава 1234,5')).toEqual(['кава', '1\u00a0234,50']);
  expect(markedWords('')).toEqual([]);
});
