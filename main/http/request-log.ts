import type { Context } from 'koa';
import { MAX_KEPT_REQUESTS, type RequestEntry } from '../../shared/api/requests.ts';
import { shortened } from '../../shared/text.ts';
import { MASK, redact } from '../platform/log.ts';

/**
 * The last requests to the interface, for a person who connects a till. In memory only: they end with the service.
 *
 * Nothing that was sent is kept of a real shop but the names of fields and parameters: a value may be a password or a
 * token, typed into any field. The practice shop, which has nothing to protect, keeps bodies and queries.
 */
export type LoggedRequest = Omit<RequestEntry, 'at'> & {
  /** Milliseconds UTC. */
  at: number;
};

export interface RequestLog {
  note(ctx: Context, requestId: string, ms: number): void;
  /** Newest first. */
  latest(): LoggedRequest[];
}

/** Only Kramar's own screens send it, with each request (renderer/api/http.ts). */
const CLIENT_HEADER = 'X-Kramar-Client';
/** Whether a request names itself as one of Kramar's screens. */
export const isScreen = (ctx: Context): boolean => ctx.get(CLIENT_HEADER) === SCREEN;

const SCREEN = 'screen';

/** Characters. */
const MAX_BODY = 2048;
const MAX_DETAIL = 2048;
/** Fields; the rest would be cut off anyway. */
const MAX_FIELDS = 50;
/** Levels of a body whose fields are named: a body, its items, their parts. */
const MAX_LEVELS = 4;
const MAX_PATH = 2048;
const MAX_AGENT = 256;
/** Characters: a larger body is not shown, since writing it out delays the next request. */
export const MAX_LOGGED_BODY = 64 * 1024;

/** Requests of the list itself would fill it. */
const READER = /^\/api\/v1\/requests\/?$/;

interface Keeping {
  /** Whether this is the practice shop. */
  isPractice: boolean;
  /** Hidden in the practice shop too: bank tokens among them, in every spelling. */
  secrets: ReadonlySet<string>;
}

/** @param now milliseconds UTC */
export const createRequestLog = (now: () => number, { isPractice, secrets }: Keeping): RequestLog => {
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
      if (ctx.method === 'OPTIONS' || READER.test(ctx.path)) return;
      const at = Math.round(now() - ms);
      const { status } = ctx;
      const form = isPractice ? whole(secrets) : NAMES_ONLY;
      const detail = status < 400 ? '' : detailOf(ctx, form);
      // Formatted later, so that the answer does not wait; the closure is dropped after that, since it holds secrets.
      pending.push(() => ({ id: requestId, at, ms: Math.round(ms), status, ...entryOf(ctx, form), detail }));
      if (pending.length === 1) setImmediate(write);
    },
    latest: () => {
      write();
      return logged.toReversed();
    },
  };
};

/** How the parts of a request are shown. */
interface Form {
  address(path: string, search: string): string;
  value(value: unknown): unknown;
  /** Our own message, which may quote what was sent. */
  message(text: string): string;
  userAgent(text: string): string;
}

const whole = (secrets: ReadonlySet<string>): Form => {
  const text = (sent: string): string => String(redact(sent, secrets));
  return {
    address: (path, search) => text(path + search),
    value: (value) => redact(value, secrets),
    message: text,
    userAgent: text,
  };
};

/** A name of a field or a word of a path; what is longer or has figures may be a token in the wrong place. */
const NAME = /^[a-z][a-z_-]{0,31}$/i;
const nameOf = (sent: string): string => (NAME.test(sent) ? sent : MASK);
/** A part of a path: the interface has words and ids there. */
const partOf = (sent: string): string => (sent === '' || /^(v1|\d{1,16})$/.test(sent) ? sent : nameOf(sent));

/** `{"amount":"***","items":[{"name":"***"}]}` */
const namesIn = (value: unknown, level = 0): unknown => {
  if (typeof value !== 'object' || value === null || level >= MAX_LEVELS) return MASK;
  if (Array.isArray(value)) return value.slice(0, MAX_FIELDS).map((part) => namesIn(part, level + 1));
  const fields = Object.entries(value).slice(0, MAX_FIELDS);
  return Object.fromEntries(fields.map(([name, part]) => [nameOf(name), namesIn(part, level + 1)]));
};

const NAMES_ONLY: Form = {
  address: (path, search) => {
    const shown = path.split('/').map(partOf).join('/');
    const names = [...new Set(new URLSearchParams(search).keys())].map(nameOf);
    return names.length === 0 ? shown : `${shown}?${names.map((name) => `${name}=${MASK}`).join('&')}`;
  },
  value: (value) => namesIn(value),
  // Greedy: what was sent may hold a quotation mark itself.
  message: (text) => text.replace(/".*"/s, `"${MASK}"`).replace(/«.*»/s, `«${MASK}»`),
  // `till/2.4`: the program that names itself first.
  userAgent: (text) => /^[a-z][a-z-]{0,31}(?:\/\d[\d.]{0,15})?(?= |$)/i.exec(text)?.[0] ?? '',
};

const entryOf = (ctx: Context, form: Form): Omit<LoggedRequest, 'id' | 'at' | 'ms' | 'status' | 'detail'> => {
  const { username } = ctx.state;
  // As body.ts has left it; a body that was refused before that is not shown.
  const { body } = ctx.request;
  return {
    method: ctx.method,
    path: shortened(form.address(ctx.path, ctx.search), MAX_PATH),
    // "" for a request without a valid token.
    username: typeof username === 'string' ? username : '',
    is_screen: isScreen(ctx),
    user_agent: shortened(form.userAgent(ctx.get('User-Agent')), MAX_AGENT),
    body: isObject(body) ? shortened(JSON.stringify(form.value(body)), MAX_BODY) : described(ctx),
  };
};

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `<text/csv, 12 kB>`; "" for no body. */
const described = ({ req: { headers } }: Context): string => {
  const length = Number(headers['content-length'] ?? 0);
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (length === 0 && !isChunked) return '';
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  // Text that is no media type is not repeated.
  // No longer than those in use: a token is.
  const known = /^[a-z]{1,20}\/[a-z.+-]{1,31}$/i.test(type.trim()) ? type.trim() : 'no type';
  return `<${known}, ${isChunked ? 'size not stated' : sizeOf(length)}>`;
};

const sizeOf = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
};

/** A refusal in one line: its message, the bank's code, and the errors by field. */
const detailOf = ({ body }: Context, form: Form): string => {
  if (!isObject(body)) return '';
  const { detail = '', err_code, errors } = body as { detail?: string; err_code?: string; errors?: object };
  const words = form.message(detail);
  const faults = errors && JSON.stringify(faultsIn(errors, form));
  return shortened([words, err_code && `(${err_code})`, faults].filter(Boolean).join(' '), MAX_DETAIL);
};

const faultsIn = (value: unknown, form: Form): unknown => {
  if (typeof value === 'string') return form.message(value);
  if (Array.isArray(value)) return value.map((part) => faultsIn(part, form));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).slice(0, MAX_FIELDS);
  return Object.fromEntries(
    fields.map(([name, part]) => [form === NAMES_ONLY ? nameOf(name) : name, faultsIn(part, form)]),
  );
};
