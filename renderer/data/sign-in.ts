import type { TokenPair } from '../../shared/api/auth.ts';
import { ApiError } from './failure.ts';
import { answer, type Request, send } from './http.ts';
import { sessionStore } from './session.ts';

/** @throws ApiError credentials, and as any call */
export const requestTokens = async (
  username: string,
  password: string,
  given: Pick<Request, 'headers'> = {},
): Promise<TokenPair> => {
  const response = await send('auth/token/', { method: 'POST', body: { username, password }, ...given });
  if (response.status === 401) throw new ApiError({ kind: 'credentials' });
  return answer<TokenPair>(response);
};

/** Starts a session. @throws ApiError credentials, and as any call */
export const signIn = async (username: string, password: string): Promise<void> => {
  const { access, refresh } = await requestTokens(username, password);
  sessionStore.begin({ username, access, refresh });
};
