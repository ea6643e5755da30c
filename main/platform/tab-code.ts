import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './data-folder.ts';

/**
 * The code by which a browser tab becomes the owner's: 32 random bytes, for two minutes and one use. The data folder holds
 * its SHA-256, which the service compares, and open.html, which takes it to the browser behind the # of an address: no
 * request, Referer, log or list of arguments has that part. Who can read these files can read the database as well.
 */

const CODE_BYTES = 32;
const LIFETIME_MS = 2 * 60_000;

const hashFile = (dataDir: string): string => join(dataDir, 'tab-code.json');
const pageFile = (dataDir: string): string => join(dataDir, 'open.html');

export interface IssuedCode {
  /** With the code in it: printed to a terminal alone, never to a journal. */
  address: string;
  /** The file that opens it in a browser. */
  page: string;
}

/** A new code replaces the one before. @param origin of the service. @param now milliseconds UTC */
export const issueTabCode = (dataDir: string, origin: string, now: number): IssuedCode => {
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const address = `${origin}/#tab=${code}`;
  const stored = { sha256: hash('sha256', code, 'hex'), ends_at: now + LIFETIME_MS };
  replaceFile(hashFile(dataDir), `${JSON.stringify(stored)}\n`);
  replaceFile(
    pageFile(dataDir),
    '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">' +
      `<meta http-equiv="refresh" content="0; url=${address}"><title>Kramar</title>\n`,
  );
  return { address, page: pageFile(dataDir) };
};

/**
 * Whether this is the code; it is used up then. A wrong one uses up nothing, so that no other program can keep the owner
 * out. Synchronous: of exchanges at once one wins.
 */
export const takeTabCode = (dataDir: string, code: string, now: number): boolean => {
  try {
    const { sha256, ends_at } = JSON.parse(readFileSync(hashFile(dataDir), 'utf8'));
    const isSame = timingSafeEqual(Buffer.from(hash('sha256', code, 'hex')), Buffer.from(String(sha256)));
    // The end lies further ahead only where the clock was set back.
    if (!isSame || now > ends_at || ends_at - now > LIFETIME_MS) return false;
  } catch {
    return false;
  }
  forgetTabCode(dataDir);
  return true;
};

export const forgetTabCode = (dataDir: string): void => {
  for (const file of [hashFile(dataDir), pageFile(dataDir)]) rmSync(file, { force: true });
};
