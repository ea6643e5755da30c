import { expect, test } from 'vitest';
import { ownerFaults } from '../../../../renderer/features/first-run/owner-faults.ts';

const GOOD = { full_name: 'Олена Марченко', username: 'olena', password: 'correct horse' };

test.each([
  [{}, {}],
  [{ full_name: ' ' }, { full_name: 'missing' }],
  [{ full_name: 'я'.repeat(256) }, { full_name: 'long' }],
  [{ username: '  ' }, { username: 'missing' }],
  [{ username: ` ${'я'.repeat(150)} ` }, {}],
  [{ username: '380501234567' }, { username: 'digits' }],
  [{ username: 'каса1' }, {}],
  [{ username: 'я'.repeat(151) }, { username: 'long' }],
  [{ password: '' }, { password: 'missing' }],
  [{ password: '1234567' }, { password: 'short' }],
  [{ password: '12345678' }, {}],
  // Characters, not halves of them.
  [{ password: '😀'.repeat(4) }, { password: 'short' }],
  [{ password: 'я'.repeat(1024) }, {}],
  [{ password: 'я'.repeat(1025) }, { password: 'long' }],
])('%j → %j', (part, faults) => {
  expect(ownerFaults({ ...GOOD, ...part })).toEqual(faults);
});
