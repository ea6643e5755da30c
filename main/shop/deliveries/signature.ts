import { createHmac, randomBytes } from 'node:crypto';

/**
 * Signs deliveries, by the scheme that Stripe uses too: `Kramar-Signature: t=1700000000,v1=5257a8…`, where v1 is the
 * HMAC-SHA256, in hex, of the seconds, a dot and the body's bytes under the secret as it was shown. A receiver refuses a
 * time that is more than five minutes away from its own, so that a recorded delivery cannot be sent again later.
 */

const SECRET_BYTES = 32;

/** A new secret: `kw_` and 32 random bytes in base64url. */
export const makeSecret = (): string => `kw_${randomBytes(SECRET_BYTES).toString('base64url')}`;

/** @param at milliseconds UTC */
export const signatureOf = (secret: string, at: number, body: string): string => {
  const seconds = Math.floor(at / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
};
