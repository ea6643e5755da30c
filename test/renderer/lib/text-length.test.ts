import { expect, test } from 'vitest';
import {
  cutText,
  limitField,
  maxLengthOf,
  maxLengthsOf,
  textLength,
} from '../../../renderer/lib/text-length.ts';
import { newUsernameField } from '../../../shared/api/auth.ts';
import { productCreate, unitCreate } from '../../../shared/api/catalog.ts';
import { boolean } from '../../../shared/api/fields.ts';

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

test('text without room is removed where it was typed', () => {
  expect(limited('кава|', 4)).toBe('кава|');
  expect(limited('🥐🥐🥐|', 3)).toBe('🥐🥐🥐|');
  expect(limited('🥐🥐🥐🥐|', 3)).toBe('🥐🥐🥐|');
  expect(limited('каXYZ|ва', 5)).toBe('каX|ва');
  expect(limited('ка🥐|ва', 4)).toBe('ка|ва');
});

test('a field’s limit is that of its request, an optional one’s too', () => {
  expect(maxLengthsOf(unitCreate, ['name', 'short_name'])).toEqual({ name: 255, short_name: 32 });
  expect(maxLengthsOf(productCreate, ['name', 'article'])).toEqual({ name: 255, article: 100 });
  expect(maxLengthOf(newUsernameField())).toBe(150);
  expect(() => maxLengthOf(boolean())).toThrow(/no maximum length/);
  expect(() => maxLengthsOf(unitCreate, ['article'])).toThrow(/no maximum length/);
});
