import { expect, test } from 'vitest';
import { PURPOSES } from '../../../../renderer/features/till/purposes.ts';
import { statusWordOf, toneOf } from '../../../../renderer/features/till/statuses.ts';

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
