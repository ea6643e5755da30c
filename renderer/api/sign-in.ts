import type { TokenPair } from '../../shared/api/auth.ts';
import { ApiError } from './failure.ts';
import { answer, send } from './http.ts';
import { sessionStore } from './session.ts';

/** Starts a session. @throws ApiError credentials, and as any call */
export const signIn = async (username: string, password: string): Promise<void> => {
  const response = await send('auth/token/', { method: 'POST', body: { username, password } });
  if (response.status === 401) throw new ApiError({ kind: 'credentials' });
  const { access, refresh } = await answer<TokenPair>(response);
  sessionStore.begin({ username, access, refresh });
};
