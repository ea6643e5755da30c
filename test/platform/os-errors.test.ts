import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reasonOf } from '../../main/platform/os-errors.ts';

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ['ENOSPC', 'full'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY_DBMOVED', 'read_only'],
  ['EPERM', 'no_right'],
  ['SQLITE_BUSY_SNAPSHOT', 'in_use'],
  ['EADDRINUSE', 'port_taken'],
  ['SQLITE_IOERR_SHMSIZE', 'full'],
  ['SQLITE_IOERR_FSYNC', 'disk'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_CONSTRAINT_UNIQUE', undefined],
])('%s is %s', (code, fault) => {
  expect(reasonOf(failure(code, 'x')).fault).toBe(fault);
});

test('the words of the system stand beside its meaning, and by themselves where the meaning is not known', () => {
  expect(reasonOf(failure('EROFS', 'EROFS: read-only'))).toEqual({
    fault: 'read_only',
    why: 'it is write-protected (EROFS: read-only)',
    remedy: 'Make it writable',
  });
  expect(reasonOf(failure('SQLITE_FULL', 'database or disk is full')).why).toBe(
    'the disk is full (SQLITE_FULL: database or disk is full)',
  );
  expect(reasonOf('odd')).toEqual({
    fault: undefined,
    why: 'odd',
    remedy: 'Try again; if it stays so, restart the PC',
  });
});

test('no other file of the program says what such a code means', () => {
  const main = join(import.meta.dirname, '../../main');
  const found = readdirSync(main, { recursive: true, encoding: 'utf8' })
    // The practice bank is a program of its own, and imports nothing of this one.
    .filter((file) => file.endsWith('.ts') && !/platform\/os-errors|practice-bank|migrations/.test(file))
    .filter((file) => {
      const code = readFileSync(join(main, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      return /\b(ENOSPC|EDQUOT|EROFS|EACCES|EBUSY|EIO|ENODEV|EADDRINUSE|SQLITE_(FULL|IOERR|READONLY))/.test(
        code,
      );
    });
  expect(found).toEqual([]);
});
