import { createVerify } from 'node:crypto';

/** Shortest interval between requests for a terminal's key, however much junk arrives; milliseconds. */
const ASK_EVERY_MS = 60_000;

interface WebhookKeysOptions {
  /** Requests the key of a terminal from the bank, PEM. */
  fetchKey(terminalId: number): Promise<string>;
  /** Called when the key could not be obtained. */
  onFailure(terminalId: number, error: unknown): void;
  /** Milliseconds that never decrease: the PC's own clock may be set. */
  clock(): number;
}

export type Verdict = 'genuine' | 'forged' | 'no_key';

/**
 * Verifies signatures of the bank. A key is kept in memory and requested again when a signature fails, since the bank
 * may have changed it.
 */
export const createWebhookKeys = ({ fetchKey, onFailure, clock }: WebhookKeysOptions) => {
  const known = new Map<number, string>();
  const lastRequests = new Map<number, { at: number; key: Promise<string | undefined> }>();

  const requestKey = async (terminalId: number): Promise<string | undefined> => {
    try {
      const key = await fetchKey(terminalId);
      known.set(terminalId, key);
      return key;
    } catch (error) {
      onFailure(terminalId, error);
      return undefined;
    }
  };

  /** The result of the last request, unless another one is due; concurrent callers share it. */
  const latest = (terminalId: number): Promise<string | undefined> => {
    const last = lastRequests.get(terminalId);
    if (last && clock() - last.at < ASK_EVERY_MS) return last.key;
    const key = requestKey(terminalId);
    lastRequests.set(terminalId, { at: clock(), key });
    return key;
  };

  /** @param signature base64 of the DER; `no_key`: the bank did not provide a key */
  return async (terminalId: number, body: Buffer, signature: string): Promise<Verdict> => {
    const key = known.get(terminalId);
    if (key !== undefined && isSignedBy(key, body, signature)) return 'genuine';
    const fresh = await latest(terminalId);
    if (fresh === undefined) return 'no_key';
    return fresh !== key && isSignedBy(fresh, body, signature) ? 'genuine' : 'forged';
  };
};

const isSignedBy = (key: string, body: Buffer, signature: string): boolean =>
  createVerify('SHA256').update(body).verify(key, signature, 'base64');
