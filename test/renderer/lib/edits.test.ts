import { expect, test } from 'vitest';
import { withoutSent } from '../../../renderer/lib/edits.ts';

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
