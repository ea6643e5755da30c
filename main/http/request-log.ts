import type { Context } from 'koa';
import { MAX_KEPT_REQUESTS } from '../../shared/api/requests.ts';
import { shortened } from '../../shared/text.ts';
import { hasNothingToHide, hideShapes, type KnownSecrets, redactionOf } from './request-redaction.ts';

/** The last requests to the interface, for a person who connects a till. In memory only: they end with the service. */
export interface LoggedRequest {
  id: string;
  /** Milliseconds UTC. */
  at: number;
  method: string;
  path: string;
  status: number;
  ms: number;
  username: string;
  is_screen: boolean;
  user_agent: string;
  body: string;
  detail: string;
}

export interface RequestLog {
  note(ctx: Context, requestId: string, ms: number): void;
  /** Newest first. */
  latest(): LoggedRequest[];
}

/** Only Kramar's own screens send it, with each request (renderer/data/http.ts). */
const CLIENT_HEADER = 'X-Kramar-Client';
/** Whether a request names itself as one of Kramar's screens. */
export const isScreen = (ctx: Context): boolean => ctx.get(CLIENT_HEADER) === SCREEN;

const SCREEN = 'screen';

/** Characters. */
const MAX_BODY = 2048;
const MAX_DETAIL = 2048;
/** Fields; the rest would be cut off anyway. */
const MAX_ERRORS = 50;
const MAX_PATH = 2048;
const MAX_AGENT = 256;
/** A larger body is not parsed: parsing delays the next request. */
const MAX_READ = 64 * 1024;

/** Requests of the list itself would fill it. */
const isReader = (path: string): boolean => /^\/api\/v1\/requests\/?$/.test(path);

/** @param now milliseconds UTC */
export const createRequestLog = (now: () => number, known: KnownSecrets): RequestLog => {
  const logged: LoggedRequest[] = [];
  const pending: (() => LoggedRequest)[] = [];

  const write = (): void => {
    for (const describe of pending.splice(0)) {
      try {
        logged.push(describe());
      } catch {
        // A request that cannot be shown is left out; it must end neither the others nor the service.
      }
    }
    logged.splice(0, logged.length - MAX_KEPT_REQUESTS);
  };

  return {
    note: (ctx, requestId, ms) => {
      if (ctx.method === 'OPTIONS' || isReader(ctx.path)) return;
      const at = Math.round(now() - ms);
      const { status } = ctx;
      const detail = detailOf(ctx);
      // Formatted later, so that the answer does not wait; the closure is dropped after that, since it holds secrets.
      pending.push(() => ({ id: requestId, at, ms: Math.round(ms), status, ...entryOf(ctx, detail, known) }));
      if (pending.length === 1) setImmediate(write);
    },
    latest: () => {
      write();
      return logged.toReversed();
    },
  };
};

const entryOf = (
  ctx: Context,
  detail: string,
  known: KnownSecrets,
): Omit<LoggedRequest, 'id' | 'at' | 'ms' | 'status'> => {
  const { method, path, search } = ctx;
  const userAgent = ctx.get('User-Agent');
  const sent = { path, search, authorization: ctx.get('Authorization'), userAgent, ...jsonOf(ctx) };
  const who = { method, username: usernameOf(ctx), is_screen: isScreen(ctx) };
  if (detail === '' && hasNothingToHide(sent, known))
    return {
      ...who,
      path: shortened(path + search, MAX_PATH),
      user_agent: shortened(userAgent, MAX_AGENT),
      body: shownBody(ctx, sent.body),
      detail,
    };
  const redaction = redactionOf(sent, known);
  return {
    ...who,
    path: shortened(redaction.address(path, search), MAX_PATH),
    user_agent: shortened(redaction.text(userAgent), MAX_AGENT),
    body: shownBody(ctx, redaction.value(sent.body)),
    detail: shortened(redaction.words(detail), MAX_DETAIL),
  };
};

/** "" for a request without a valid token. */
const usernameOf = ({ state }: Context): string => (typeof state.username === 'string' ? state.username : '');

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shownBody = (ctx: Context, body: unknown): string =>
  isObject(body) ? shortened(JSON.stringify(body), MAX_BODY) : described(ctx);

/** The body that body.ts has read, one byte a character; a body refused before that is not read. */
const jsonOf = ({ request }: Context): { body: unknown; bodyText?: string } => {
  const bytes: unknown = request.body;
  if (typeof bytes !== 'string' || bytes === '' || bytes.length > MAX_READ) return { body: undefined };
  try {
    const bodyText = Buffer.from(bytes, 'latin1')
      .toString('utf8')
      .replace(/^\uFEFF/, '');
    return { body: JSON.parse(bodyText), bodyText };
  } catch {
    return { body: undefined };
  }
};

/** `<text/csv, 12 kB>`; "" for no body. */
const described = ({ req: { headers } }: Context): string => {
  const length = Number(headers['content-length'] ?? 0);
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (length === 0 && !isChunked) return '';
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  // Text that is no media type is not repeated.
  const known = /^[a-z]{1,20}\/[a-z0-9.+-]{1,90}$/i.test(type.trim()) ? hideShapes(type.trim()) : 'no type';
  return `<${known}, ${isChunked ? 'size not stated' : sizeOf(length)}>`;
};

const sizeOf = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
};

/** V8 quotes from the text that it could not parse: perhaps half a password. */
const QUOTED = /,? ?(?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON/s;

/** A refusal in one line: its message, the bank's code, and the errors by field. */
const detailOf = ({ status, body }: Context): string => {
  if (status < 400 || !isObject(body)) return '';
  const { detail = '', err_code, errors } = body as { detail?: string; err_code?: string; errors?: object };
  const words = detail.startsWith('JSON parse error') ? detail.replace(QUOTED, '') : detail;
  const faults = errors && JSON.stringify(Object.fromEntries(Object.entries(errors).slice(0, MAX_ERRORS)));
  return [words, err_code && `(${err_code})`, faults].filter(Boolean).join(' ');
};
