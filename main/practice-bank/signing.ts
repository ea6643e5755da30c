import { createSign, generateKeyPairSync } from 'node:crypto';

export interface Signer {
  /** What /api/merchant/pubkey serves: base64 of the PEM. */
  readonly publicKey: string;
  /** ECDSA over SHA-256 of the raw body, ASN.1/DER, base64. */
  sign(body: string): string;
}

export function newSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return {
    publicKey: Buffer.from(pem).toString('base64'),
    sign: (body) => createSign('sha256').update(body).sign(privateKey, 'base64'),
  };
}
