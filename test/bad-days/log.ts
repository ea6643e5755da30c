import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shop } from '../helpers/shop.ts';

interface Line {
  level: 'debug' | 'info' | 'warn' | 'error';
  msg: string;
}

/**
 * Warnings and errors in a shop's log, oldest first. The log is written by a stream, so that no request waits for the
 * disk: an answer may arrive before its line, and a test waits for the line (`vi.waitFor`).
 */
export const complaints = (shop: Shop): string[] =>
  readFileSync(join(shop.folder, 'logs', 'kramar.log'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line))
    .filter(({ level }) => level === 'warn' || level === 'error')
    .map(({ msg }) => msg);
