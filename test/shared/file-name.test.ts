import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fileName } from '../../shared/file-name.ts';

const isFileName = (name: string) => v.is(fileName(), name);

test.each([
  'Виписка.csv',
  'Чек 12.pdf',
  'a',
  '.hidden',
  'com.csv',
  'console.txt',
  'nul-1.pdf',
  'ї'.repeat(255),
])('is a name: %s', (name) => expect(isFileName(name)).toBe(true));

test.each([
  ...['', ' ', '.', '..', '...', '../a', 'a/b', '/etc/passwd', 'a\\b', 'C:a.txt', 'a:stream', 'a.'],
  ...['a\0b', 'a\nb', 'a\u007fb', 'a?', 'a*', '<a>', '"a"', 'a|b'],
  ...['CON', 'nul.txt', 'Com1', 'LPT¹.pdf', 'aux .txt', 'ї'.repeat(256)],
])('is none: %j', (name) => expect(isFileName(name)).toBe(false));
