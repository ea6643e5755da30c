import { describe, expect, test } from 'vitest';
import { textRules, withoutSent } from '../../../renderer/kit/use-record-form.ts';

test.each([
  ['what was sent goes', { name: 'Хліб', price: '32' }, { name: 'Хліб', price: '32' }, {}],
  [
    'what was typed over it stays',
    { name: 'Молоко', price: '32' },
    { name: 'Хліб', price: '32' },
    { name: 'Молоко' },
  ],
  ['what was typed beside it stays', { name: 'Хліб', article: '' }, { name: 'Хліб' }, { article: '' }],
  ['so does a choice that was taken back', { unit: null }, { unit: 3 }, { unit: null }],
])('%s', (_what, typed: object, sent: object, left) => {
  expect(withoutSent(typed, sent)).toEqual(left);
});

describe('the rules of texts', () => {
  const { isDirty, faultsOf, isOvertaken } = textRules<'name' | 'short'>(['name']);
  const stored = { name: 'Порція', short: 'порц' };

  test('blanks around a text are no change, and a required text of blanks is a fault', () => {
    expect(isDirty(stored, { name: ' Порція ' })).toBe(false);
    expect(isDirty(stored, { short: '' })).toBe(true);
    expect(faultsOf({ name: '  ', short: '' })).toEqual(['name']);
    expect(faultsOf({ name: 'а', short: '' })).toEqual([]);
  });

  test('a change elsewhere matters where it would be overwritten', () => {
    const now = { name: 'Порція', short: 'п.' };
    expect(isOvertaken?.(stored, now, { short: 'пр' })).toBe(true);
    expect(isOvertaken?.(stored, now, { name: 'Штука' })).toBe(false);
    expect(isOvertaken?.(stored, now, { name: 'Штука', short: ' порц ' })).toBe(false);
  });
});
