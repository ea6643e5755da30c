import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import Koa, { type Context, type Middleware } from 'koa';
import type { BankOutcome } from '../../shared/errors.ts';
import { BankError, bankOutcome } from '../bank/errors.ts';
import type { Log } from '../platform/log.ts';
import { reasonOf } from '../platform/os-errors.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { writeProblem } from '../store/db/connection.ts';
import { answerBrokenRequest, BROKEN_REQUEST } from './broken-requests.ts';
import { type AnonymousLimits, closeAfterAnswer, limitAnonymous, withoutRequest } from './connections.ts';
import { apiRouter } from './dispatch.ts';
import { HttpError, notFound } from './errors.ts';
import { type Gate, guard, peekAddress, showAllowance } from './gate.ts';
import { applyPreferences } from './preferences.ts';
import { LATE_FAULT } from './progress.ts';
import { sendRefusal } from './refusals.ts';
import type { RequestLog } from './request-log.ts';
import type { Route } from './route.ts';

export const BASE_PATH = '/api/v1/';
const HOST = '127.0.0.1';
/** Programs that call `localhost` may try this one first, and some wait there for as long as they wait for anything. */
const HOST_6 = '::1';

/** Slow and hanging clients are cut off, so that they cannot keep others out. */
interface ConnectionLimits extends AnonymousLimits {
  /** Milliseconds in which the headers must have arrived, and the whole request. */
  headersMs: number;
  requestMs: number;
  /** The interval of that check. */
  checkEveryMs: number;
  /** Time that an idle connection stays open: a till that polls every few seconds need not open another. */
  keepAliveMs: number;
  connections: number;
}

const LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkEveryMs: 5_000,
  keepAliveMs: 30_000,
  connections: 4096,
  anonymous: 256,
  anonymousMs: 1000,
  answeringMs: 30_000,
};

/**
 * How much longer than it tells the client: a request that a busy computer sends in the last moment still arrives, where
 * Node's own second of grace broke the connection under it (seen at a load of 14).
 */
const KEEP_ALIVE_GRACE_MS = 15_000;

export interface HttpOptions {
  /** Answers the paths of the interface. */
  api: Middleware;
  limits: Pick<Gate, 'rateLimit' | 'limits'>;
  /** The origins of browser tills that the owner allows. */
  allowedOrigins: () => readonly string[];
  /** Middleware for paths outside the interface: the screens. */
  nonApiMiddleware: readonly Middleware[];
  log: Log;
  requests: Pick<RequestLog, 'note'>;
}

/** Builds the application; each request passes its middleware from top to bottom. */
export const createKoa = ({
  api,
  limits,
  allowedOrigins,
  nonApiMiddleware,
  log,
  requests,
}: HttpOptions): Koa => {
  const koa = new Koa();
  koa.use(catchErrors(limits, log, requests));
  koa.use(guard(isInterface, allowedOrigins));
  koa.use((ctx, next) => (isInterface(ctx.path) ? api(ctx, next) : next()));
  for (const middleware of nonApiMiddleware) koa.use(middleware);
  koa.on(BROKEN_REQUEST, (error: NodeJS.ErrnoException, socket: Socket) =>
    answerBrokenRequest(error, socket, peekAddress(socket, limits)),
  );
  koa.on(LATE_FAULT, (error: unknown, ctx: Context, status: number) =>
    logRequest(log, ctx, { status, cause: error }),
  );
  // Any other error is a connection that broke during an answer.
  koa.on('error', (error: unknown) => log.debug('A connection broke.', { error }));
  return koa;
};

/** Answers the routes, and refuses every other path of the interface. */
export const answerRoutes = (routes: readonly Route[], gate: Gate): Middleware =>
  apiRouter(routes, gate, BASE_PATH.slice(0, -1));

const isInterface = (path: string): boolean => path.startsWith(BASE_PATH) || path === BASE_PATH.slice(0, -1);

/** The only catch: each failure below becomes an answer here, and a line in the log. */
const catchErrors =
  (limits: HttpOptions['limits'], log: Log, requests: HttpOptions['requests']): Middleware =>
  async (ctx, next) => {
    const requestId = randomUUID();
    ctx.set('X-Request-Id', requestId);
    const isOurs = isInterface(ctx.path);
    if (isOurs) applyPreferences(ctx);
    const startedAt = performance.now();
    let cause: unknown;
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) throw notFound();
    } catch (error) {
      cause = error;
      sendRefusal(ctx, error, requestId);
      refuseToWait(ctx);
    }
    // Of an answer given before anything was counted: a preflight, or a refusal by the guard.
    if (isOurs && !ctx.res.hasHeader('X-RateLimit-Limit')) showAllowance(ctx, limits);
    const ms = performance.now() - startedAt;
    if (isOurs) requests.note(ctx, requestId, ms);
    // Outside the interface only an unexpected fault is worth a line.
    if (isOurs || ctx.status === 500) logRequest(log, ctx, { status: ctx.status, ms, cause });
  };

