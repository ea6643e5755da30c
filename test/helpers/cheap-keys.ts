import { COPY_COST, PASSWORD_COST } from '../../main/platform/key-costs.ts';

// A real hash of a password takes 0.2 s of a processor, an encrypted copy two; the tests make and open hundreds. Each
// contains its parameters, so every thread and process of a test opens the cheap ones as any other.

const REAL = { password: { ...PASSWORD_COST }, copy: { ...COPY_COST } };

export const lowerKeyCosts = (): void => {
  Object.assign(PASSWORD_COST, { N: 2, r: 1, p: 1 });
  Object.assign(COPY_COST, { workFactor: 4 });
};

/** The program's own again, for a test of them. */
export const restoreKeyCosts = (): void => {
  Object.assign(PASSWORD_COST, REAL.password);
  Object.assign(COPY_COST, REAL.copy);
};

lowerKeyCosts();
