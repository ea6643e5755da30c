import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { tokenProblem } from '../../../../renderer/features/terminals/token-problem.ts';
import { bankToken } from '../../../../shared/api/terminals.ts';
import { anyCharacter } from '../../../helpers/any-text.ts';

test.each([
  ['', { kind: 'blank' }],
  [' \n', { kind: 'blank' }],
  ['uAb c', { kind: 'space' }],
  ['uAb\nc', { kind: 'space' }],
  // The с is Cyrillic.
  ['uAbс', { kind: 'letter', at: 4 }],
  ['  uAbс', { kind: 'letter', at: 4 }],
  ['u😀', { kind: 'letter', at: 2 }],
  ['u\u0007', { kind: 'letter', at: 2 }],
  ['x'.repeat(4097), { kind: 'long' }],
])('%j is none', (given, problem) => {
  expect(tokenProblem(given)).toEqual(problem);
});

test('spaces around a token are accepted', () => {
  expect(tokenProblem(' uAbc_-9\n')).toBeUndefined();
});

test('a token that the program accepts is no problem here, and the other way round', () => {
  void fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (given) => {
      expect(tokenProblem(given) === undefined).toBe(v.safeParse(bankToken(), given).success);
    }),
  );
});