/** After a 401 or 429 neither the rest of the request nor another one is waited for. */
const refuseToWait = (ctx: Context): void => {
  if (ctx.status !== 401 && ctx.status !== 429) return;
  if (ctx.req.complete) ctx.set('Connection', 'close');
  closeAfterAnswer(ctx.req, ctx.res);
};

const BANK_FAILURES: Record<BankOutcome, string> = {
  not_sent: 'The bank got no request.',
  refused: 'The bank refused the request.',
  unknown: 'The bank gave no clear answer: it may have carried out the request.',
};

const logRequest = (
  log: Log,
  ctx: Context,
  { status, ms, cause }: { status: number; ms?: number; cause: unknown },
): void => {
  const requestId = ctx.response.get('X-Request-Id');
  const fields = { request_id: requestId, method: ctx.method, path: ctx.path, status };
  if (cause instanceof BankError) log.warn(BANK_FAILURES[bankOutcome(cause)], { ...fields, error: cause });
  // A refusal is no failure: while the database is lost, each till's request is one.
  else if (status >= 500 && !(cause instanceof HttpError))
    log.error(writeProblem(cause) ?? 'A request failed.', { ...fields, error: cause });
  else
    log.debug('A request was answered.', { ...fields, ...(ms === undefined ? {} : { ms: Math.round(ms) }) });
};

export interface RunningServer {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  port: number;
  /** Why the same port of ::1 could not be opened; undefined: it is open. */
  withoutIpv6: OwnerError | undefined;
  /** Why it is not the wished port; undefined: it is. */
  refused: OwnerError | undefined;
  /** Takes no new request, waits for those under way, and cuts off the rest after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Koa compares each answer with Response, and Node loads its fetch at the first mention of that (20 to 50 ms, measured):
 * done before the port is open, it stops no request. By Reflect, since a bundler drops a mention without an effect.
 */
const loadFetch = (): void => void Reflect.get(globalThis, 'Response');

/**
 * Serves on 127.0.0.1, and on the same port of ::1 where this computer has it.
 * @param ports the wished one, and those that are tried in its place
 * @throws OwnerError PORT_TAKEN, PORT_REFUSED: why the wished one cannot be had, when no other one can
 */
export const listen = async (
  koa: Koa,
  ports: readonly [number, ...number[]],
  limits = LIMITS,
): Promise<RunningServer> => {
  loadFetch();
  const { opened, refused } = await openFirst(koa, ports, limits);
  const { port } = opened;
  let opened6: OpenServer | undefined;
  let withoutIpv6: OwnerError | undefined;
  try {
    opened6 = await openServer(koa, HOST_6, port, limits);
  } catch (error) {
    withoutIpv6 = error as OwnerError;
  }
  return {
    origin: `http://${HOST}:${port}`,
    port,
    withoutIpv6,
    refused,
    stop: async (graceMs) => {
      await Promise.all([opened.stop(graceMs), opened6?.stop(graceMs)]);
    },
  };
};

const openFirst = async (
  koa: Koa,
  ports: readonly number[],
  limits: ConnectionLimits,
): Promise<{ opened: OpenServer; refused: OwnerError | undefined }> => {
  let refused: OwnerError | undefined;
  for (const port of ports) {
    try {
      return { opened: await openServer(koa, HOST, port, limits), refused };
    } catch (error) {
      if (!(error instanceof OwnerError)) throw error;
      refused ??= error;
    }
  }
  throw refused;
};

type OpenServer = Pick<RunningServer, 'port' | 'stop'>;

/** @throws OwnerError PORT_TAKEN, PORT_REFUSED */
const openServer = async (
  koa: Koa,
  host: string,
  port: number,
  limits: ConnectionLimits,
): Promise<OpenServer> => {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      keepAliveTimeoutBuffer: KEEP_ALIVE_GRACE_MS,
      // Node's own refusal has no body; the guard refuses a missing Host like any other.
      requireHostHeader: false,
      connectionsCheckingInterval: limits.checkEveryMs,
    },
    koa.callback(),
  );
  server.maxConnections = limits.connections;
  limitAnonymous(server, koa, limits);
  const unused = withoutRequest(server);
  server.on('clientError', (error, socket) => koa.emit(BROKEN_REQUEST, error, socket));
  // Node's own 417 has no body. RFC 9110 lets a server ignore what it does not know.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, port)));
    server.listen({ port, host, ipv6Only: true }, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop: (graceMs) => stop(server, unused, graceMs) };
};

const listenError = (cause: unknown, port: number): OwnerError => {
  const { fault, why } = reasonOf(cause);
  const taken = `Port ${port} is taken by another program. Nothing was changed. Stop that program.`;
  return fault === 'port_taken'
    ? new OwnerError('PORT_TAKEN', taken, { cause })
    : new OwnerError('PORT_REFUSED', `Port ${port} cannot be used: ${why}. Nothing was changed.`, { cause });
};

const SWEEP_MS = 50;

const stop = (server: Server, unused: ReadonlySet<Socket>, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    // A kept-alive connection turns idle after its answer: it is closed then.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of unused) socket.destroy();
    }, SWEEP_MS);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
