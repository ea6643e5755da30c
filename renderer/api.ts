import type { Invoice, InvoicePage, InvoiceStatus } from '../shared/api/invoices.ts';
import type { Terminal } from '../shared/api/terminals.ts';
import { readSession, writeSession } from './session.ts';

const base = new URL('/api/v1/', location.origin);

/** Longer than the server waits for the bank, twice: settling what is in doubt comes before asking anew. */
const patienceMs = 45_000;

export type { Invoice, InvoicePage, Terminal };
export type Status = InvoiceStatus;

export interface Charge {
  terminal: number;
  amount: number;
}

export type Failure =
  | { kind: 'unreachable' }
  | { kind: 'credentials' }
  | { kind: 'session' }
  | { kind: 'forbidden' }
  | { kind: 'missing' }
  | { kind: 'throttled'; seconds: number }
  | { kind: 'bank'; code: string; words: string }
  | { kind: 'invalid'; words: string }
  | { kind: 'server'; status: number; requestId: string };

class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.kind, options);
    this.failure = failure;
  }
}

/** What went wrong, whatever was thrown: a fault of this page itself reads as a fault of the program. */
export function failureOf(error: unknown): Failure {
  return error instanceof ApiError ? error.failure : { kind: 'server', status: 0, requestId: '' };
}

export async function signIn(username: string, password: string): Promise<void> {
  const response = await send('auth/token/', { method: 'POST', body: { username, password } });
  if (response.status === 401) throw new ApiError({ kind: 'credentials' });
  const { access, refresh } = await answer<{ access: string; refresh: string }>(response);
  writeSession({ username, access, refresh });
}

export function listInvoices(page: number, pageSize: number): Promise<InvoicePage> {
  return call(`invoices/?page=${page}&page_size=${pageSize}`);
}

export function readInvoice(id: number): Promise<Invoice> {
  return call(`invoices/${id}/`);
}

export function createInvoice(charge: Charge, idempotencyKey: string): Promise<Invoice> {
  return call('invoices/', {
    method: 'POST',
    body: charge,
    headers: { 'Idempotency-Key': idempotencyKey },
  });
}

export async function listTerminals(): Promise<Terminal[]> {
  const page = await call<{ results: Terminal[] }>('terminals/?page_size=200');
  return page.results.filter((terminal) => terminal.is_active);
}

interface Request {
  method?: 'GET' | 'POST';
  body?: unknown;
  headers?: Record<string, string>;
}

/** A call of the signed-in user. An access token that has run out is renewed once, and the call repeated. */
async function call<T>(path: string, request: Request = {}): Promise<T> {
  const session = readSession();
  if (!session) throw new ApiError({ kind: 'session' });
  let response = await send(path, request, session.access);
  if (response.status === 401) response = await send(path, request, await renewAccess(session.access));
  if (response.status === 401) throw new ApiError({ kind: 'session' });
  return answer<T>(response);
}

let renewal: Promise<string> | undefined;

/** Calls that run into the same 401 share one renewal. */
function renewAccess(stale: string): Promise<string> {
  const session = readSession();
  if (session && session.access !== stale) return Promise.resolve(session.access);
  renewal ??= askForAccess().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function askForAccess(): Promise<string> {
  const session = readSession();
  if (!session) throw new ApiError({ kind: 'session' });
  const response = await send('auth/token/refresh/', { method: 'POST', body: { refresh: session.refresh } });
  if (response.status === 401) throw new ApiError({ kind: 'session' });
  const { access } = await answer<{ access: string }>(response);
  // Signed out (or in as another) while the answer was on its way: that session is not to be revived.
  if (readSession()?.refresh !== session.refresh) throw new ApiError({ kind: 'session' });
  writeSession({ ...session, access });
  return access;
}

async function send(path: string, request: Request, access?: string): Promise<Response> {
  const headers = new Headers({ 'Accept-Language': document.documentElement.lang, ...request.headers });
  if (access !== undefined) headers.set('Authorization', `Bearer ${access}`);
  const init: RequestInit = {
    method: request.method ?? 'GET',
    headers,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  };
  if (request.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(request.body);
  }
  try {
    return await fetch(new URL(path, base), init);
  } catch (cause) {
    throw new ApiError({ kind: 'unreachable' }, { cause });
  }
}

async function answer<T>(response: Response): Promise<T> {
  const body = await readBody(response);
  if (response.ok && body !== undefined) return body as T;
  throw new ApiError(describe(response, (body ?? {}) as ErrorBody));
}

/** undefined: something answered, but no JSON. A connection that breaks half-way is a server gone. */
async function readBody(response: Response): Promise<unknown> {
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
}

interface ErrorBody {
  detail?: string;
  err_code?: string;
  errors?: Record<string, unknown>;
}

function describe({ status, headers }: Response, body: ErrorBody): Failure {
  const words = body.detail ?? '';
  if (status === 400) return { kind: 'invalid', words: messagesIn(body.errors) || words };
  if (status === 403) return { kind: 'forbidden' };
  if (status === 404) return { kind: 'missing' };
  if (status === 429) return { kind: 'throttled', seconds: Number(headers.get('Retry-After')) || 60 };
  if (status === 502 && body.err_code) return { kind: 'bank', code: body.err_code, words };
  return { kind: 'server', status, requestId: headers.get('X-Request-Id') ?? '' };
}

function messagesIn(errors: unknown): string {
  if (typeof errors === 'string') return errors;
  if (typeof errors !== 'object' || errors === null) return '';
  return Object.values(errors).map(messagesIn).filter(Boolean).join(' ');
}
