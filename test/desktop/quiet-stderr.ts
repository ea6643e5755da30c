import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// The program writes its warnings to the descriptor itself, so Vitest cannot keep them with the test that caused them:
// they would appear between the results of tests that passed.

const { writeSync } = fs;
const STDERR = 2;

/** Lines that the program under test wrote to standard error, oldest first. */
export const stderrLines: string[] = [];

fs.writeSync = ((descriptor: number, data: string | NodeJS.ArrayBufferView, ...rest: number[]) => {
  if (descriptor !== STDERR || typeof data !== 'string' || !/^(warning|error): /.test(data))
    return (writeSync as (...args: unknown[]) => number)(descriptor, data, ...rest);
  stderrLines.push(data.trimEnd());
  return data.length;
}) as typeof writeSync;
syncBuiltinESMExports();
