import { expect, test } from 'vitest';
import { ownerFaults } from '../../../../renderer/features/first-run/owner-faults.ts';

const GOOD = { username: 'olena', password: 'correct horse', repeated: 'correct horse' };
const both = (password: string) => ({ password, repeated: password });

test.each([
  [{}, {}],
  [{ username: '  ' }, { username: 'missing' }],
  [{ username: ` ${'я'.repeat(150)} ` }, {}],
  [{ username: '380501234567' }, { username: 'digits' }],
  [{ username: 'каса1' }, {}],
  [{ username: 'я'.repeat(151) }, { username: 'long' }],
  [both(''), { password: 'missing' }],
  [both('1234567'), { password: 'short' }],
  [both('12345678'), {}],
  // Characters, not halves of them.
  [both('😀'.repeat(4)), { password: 'short' }],
  [both('я'.repeat(1024)), {}],
  [both('я'.repeat(1025)), { password: 'long' }],
  [{ repeated: 'correct Horse' }, { repeated: 'different' }],
  [{ repeated: 'correct horse ' }, { repeated: 'different' }],
])('%j → %j', (part, faults) => {
  expect(ownerFaults({ ...GOOD, ...part })).toEqual(faults);
});
