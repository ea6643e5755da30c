import type { TokenPair } from '../../shared/api/auth.ts';
import { callProgram } from './bridge.ts';
import { ApiError } from './failure.ts';
import { answer, call, send } from './http.ts';
import { sessionStore } from './session.ts';

/** Starts a session. @throws ApiError credentials, and as any call */
export const signIn = async (username: string, password: string): Promise<void> => {
  const response = await send('auth/token/', { method: 'POST', body: { username, password } });
  if (response.status === 401) throw new ApiError({ kind: 'credentials' });
  const { access, refresh } = await answer<TokenPair>(response);
  sessionStore.begin({ username, access, refresh });
};

/** Starts the session of a person (id) by their PIN. @throws ApiError */
export const signInByPin = async (person: number, pin: string): Promise<void> => {
  sessionStore.begin(await callProgram('pin.switch', { person, pin }));
};

/** Recorded in the log of actions; signing out waits for nothing. */
export const signOut = (): void => {
  call('auth/sign-out/', { method: 'POST' }).catch(() => undefined);
  sessionStore.end('signed-out');
};
