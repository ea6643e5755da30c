import { MASK } from '../platform/log.ts';

/** Secrets that are known by their shape alone, wherever they were pasted. */

/** A token of the bank: `u` and 32 bytes in base64url. */
const BANK_TOKEN = /(?<![\w-])u[\w-]{43}(?![\w-])/g;
/** Letters, digits and what base64 and base64url have besides, without a break. */
const RUN = /[\w+/-]{32,}=*/g;
/** Not secret, and all of it looks random: what programs call their records. */
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** Longer than any word or name of a record that people or programs make. */
const ALWAYS_LONG = 40;
const SHORTEST = 32;

const looksRandom = (run: string): boolean => {
  const rest = run.replace(UUID, '');
  const hasEach = (...kinds: RegExp[]) => kinds.every((kind) => kind.test(rest));
  if (rest.length >= ALWAYS_LONG) return hasEach(/[a-z]/i, /\d/);
  return rest.length >= SHORTEST && hasEach(/[a-z]/, /[A-Z]/, /\d/);
};

export const hideShapes = (text: string): string =>
  text.replace(BANK_TOKEN, MASK).replace(RUN, (run) => (looksRandom(run) ? MASK : run));

/** Whether anything in it may have such a shape. */
export const mayHaveShape = (text: string): boolean => /[\w+/-]{32}/.test(text);
