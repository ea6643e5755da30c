import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generatePassword, passwordFaultOf } from '../../../renderer/lib/password.ts';
import { refusalOf } from '../../../renderer/shop/use-fault-text.ts';

test('a generated password can be read out, and is accepted', () => {
  const made = new Set(Array.from({ length: 200 }, () => generatePassword()));
  expect(made.size).toBe(200);
  for (const password of made) {
    expect(password).toMatch(/^(?:[a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
    expect(passwordFaultOf({ first: password, second: '', isGenerated: true })).toBeUndefined();
  }
});

test('for any random bytes, a password has its form; each letter is as likely', () => {
  const bytes = fc
    .uint8Array({ minLength: 16, maxLength: 16 })
    .filter((all) => all.some((byte) => byte < 248));
  fc.assert(
    fc.property(bytes, (given) => {
      expect(generatePassword(() => given)).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    }),
  );
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const counts = new Map<string, number>();
  // One draw of every byte is more than a password uses: the test checks sixteen in turn.
  for (let from = 0; from < 248; from += 16) {
    const slice = Array.from({ length: 16 }, (_, at) => every[(from + at) % 248] ?? 0);
    for (const letter of generatePassword(() => Uint8Array.from(slice)).replaceAll('-', ''))
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(counts.size).toBe(31);
});

test('the faults of a password', () => {
  const fault = (first: string, second = first) => passwordFaultOf({ first, second, isGenerated: false });
  expect(fault('1234567')).toBe('short');
  expect(fault('🙂'.repeat(7))).toBe('short');
  expect(fault('12345678')).toBeUndefined();
  expect(fault('12345678', '12345679')).toBe('differs');
  expect(fault('я'.repeat(1025))).toBe('long');
});

test('a refusal of the program is recognised by its code', () => {
  for (const [field, code, refusal] of [
    ['username', 'unique', 'taken'],
    ['username', 'blank', 'blank'],
    ['username', 'only_digits', 'digits'],
    ['full_name', 'max_length', 'long'],
    ['password', 'min_length', 'short'],
    ['username', 'null_characters_not_allowed', 'characters'],
    ['current', 'wrong_password', 'wrongPassword'],
    ['email', 'something_new', undefined],
  ] as const) {
    const codes = { [field]: [{ code, facts: {} }] };
    expect([code, refusalOf({ kind: 'invalid', words: '', errors: {}, codes }, field)]).toEqual([
      code,
      refusal,
    ]);
  }
});
