import { createHash, randomBytes, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function spell(bytes: Uint8Array, alphabet: string): string {
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}

/** Shaped like the bank's: `p2_9ZgpZVsl3`, somewhat longer so that a large ledger has no collisions. */
export const newInvoiceId = () => `p2_${spell(randomBytes(12), ALPHABET)}`;

/** `count` random decimal digits; the first may be a zero, as in the bank's own rrn. */
export function randomDigits(count: number): string {
  let digits = '';
  while (digits.length < count) digits += String(randomInt(10));
  return digits;
}

/**
 * An id that follows from its seed. Registers and merchants keep theirs over a restart,
 * so that a journal written yesterday still finds its owners.
 */
export function stableId(seed: string, length: number, alphabet: string = ALPHABET): string {
  return spell(createHash('sha256').update(seed).digest().subarray(0, length), alphabet);
}
