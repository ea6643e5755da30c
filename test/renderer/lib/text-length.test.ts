import { expect, test } from 'vitest';
import { cutText, limitField, textLength } from '../../../renderer/lib/text-length.ts';

/** @param typed with a bar where the caret is */
const limited = (typed: string, most: number): string => {
  const caret = typed.indexOf('|');
  const field = {
    value: typed.replace('|', ''),
    selectionEnd: caret,
    setSelectionRange: (start: number | null) => {
      field.selectionEnd = start ?? 0;
    },
  };
  const value = limitField(field, most);
  expect(value).toBe(field.value);
  return `${value.slice(0, field.selectionEnd)}|${value.slice(field.selectionEnd)}`;
};

test('a character is one, however it is encoded', () => {
  expect([textLength('кава'), textLength('☕🥐🥐')]).toEqual([4, 3]);
  expect([cutText('🥐🥐🥐', 2), cutText('🥐', 2)]).toEqual(['🥐🥐', '🥐']);
});

test('what has no room is taken out where it was put in', () => {
  expect(limited('кава|', 4)).toBe('кава|');
  expect(limited('🥐🥐🥐|', 3)).toBe('🥐🥐🥐|');
  expect(limited('🥐🥐🥐🥐|', 3)).toBe('🥐🥐🥐|');
  expect(limited('каXYZ|ва', 5)).toBe('каX|ва');
  expect(limited('ка🥐|ва', 4)).toBe('ка|ва');
});
