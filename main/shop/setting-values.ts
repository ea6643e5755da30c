import * as v from 'valibot';
import { MAX_LENGTH, text } from '../../shared/api/fields.ts';
import { isLabelPattern, MAX_LABELS, separateLabels, USUAL_LABELS } from '../../shared/labels.ts';
import { isLoopback } from '../platform/config.ts';

/** Schemas of the settings that are more than a text: each gives the value as it is stored. */

const EXPECTED_ADDRESS =
  'Expected: an https:// address without user name, "?" and "#", for example https://shop.example.com (http:// is for this machine only).';

/** Does not repeat the address: it may hold a password. */
const addressProblem = (address: string): string | undefined => {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  if (!url) return 'It is no address that begins with https://.';
  if (url.username || url.password) return 'It has a user name or a password in it.';
  if (/[?#]/.test(address)) return 'It has a "?" or a "#" in it, after which the path could not follow.';
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return "It begins with http://, so the bank's messages could be read on their way.";
  return undefined;
};

/** One of a few words. */
export const oneOfWords = (choices: readonly string[]) =>
  v.pipe(
    text(20),
    v.check(
      (value) => choices.includes(value),
      ({ input }) => `"${input}" is not one of ${choices.join(', ')}.`,
    ),
  );

export const yesOrNo = oneOfWords(['yes', 'no']);

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
const originOf = (address: string): { origin: string } | { problem: string } => {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  if (!url) return { problem: `"${address}" is no address that begins with https://.` };
  if (url.origin !== address.toLowerCase().replace(/\/$/, ''))
    return { problem: `"${address}" is more than an origin, which is scheme, host and port alone.` };
  if (!HOST_NAME.test(url.hostname))
    return { problem: `"${address}" names no single host, so that no page would ever match it.` };
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return { problem: `"${address}" begins with http://: it could be changed on its way.` };
  return { origin: url.origin };
};

const EXPECTED_ORIGINS =
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

/** The bank refuses every sale with an address that it does not like, so this must reject all unusual ones. */
export const bankAddressText = v.pipe(
  text(500),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? addressProblem(dataset.value) : undefined;
    if (problem !== undefined) addIssue({ message: `${problem} ${EXPECTED_ADDRESS}` });
  }),
  v.transform((address) => {
    const { origin, pathname } = new URL(address);
    return origin + pathname.replace(/\/+$/, '');
  }),
);

/** Exact origins, as browsers send them. */
export const originList = v.pipe(
  text(1000),
  v.rawCheck(({ dataset, addIssue }) => {
    const found = dataset.typed ? separateOrigins(dataset.value).map(originOf) : [];
    const problem = found.find((each) => 'problem' in each)?.problem;
    if (problem !== undefined) addIssue({ message: `${problem} ${EXPECTED_ORIGINS}` });
  }),
  v.transform((list) =>
    separateOrigins(list)
      .map(originOf)
      .flatMap((each) => ('origin' in each ? [each.origin] : []))
      .join(' '),
  ),
);

/** Each once, separated by semicolons. */
export const reasonList = v.pipe(
  text(1000),
  v.check(
    (list) => separateReasons(list).length <= MOST_REASONS,
    `There are too many. Expected: at most ${MOST_REASONS}, separated by semicolons.`,
  ),
  v.check(
    (list) => separateReasons(list).every((each) => [...each].length <= MAX_LENGTH.refund_reason),
    `One is too long. Expected: at most ${MAX_LENGTH.refund_reason} characters each, separated by semicolons.`,
  ),
  v.transform((list) => separateReasons(list).join('; ')),
);

/** Patterns of shared/labels.ts. */
export const labelList = v.pipe(
  text(200),
  v.check(
    (list) => separateLabels(list).length <= MAX_LABELS,
    `There are too many. Expected: at most ${MAX_LABELS}, separated by spaces.`,
  ),
  v.check(
    (list) => separateLabels(list).every(isLabelPattern),
    `One is no layout of a label. Expected: 13 characters such as ${USUAL_LABELS}.`,
  ),
  v.transform((list) => separateLabels(list).join(' ')),
);

export const percentText = v.pipe(
  text(3),
  v.check((value) => /^(?:100|[1-9]?\d)$/.test(value), 'Expected: a whole number from 0 to 100.'),
);

/** Below 1024 a port is the system's. */
export const portText = v.pipe(
  text(5),
  v.check(
    (value) => /^\d{4,5}$/.test(value) && Number(value) >= 1024 && Number(value) <= 65_535,
    'Expected: a whole number from 1024 to 65535.',
  ),
);
