import { readFileSync } from 'node:fs';
import { isLoopback } from '../platform/config.ts';

/** `url: https://…` of the feed; feeds of a named provider (github) have none and are always https. */
const FEED = /^\s*url:\s*(\S+)\s*$/m;

/**
 * Whether this build has an update channel that can be trusted: over https, or on this computer, for a rehearsal.
 * https://www.electron.build/auto-update
 * @param file written by the packager; absent where the build has no channel
 */
export const hasUpdateChannel = (file: string): boolean => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return false;
  }
  const address = FEED.exec(text)?.[1];
  if (address === undefined) return true;
  const url = URL.parse(address.replace(/^['"]|['"]$/g, ''));
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
};
