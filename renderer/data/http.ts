import { ApiError, describeAnswer } from './failure.ts';
import { sessionStore } from './session.ts';

const base = new URL('/api/v1/', location.origin);

/** Longer than the server waits for the bank, twice: settling what is in doubt comes before asking anew. */
const PATIENCE_MS = 45_000;

export interface Request {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** Sent as it is, in place of a body. */
  file?: Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Milliseconds; Infinity for what streams. */
  patience?: number;
}

/** The session is renewed a little before it runs out, so that no call has to be made twice. */
const RENEW_BEFORE_S = 60;

/** Seconds since 1970 at which a JWT expires; 0 when it cannot be read. */
const expiryOf = (token: string): number => {
  try {
    const payload = token.split('.')[1] ?? '';
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: number };
    return claims.exp ?? 0;
  } catch {
    return 0;
  }
};

const isStale = (access: string): boolean => expiryOf(access) - Date.now() / 1000 < RENEW_BEFORE_S;

/**
 * Asks under the session's access token. One that has run out is renewed, and the question asked once more: whoever
 * refuses a token has done nothing.
 * @throws ApiError
 */
export const withAccess = async <Answer>(
  ask: (access: string) => Promise<Answer>,
  isRefused: (answer: Answer) => boolean,
): Promise<Answer> => {
  const { session } = sessionStore.get();
  if (!session) throw new ApiError({ kind: 'session' });
  // The PC's clock may be wrong: a renewal that fails here is no reason to give up, the server decides.
  const access = isStale(session.access)
    ? await renewAccess(session.access).catch(() => session.access)
    : session.access;
  let answer = await ask(access);
  if (isRefused(answer)) answer = await ask(await renewAccess(access));
  if (isRefused(answer)) throw sessionOver();
  return answer;
};

/** A request of the signed-in user. @throws ApiError */
export const authorised = (path: string, request: Request = {}): Promise<Response> =>
  withAccess(
    (access) => send(path, request, access),
    ({ status }) => status === 401,
  );

/** The JSON that a request of the signed-in user is answered with. @throws ApiError */
export const call = async <T>(path: string, request: Request = {}): Promise<T> =>
  answer<T>(await authorised(path, request));

/** Only the session that this call was made under ends. */
const sessionOver = (): ApiError => {
  sessionStore.end('expired');
  return new ApiError({ kind: 'session' });
};

let renewal: Promise<string> | undefined;

/** Calls that run into the same 401 share one renewal. */
const renewAccess = (stale: string): Promise<string> => {
  const { session } = sessionStore.get();
  if (session && session.access !== stale) return Promise.resolve(session.access);
  renewal ??= askForAccess().finally(() => {
    renewal = undefined;
  });
  return renewal;
};

const askForAccess = async (): Promise<string> => {
  const { session } = sessionStore.get();
  if (!session) throw new ApiError({ kind: 'session' });
  const { refresh } = session;
  const response = await send('auth/token/refresh/', { method: 'POST', body: { refresh } });
  // Signed out (or in as another) while the answer was on its way: that session is not to be revived, or ended.
  if (sessionStore.get().session?.refresh !== refresh) throw new ApiError({ kind: 'session' });
  if (response.status === 401) throw sessionOver();
  const { access } = await answer<{ access: string }>(response);
  sessionStore.renew(refresh, access);
  return access;
};

/** @throws ApiError unreachable */
export const send = async (path: string, request: Request, access?: string): Promise<Response> => {
  const headers = new Headers({
    'Accept-Language': document.documentElement.lang,
    // So that the list of the last requests can tell a till's from these.
    'X-Kramar-Client': 'screen',
    // Refusals are told by words that stay (shared/errors.ts).
    Prefer: 'codes',
    ...request.headers,
  });
  if (access !== undefined) headers.set('Authorization', `Bearer ${access}`);
  const init: RequestInit = {
    method: request.method ?? 'GET',
    headers,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal: patience(request),
  };
  if (request.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(request.body);
  }
  if (request.file !== undefined) {
    headers.set('Content-Type', request.file.type);
    init.body = request.file;
  }
  try {
    return await fetch(new URL(path, base), init);
  } catch (cause) {
    // Who gave up knows why: that is no failure of the server.
    if (request.signal?.aborted) throw cause;
    throw new ApiError({ kind: 'unreachable' }, { cause });
  }
};

const patience = ({ signal, patience: ms = PATIENCE_MS }: Request): AbortSignal | null => {
  const limits = [...(signal ? [signal] : []), ...(Number.isFinite(ms) ? [AbortSignal.timeout(ms)] : [])];
  return limits.length === 0 ? null : AbortSignal.any(limits);
};

/** @throws ApiError */
export const answer = async <T>(response: Response): Promise<T> => {
  const body = response.status === 204 ? {} : await readBody(response);
  if (response.ok && body !== undefined) return body as T;
  throw new ApiError(describeAnswer(response, (body ?? {}) as object));
};

/** undefined: something answered, but no JSON. A connection that breaks half-way is a server gone. */
const readBody = async (response: Response): Promise<unknown> => {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    throw new ApiError({ kind: 'unreachable' }, { cause });
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
