import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PURPOSES } from '../../../../renderer/features/till/purposes.ts';
import { statusWordOf, toneOf } from '../../../../renderer/features/till/statuses.ts';
import { freeUsername, usernameFrom } from '../../../../renderer/features/till/username.ts';

test('a username is made from the till’s name by the letters of the passport', () => {
  for (const [name, username] of [
    ['Каса біля вікна', 'kasa-bilia-vikna'],
    ['Згурський, Їжак і Ґудзь', 'zghurskyi-yizhak-i-gudz'],
    ['Мар’яна № 2', 'mariana-2'],
    ['Till 3', 'till-3'],
    ['12', 'kasa-12'],
    ['  🙂 ', 'kasa'],
    ['日本', 'kasa'],
  ] as const)
    expect([name, usernameFrom(name)]).toEqual([name, username]);
  expect(freeUsername('Каса', ['kasa', 'Kasa-2', 'kasa-4'])).toBe('kasa-3');
});

test('for any name, the username is free, and no shell and no option misreads it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(5), (name, others) => {
      const taken = Array.from({ length: others }, () => '');
      for (const [at] of taken.entries()) taken[at] = freeUsername(name, taken);
      const username = freeUsername(name, taken);
      expect(username).toMatch(/^(?=.*[a-z])[a-z\d]+(?:-[a-z\d]+)*$/);
      expect(username.length).toBeLessThan(60);
      expect(taken).not.toContain(username);
    }),
  );
});

test('a till gets no right that it does not need', () => {
  expect(PURPOSES.read).toEqual(['can_view_invoices']);
  expect(PURPOSES.charge).not.toContain('can_cancel_invoices');
  for (const rights of Object.values(PURPOSES)) {
    expect(rights).toContain('can_view_invoices');
    for (const right of rights) expect(right).not.toMatch(/manage/);
  }
});

test('every status has a word and a colour', () => {
  expect([200, 201, 206, 304, 400, 401, 418, 429, 500, 502, 504].map(statusWordOf)).toEqual([
    ...['200', '201', 'other2', 'other3', '400', '401', 'other4', '429', '500', '502', 'other5'],
  ]);
  expect([204, 304, 401, 502].map(toneOf)).toEqual(['paid', 'over', 'working', 'failed']);
});
