import { call } from '../../api/http.ts';
import { sessionStore } from '../../api/session.ts';

/** Recorded in the log of actions; signing out waits for nothing. */
export const signOut = (): void => {
  call('auth/sign-out/', { method: 'POST' }).catch(() => undefined);
  sessionStore.end('signed-out');
};
