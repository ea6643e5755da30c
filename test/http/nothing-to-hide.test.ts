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

const usual = {
  path: '/api/v1/invoices/',
  search: '?status=success&created_from=2026-10-22T22:00:00.000Z',
  authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.x_y-z',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) till/2.4',
  body: undefined,
};

const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    text(3),
    fc.integer(),
    fc.constantFrom<unknown>(null, true, 1.5, 123456, 'Кава\nвелика', 'pass\u212Aord'),
    fc.array(tie('value'), { maxLength: 12 }),
    fc.dictionary(text(2), tie('value'), { maxKeys: 4 }),
  ),
})).value;
/** As clients write it: with white space or without, escaped or not. */
const sentBody = fc
  .tuple(fc.dictionary(text(2), value, { maxKeys: 4 }), fc.constantFrom(0, 2), fc.boolean())
  .map(([object, space, isEscaped]) => {
    const json = JSON.stringify(object, null, space);
    const bodyText = isEscaped ? json.replace('k', '\\u006b') : json;
    return { body: JSON.parse(bodyText) as unknown, bodyText };
  });

test('the same of bodies', () => {
  let glanced = 0;
  fc.assert(
    fc.property(sentBody, fc.constantFrom('auth/pin/', 'invoices/'), (given, path) => {
      const request = { ...usual, ...given, path: `/api/v1/${path}` };
      if (!hasNothingToHide(request, known)) return;
      glanced += 1;
      const shown = redactionOf(request, known).value(request.body);
      expect(JSON.stringify(shown)).toBe(JSON.stringify(request.body));
    }),
    { numRuns: 5000 },
  );
  expect(glanced).toBeGreaterThan(300);
});

test('a usual request is seen through at a glance, one with a secret is not', () => {
  expect(hasNothingToHide(usual, known)).toBe(true);
  expect(hasNothingToHide({ ...usual, authorization: '' }, known)).toBe(true);
  const withBody = (given: unknown) => ({ body: given, bodyText: JSON.stringify(given) });
  const sale = { terminal: 1, items: [{ name: 'Кава велика', price: 5500, quantity: 2 }] };
  expect(hasNothingToHide({ ...usual, ...withBody(sale) }, known)).toBe(true);
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
    withBody({ token: 'x' }),
    withBody({ 'pass\nword': 'x' }),
    withBody({ comment: 'Bearer x' }),
    withBody({ comment: 'known secret' }),
    withBody({ comment: 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.x_y-z' }),
    withBody(JSON.parse('['.repeat(11) + ']'.repeat(11))),
    withBody(Array.from({ length: 201 }, () => 1)),
    { path: '/api/v1/auth/pin/', ...withBody({ pin: '1234' }) },
  ])
    expect(hasNothingToHide({ ...usual, ...more }, known), JSON.stringify(more)).toBe(false);
});
