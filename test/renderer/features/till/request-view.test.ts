import { expect, test } from 'vitest';
import {
  isBodySummary,
  isCut,
  readable,
  shortPath,
  shownOf,
} from '../../../../renderer/features/till/request-view.ts';
import type { RequestEntry } from '../../../../shared/api/requests.ts';

const entry = (id: string, status: number, is_screen: boolean): RequestEntry => ({
  id,
  status,
  is_screen,
  at: '2026-11-21T10:00:00Z',
  method: 'GET',
  path: '/api/v1/terminals/',
  ms: 1,
  username: '',
  user_agent: '',
  body: '',
  detail: '',
});
const ENTRIES = [
  entry('a', 200, false),
  entry('b', 404, true),
  entry('c', 502, false),
  entry('d', 200, true),
];
const shown = (withScreens: boolean, onlyRefusals: boolean) =>
  shownOf(ENTRIES, { withScreens, onlyRefusals })
    .map(({ id }) => id)
    .join('');

test('a till’s requests are distinguished from the screens’, and failures from successes', () => {
  expect([shown(false, false), shown(true, false), shown(false, true), shown(true, true)]).toEqual([
    ...['ac', 'abcd', 'c', 'bc'],
  ]);
});

test('a body is shown by its kind', () => {
  expect(shortPath('/api/v1/invoices/?page=2')).toBe('invoices/?page=2');
  expect(readable('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(readable('{"comment":"дов…')).toBe('{"comment":"дов…');
  expect(isCut('{"comment":"дов…')).toBe(true);
  expect(isBodySummary('<text/csv, 12 kB>')).toBe(true);
  expect(isBodySummary('{"a":"<b>"}')).toBe(false);
});
