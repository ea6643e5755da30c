import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasNothingToHide, redactionOf } from '../../main/http/request-redaction.ts';

/** The parts of a request, and texts that look like secrets in it, spelt in many ways. */
const piece = fc.constantFrom(
  ...[
    'invoices',
    '12',
    'a',
    '=',
    '&',
    '+',
    '%20',
    '%',
    '/',
    '?',
    '.',
    '-',
    'ї',
    '"',
    ' ',
    ':',
    'x9',
    'page=2',
  ],
  ...[
    'token',
    'to-ken',
    'Pass_word',
    'secret',
    'ACCESS',
    'refresh',
    'Bearer',
    'basic',
    'eyJa.b.c',
    'abc.def',
    'qwertz',
  ],
  ...[
    'u8NqT3mYcW1xPzR7bVd0LkJhG5sFa2QeXoIuZtC9nM4w',
    'aB3aB3aB3aB3',
    '0123456789',
    'known secret',
    'known+secret',
  ],
);
const known = { secrets: new Set(['known secret', '2 invoices']), isUsername: () => false };
const text = (max: number) => fc.array(piece, { maxLength: max }).map((pieces) => pieces.join(''));
const sent = fc.record({
  path: text(5).map((path) => `/api/v1/${path.replaceAll('?', '')}`),
  search: text(6).map((search) => (search === '' ? '' : `?${search}`)),
  authorization: fc.oneof(
    fc.constantFrom('', 'Bearer abc.def', 'Bearer qwertz', 'bearer x9', 'Basic cXdlcnR6', 'Bearer a b'),
    text(3).map((token) => `Bearer ${token}`),
  ),
  userAgent: text(4),
  body: fc.constantFrom(undefined, undefined, undefined, { a: 1 }),
});

test('where there is nothing to hide at a glance, the whole redaction leaves everything as it is', () => {
  let glanced = 0;
  fc.assert(
    fc.property(sent, (request) => {
      if (!hasNothingToHide(request, known)) return;
      glanced += 1;
      const redaction = redactionOf(request, known);
      expect(redaction.address(request.path, request.search)).toBe(request.path + request.search);
      expect(redaction.text(request.userAgent)).toBe(request.userAgent);
    }),
    { numRuns: 3000 },
  );
  expect(glanced).toBeGreaterThan(50);
});

test('a usual request is seen through at a glance, one with a secret is not', () => {
  const usual = {
    path: '/api/v1/invoices/',
    search: '?status=success&created_from=2026-10-22T22:00:00.000Z',
    authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.x_y-z',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) till/2.4',
    body: undefined,
  };
  expect(hasNothingToHide(usual, known)).toBe(true);
  expect(hasNothingToHide({ ...usual, authorization: '' }, known)).toBe(true);
  for (const more of [
    { search: '?to-ken=1' },
    { search: '?q=eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.x_y-z' },
    { search: '?q=%70assword' },
    { path: '/api/v1/auth/token/' },
    { userAgent: 'till Bearer abc' },
    { authorization: 'Basic abc' },
    { search: '?q=known+secret' },
    { search: `?q=u${'aB3-'.repeat(11)}` },
    { path: `/api/v1/invoices/u${'x'.repeat(43)}/` },
    { userAgent: 'till 0123456789abcdefghijklmnopqrstuvwxyzABCD' },
    { body: {} },
  ])
    expect(hasNothingToHide({ ...usual, ...more }, known), JSON.stringify(more)).toBe(false);
});
