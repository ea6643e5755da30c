import { expect, test } from 'vitest';
import { usernameOf } from '../../../renderer/lib/transliterate.ts';

// By the table of resolution 55: its own examples where it has one.
test.each([
  ['Олена Марченко', 'olena'],
  ['  тарас  Гнатюк', 'taras'],
  ['Юрій', 'yurii'],
  ['Їжак', 'yizhak'],
  ['Згорани', 'zghorany'],
  ['Щербань', 'shcherban'],
  ['Ґалаґан', 'galagan'],
  ['Мар’яна', 'mariana'],
  ['Anne-Marie Dupont', 'annemarie'],
  ['花子', ''],
  ['', ''],
  ['380501234567', ''],
])('%s → %s', (name, username) => {
  expect(usernameOf(name)).toBe(username);
});
