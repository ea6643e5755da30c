import type { Log } from '../platform/log.ts';

/** Fields in which a call carries passwords, bank tokens and passphrases. */
const SECRET = ['password', 'current', 'token', 'phrase'];
// A PIN is not among them: four digits masked wherever they occur would make the log unreadable, and no line has one.

/** Masks them in the log from now on, whatever the result of the call. */
export const noteSecrets = (log: Log, input: unknown): void => {
  if (typeof input !== 'object' || input === null) return;
  for (const [name, value] of Object.entries(input)) {
    if (!SECRET.includes(name) || typeof value !== 'string') continue;
    log.secret(value);
    // The trimmed form is used, so the bank's answer may contain it.
    log.secret(value.trim());
  }
};
