import { ApiError, failureOfResponse } from './failure.ts';
import { sessionStore } from './session.ts';

const base = new URL('/api/v1/', location.origin);

/** More than twice the server's bank timeout: it may settle an unknown outcome before a new request. */
const TIMEOUT_MS = 45_000;

export interface Request {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** The raw body, in place of JSON. */
  file?: Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Milliseconds; Infinity for streams. */
  timeoutMs?: number;
}

/** The session is renewed before it expires, so that no call is made twice. */
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
 * Calls with the session's access token. An expired token is renewed and the call repeated once: a request refused for
 * its token has changed nothing.
 * @throws ApiError
 */
export const withAccess = async <Answer>(
  ask: (access: string) => Promise<Answer>,
  isRefused: (answer: Answer) => boolean,
): Promise<Answer> => {
  const { session } = sessionStore.get();
  if (!session) throw new ApiError({ kind: 'session' });
  // The computer's clock may be wrong, so a failed early renewal is ignored and the server decides.
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

/** The JSON answer to a request of the signed-in user. @throws ApiError */
export const call = async <T>(path: string, request: Request = {}): Promise<T> =>
  answer<T>(await authorised(path, request));

/** Ends only the session that this call used. */
const sessionOver = (): ApiError => {
  sessionStore.end('expired');
  return new ApiError({ kind: 'session' });
};

let renewal: Promise<string> | undefined;

/** Calls that meet the same 401 share one renewal. */
const renewAccess = (stale: string): Promise<string> => {
  const { session } = sessionStore.get();
  if (session && session.access !== stale) return Promise.resolve(session.access);
  renewal ??= requestAccess().finally(() => {
    renewal = undefined;
  });
  return renewal;
};

const requestAccess = async (): Promise<string> => {
  const { session } = sessionStore.get();
  if (!session) throw new ApiError({ kind: 'session' });
  const { refresh } = session;
  const response = await send('auth/token/refresh/', { method: 'POST', body: { refresh } });
  // The user changed while the answer was on its way: the old session must not be restored, nor the new one ended.
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
    // Separates the screens' requests from till apps in the list of recent requests.
    'X-Kramar-Client': 'screen',
    // Requests stable error codes and their facts (shared/errors.ts), which the screens put into words.
    Prefer: 'codes, facts',
    ...request.headers,
  });
  if (access !== undefined) headers.set('Authorization', `Bearer ${access}`);
  const init: RequestInit = {
    method: request.method ?? 'GET',
    headers,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal: timeoutMs(request),
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
    // Aborted by the caller: rethrow.
    if (request.signal?.aborted) throw cause;
    throw new ApiError({ kind: 'unreachable' }, { cause });
  }
};

const timeoutMs = ({ signal, timeoutMs: ms = TIMEOUT_MS }: Request): AbortSignal | null => {
  const limits = [...(signal ? [signal] : []), ...(Number.isFinite(ms) ? [AbortSignal.timeout(ms)] : [])];
  return limits.length === 0 ? null : AbortSignal.any(limits);
};

/** @throws ApiError */
export const answer = async <T>(response: Response): Promise<T> => {
  const body = response.status === 204 ? {} : await readBody(response);
  if (response.ok && body !== undefined) return body as T;
  throw new ApiError(failureOfResponse(response, (body ?? {}) as object));
};

/** undefined: the answer is not JSON. A connection that breaks while reading counts as unreachable. */
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
