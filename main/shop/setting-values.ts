import { isLoopback } from '../platform/config.ts';

/** Parses and checks the values of settings that are more than a text. */

export const EXPECTED_ADDRESS =
  'Expected: an https:// address without user name, "?" and "#", for example https://shop.example.com (http:// is for this machine only).';

/** Does not repeat the address: it may hold a password. */
export const addressProblem = (address: string): string | undefined => {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  if (!url) return 'It is no address that begins with https://.';
  if (url.username || url.password) return 'It has a user name or a password in it.';
  if (/[?#]/.test(address)) return 'It has a "?" or a "#" in it, after which the path could not follow.';
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return "It begins with http://, so the bank's messages could be read on their way.";
  return undefined;
};

export const withoutTrailingSlash = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/+$/, '');
};

/** Rejects offsets (+02:00), which Intl also accepts: they have no summer time. */
export const isTimeZone = (name: string): boolean => {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

/** Of a web page. An address may hold more, as "*", which no page's origin ever has. */
const HOST_NAME = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;

/** Returns the origin as browsers send it, or what is wrong. */
export const originOf = (address: string): { origin: string } | { problem: string } => {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  if (!url) return { problem: `"${address}" is no address that begins with https://.` };
  if (url.origin !== address.toLowerCase().replace(/\/$/, ''))
    return { problem: `"${address}" is more than an origin, which is scheme, host and port alone.` };
  if (!HOST_NAME.test(url.hostname))
    return { problem: `"${address}" names no single host, so that no page would ever match it.` };
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return {
      problem: `"${address}" begins with http://: it could be changed on its way.`,
    };
  return { origin: url.origin };
};

export const EXPECTED_ORIGINS =
  'Expected: exact origins, separated by spaces, for example https://till.example.com (http:// is for this machine only; "*" is not possible).';

export const separateOrigins = (list: string): string[] => list.split(/[\s,]+/).filter((each) => each !== '');

export const MOST_REASONS = 12;

/** Each once, in the owner's order. */
export const separateReasons = (list: string): string[] => [
  ...new Set(
    list
      .split(/[;\n]+/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
];
