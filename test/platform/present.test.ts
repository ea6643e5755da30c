import * as v from 'valibot';
import { expect, test } from 'vitest';
import { present } from '../../main/platform/present.ts';
import { flag, nullable, shape, string, timestamp } from '../../shared/api/answers.ts';

const seller = shape('Seller', { name: string('') });
const schema = shape('Sale', {
  full_name: string(''),
  is_open: flag(''),
  is_sure: nullable(flag(''), ''),
  paid_date: nullable(timestamp(''), ''),
  seller: nullable(seller, ''),
  sellers: v.array(seller),
});
const row = {
  fullName: 'Олена',
  is_open: 1 as 0 | 1,
  is_sure: null as 0 | 1 | null,
  paid_date: null as number | null,
  seller: null as { name: string } | null,
  sellers: [] as { name: string }[],
};

test('what is not known stays null, a flag as well', () => {
  expect(present(schema, { ...row, is_open: 0 })).toEqual({
    full_name: 'Олена',
    is_open: false,
    is_sure: null,
    paid_date: null,
    seller: null,
    sellers: [],
  });
});

test('1 is true, a number a time; what a nested schema does not name is left out', () => {
  const sold = {
    ...row,
    is_sure: 0 as const,
    paid_date: 0,
    seller: { name: 'А', hash: 'x' },
    sellers: [{ name: 'Б', hash: 'y' }],
  };
  expect(present(schema, sold)).toMatchObject({
    is_open: true,
    is_sure: false,
    paid_date: '1970-01-01T00:00:00.000Z',
    seller: { name: 'А' },
    sellers: [{ name: 'Б' }],
  });
  expect(JSON.stringify(present(schema, sold))).not.toContain('hash');
});
