import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openConsole } from '../cli/console.ts';
import type { Shop } from '../helpers/shop.ts';
import { blockOf } from './till-pages.ts';

/** A shop as the pages for till programmers have it set up. */

/** Runs a command of a page in the owner's console. */
export const runAdmin = async (shop: Shop, command: string, more: readonly string[] = [], stdin = '') => {
  const words = spawnSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' }).stdout.split('\0');
  const args = [...words.slice(0, -1), ...more].filter((_, at, all) => {
    const isFolder = (place: number) => all[place] === '--data-dir';
    return !isFolder(at) && !isFolder(at - 1);
  });
  const admin = openConsole({ dataDir: shop.folder, home: join(shop.folder, 'home') });
  const { code, stdout, stderr } = await admin.plain(args, { stdin });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};
export const adminCommand = (section: string): string =>
  /^npm run admin -- (.*)$/m.exec(blockOf('start', section, 'sh'))?.[1] ?? '';

/** The page's own command makes the key. */
export const addKey = async (shop: Shop) => {
  const stdout = await runAdmin(shop, adminCommand('A key'));
  const key = /kr_[\w-]{43}/.exec(stdout)?.[0] ?? '';
  return { KRAMAR_API: shop.baseUrl, KRAMAR_KEY: key };
};
