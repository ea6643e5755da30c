import { expect, test } from 'vitest';
import { reasonOf } from '../../../main/platform/os-errors.ts';
import { reasonIn } from '../../../renderer/ui/reason.ts';

/** The program's own words, so that they cannot be changed there without being noticed here. */
test.each([
  ['ENOSPC', 'full'],
  ['ENOENT', 'gone'],
  ['ENOTDIR', 'file'],
  ['EROFS', 'readOnly'],
  ['EACCES', 'noRight'],
  ['IN_USE', 'held'],
  ['EIO', 'disk'],
  ['DAMAGED', 'unsound'],
  ['EODD', undefined],
])('%s is known as %s', (code, reason) => {
  const { why, remedy } = reasonOf(Object.assign(new Error('words of the system'), { code }));
  expect(reasonIn(`The folder /backups could not be read: ${why}. ${remedy}.`)).toBe(reason);
});
