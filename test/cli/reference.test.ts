import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../main/cli/commands.ts';
import { referenceFiles } from './reference.ts';

/** The formatter lays out JSON in its own way. */
const read = (path: string, text: string): unknown => (path.endsWith('.json') ? JSON.parse(text) : text);

test.each(referenceFiles())(
  '%s is as the commands are: npm run node -- test/cli/write-reference.ts',
  (path, text) => {
    expect(read(path, readFileSync(path, 'utf8'))).toEqual(read(path, text));
  },
);

test.each(Object.entries(COMMANDS))('%s has a summary of one line without a full stop', (_, { summary }) => {
  expect(summary).toMatch(/^[a-z].*[^.]$/);
  expect(summary.length).toBeLessThan(85);
});
