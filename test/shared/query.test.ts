import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  booleanParam,
  integerParam,
  orderingParam,
  parseDatetime,
  positiveParam,
  query,
  searchParam,
} from '../../shared/api/query.ts';

const time = fc.integer({ min: Date.parse('1000-01-01T00:00:00Z'), max: Date.parse('9998-12-31T23:59:59Z') });
const iso = (ms: number) => new Date(ms).toISOString();
const both = (text: string) => [parseDatetime(text, 'start'), parseDatetime(text, 'end')];

describe('Datetimes: ISO 8601', () => {
  test('what the program writes is read back, for either end of a range', () => {
    fc.assert(
      fc.property(time, (ms) => {
        expect(both(iso(ms))).toEqual([ms, ms]);
      }),
    );
  });
  test('without offset UTC', () => {
    fc.assert(
      fc.property(time, (ms) => {
        expect(both(iso(ms).slice(0, -1))).toEqual([ms, ms]);
      }),
    );
    expect(both('2026-03-02T10:00')).toEqual(both('2026-03-02T10:00:00Z'));
  });
  test('with an offset; a space where an unescaped `+` was sent is read as `+`', () => {
    const offset = fc.record({
      sign: fc.constantFrom('+', '-', ' '),
      hours: fc.integer({ min: 0, max: 23 }),
      minutes: fc.integer({ min: 0, max: 59 }),
      colon: fc.constantFrom(':', ''),
    });
    const two = (value: number) => String(value).padStart(2, '0');
    fc.assert(
      fc.property(
        time,
        offset,
        fc.constantFrom('T', 't', ' '),
        (ms, { sign, hours, minutes, colon }, separator) => {
          const east = (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
          const local = iso(ms + east)
            .slice(0, -1)
            .replace('T', separator);
          fc.pre(/^\d{4}-/.test(local));
          expect(both(`${local}${sign}${two(hours)}${colon}${two(minutes)}`)).toEqual([ms, ms]);
        },
      ),
    );
  });
  test('a bare date is its start for `*_from` and its end for `*_to`', () => {
    fc.assert(
      fc.property(time, (ms) => {
        const day = iso(ms).slice(0, 10);
        const [start, end] = both(day);
        expect(start).toBe(Date.parse(`${day}T00:00:00.000Z`));
        expect(end).toBe(Date.parse(`${day}T23:59:59.999Z`));
      }),
    );
  });
  test.each([
    '',
    'now',
    '2026',
    '2026-03',
    '2026-3-2',
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-01T',
    '2026-01-01T24:00:00Z',
    '2026-01-01T10:60:00Z',
    '2026-01-01T10:00:61Z',
    '2026-01-01T10:00:00+24:00',
    '2026-01-01T10:00:00+02:60',
    '2026-01-01T10:00:00ZZ',
    '2026-01-01T10:00:00 Kyiv',
    '02.03.2026',
    '1767225600',
    '+002026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
  ])('no datetime: %j', (text) => {
    expect(both(text)).toEqual([undefined, undefined]);
  });
  test('29 February in leap years only', () => {
    expect(parseDatetime('2028-02-29', 'start')).toBe(Date.parse('2028-02-29'));
    expect(parseDatetime('2000-02-29', 'start')).toBe(Date.parse('2000-02-29'));
    expect(parseDatetime('2100-02-29', 'start')).toBeUndefined();
  });
  test.each(['0050-06-01', '0001-01-01'])('%s stays in the first century', (day) => {
    expect(both(day)).toEqual([Date.parse(`${day}T00:00:00Z`), Date.parse(`${day}T23:59:59.999Z`)]);
  });
  test('anything else is undefined or a time, and never an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-0-9T:+Z. ]{0,30}$/)), (text) => {
        for (const parsed of both(text))
          expect(parsed === undefined || Number.isSafeInteger(parsed)).toBe(true);
      }),
    );
  });
});

describe('ordering: comma-separated, each with or without `-`', () => {
  const FIELDS = ['id', 'name', 'created_at'] as const;
  const parse = (text: string) => v.safeParse(orderingParam(FIELDS, ''), text);
  test('any list of fields', () => {
    const order = fc.record({ field: fc.constantFrom(...FIELDS), descending: fc.boolean() });
    fc.assert(
      fc.property(fc.array(order, { minLength: 1, maxLength: 5 }), (orders) => {
        const text = orders.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',');
        expect(parse(text)).toMatchObject({ success: true, output: orders });
      }),
    );
  });
  test('a field outside the list is a 400 that names the list', () => {
    for (const text of ['id,price', 'ID', '--id', '-', 'toString', '__proto__', 'id name', 'id;drop']) {
      const result = parse(text);
      expect([text, result.success]).toEqual([text, false]);
      expect(result.issues?.[0]?.message).toMatch(/id, name, created_at/);
    }
  });
});

describe('Booleans: true/false in any case, 1/0.', () => {
  const parse = (text: string) => v.safeParse(booleanParam(''), text);
  test.each(['true', 'True', 'TRUE', 'tRuE', '1'])('%s', (text) => expect(parse(text).output).toBe(true));
  test.each(['false', 'False', 'FALSE', '0'])('%s', (text) => expect(parse(text).output).toBe(false));
  test.each(['yes', 'no', '2', '01', 'tru', ' true', 'on', 'null'])('no boolean: %s', (text) =>
    expect(parse(text).success).toBe(false),
  );
});

describe('A malformed value is a 400', () => {
  test('integers are decimal digits', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(v.parse(integerParam(''), String(value))).toBe(value);
      }),
    );
    for (const text of ['1.0', '1e3', '0x1', '+1', ' 1', '1 ', '', '-', '١'])
      expect([text, v.safeParse(integerParam(''), text).success]).toEqual([text, false]);
  });
  test('page_size or page not a positive integer: 400', () => {
    for (const text of ['0', '-1', '00', '1.5', ''])
      expect([text, v.safeParse(positiveParam(''), text).success]).toEqual([text, false]);
    expect(v.parse(positiveParam(''), '007')).toBe(7);
  });
});

test('search: split at white space', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[\wї%_*"'\\-]{1,8}$/)), (words) => {
      for (const space of [' ', '  ', '\t', '\n', '\u00a0', '\u3000'])
        expect(v.parse(searchParam(''), words.join(space))).toEqual(words);
    }),
  );
});

test('Unknown parameters are ignored', () => {
  expect(v.parse(query({ page: positiveParam('') }), { page: '2', colour: 'red' })).toEqual({ page: 2 });
});
