import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generatePhrase } from '../../renderer/lib/password.ts';
import { normalPhrase, phraseBits, phraseStrength } from '../../shared/passphrase.ts';

describe('the strength of a passphrase', () => {
  test.each([
    '',
    'password',
    'qwerty123',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'abababababababababababababababab',
    'kavakavakavakavakavakava',
    '380671234567',
  ])('%s: weak', (phrase) => expect(phraseStrength(phrase)).toBe('weak'));

  test.each(['зелений човен стоїть над тихим млином', 'correct horse battery staple under rain'])(
    '%s: taken',
    (phrase) => expect(phraseStrength(phrase)).not.toBe('weak'),
  );

  test('a generated one is strong', () => {
    for (let each = 0; each < 200; each += 1) expect(phraseStrength(generatePhrase())).toBe('strong');
  });

  test('one more letter never makes it weaker; spaces around it do not count', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(' ', '\t', '  '), (phrase, space) => {
        expect(phraseBits(`${phrase}${phrase.at(-1) ?? 'a'}`)).toBeGreaterThanOrEqual(phraseBits(phrase));
        expect(normalPhrase(`${space}${phrase}${space}`)).toBe(normalPhrase(phrase));
      }),
    );
  });
});
