import type { Log } from '../platform/log.ts';

/** Under which names a call brings passwords and bank tokens. */
const SECRET = ['password', 'current', 'token'];

/** From now on they are masked in the log, whatever becomes of the call. */
export const noteSecrets = (log: Log, input: unknown): void => {
  if (typeof input !== 'object' || input === null) return;
  for (const [name, value] of Object.entries(input)) {
    if (!SECRET.includes(name) || typeof value !== 'string') continue;
    log.secret(value);
    // So it is used, and so it may stand in what the bank answers.
    log.secret(value.trim());
  }
};
