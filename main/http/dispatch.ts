import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { dictionary } from '../../shared/api/fields.ts';
import { query as querySchema } from '../../shared/api/query.ts';
import { type Actor, mayDo, type Sessions } from '../domain/accounts/sessions.ts';
import type { KeyedRequest } from '../domain/idempotency.ts';
import { validateBody, validateQuery } from '../domain/validate.ts';
import { readFileBody } from './body.ts';
import { forbidden, methodNotAllowed, notFound } from './errors.ts';
import { wantsEventStream } from './event-stream.ts';
import { type FileAnswer, sendFileAnswer } from './files.ts';
import { ANONYMOUS, type Gate, identify, throttle } from './gate.ts';
import { paginateAt } from './pagination.ts';
import { answerByLines, answerInPieces, goneSignal, type Progress, wantsProgress } from './progress.ts';
import type { Access, Language, Route } from './route.ts';

const NO_BODY = dictionary({});
const NO_QUERY = querySchema({});

/**
 * Answers one path of the interface. The order of refusals (docs/behaviour.md):
 * 429, 401, 405, 403, 404 for a missing object, then what is wrong with query and body.
 */
const dispatch = (routes: readonly Route[], gate: Gate): Middleware => {
  const isPublic = routes.every(({ access }) => access === 'public');
  const allow = allowedMethods(routes);
  const byMethod = new Map<string, Route>(routes.map((route) => [route.method, route]));

  return async (ctx) => {
    const identity = isPublic ? ANONYMOUS : await identify(ctx, gate.sessions);
    const read = await throttle(ctx, identity, gate, byMethod.get(ctx.method)?.countsFor);

    if (ctx.method === 'OPTIONS') {
      ctx.set('Allow', allow);
      ctx.status = 204;
      return;
    }
    if (!isPublic && 'error' in identity) throw identity.error;
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
    const route = byMethod.get(method);
    if (!route) throw methodNotAllowed(ctx.method, allow);
    await answer(ctx, route, 'actor' in identity ? identity.actor : undefined, gate, read);
  };
};

/** A path that no route has: it counts like any other, and is a 404 even without a token. */
export const unknownPath =
  (gate: Gate): Middleware =>
  async (ctx) => {
    await throttle(ctx, await identify(ctx, gate.sessions), gate);
    throw notFound();
  };

const allowedMethods = (routes: readonly Route[]): string =>
  [...routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ');

const answer = async (
  ctx: Context,
  route: Route,
  actor: Actor | undefined,
  { idempotency, sessions }: Gate,
  read: () => Promise<unknown>,
): Promise<void> => {
  if (actor && !permits(route.access, actor)) throw forbidden();
  const target = loadTarget(ctx, route);
  const address = new URL(ctx.path + ctx.search, `http://${ctx.req.headers.host}`);
  const query = validateQuery(route.query ?? NO_QUERY, address.searchParams);
  if (actor && route.stream && wantsEventStream(ctx)) {
    const { after } = query as { after?: number };
    return route.stream(ctx, actor, () => actorNow(ctx, route, sessions), after);
  }
  const file = route.consumes && (await readFileBody(ctx, route.consumes));
  const body = takesBody(route) && !route.consumes ? await read() : {};
  const signal = route.consumes || route.canTakeLong ? goneSignal(ctx) : NEVER;

  const handle = (keyed?: KeyedRequest, progress: (progress: Progress) => void = () => undefined) =>
    route.handler(
      {
        query,
        // What an earlier try under the key began is carried on, whatever the rules would say today.
        body: validateBody(route.body ?? NO_BODY, body, keyed?.attempt ? undefined : route.refine),
        target,
        language: languageOf(ctx),
        file,
        signal,
        progress,
        paginate: paginateAt(address, query as object),
        ...(keyed === undefined ? {} : { keyed }),
      },
      actor,
    );
  if (route.tellsProgress && wantsProgress(ctx))
    return answerByLines(ctx, signal, (progress) => handle(undefined, progress));
  const result =
    actor && route.idempotent
      ? await idempotency(ctx, actor, keyedContent(ctx, route, body), handle)
      : await handle();
  send(ctx, route, result);
};

/** What an Idempotency-Key stands for: the body, and the object where the path names one. */
const keyedContent = (ctx: Context, { method, path }: Route, body: unknown): unknown => {
  const { id } = ctx.params as { id?: string };
  return id === undefined ? body : { endpoint: `${method} ${path}`, id: Number(id), body };
};

const send = (ctx: Context, { produces, status = 200, consumes }: Route, result: unknown): void => {
  ctx.status = status;
  if (produces) sendFileAnswer(ctx, result as FileAnswer);
  // What is told of a table may be as long as the table.
  else if (consumes) answerInPieces(ctx, result);
  else if (status !== 204) sendJson(ctx, result);
};

/** Characters: Node writes a text so short together with the headers. */
const SHORT = 4096;

/**
 * A longer one as bytes: Koa would take the length of a text by going through it, and Node write it slower than it is
 * encoded here.
 */
const sendJson = (ctx: Context, result: unknown): void => {
  if (typeof result !== 'object' || result === null) {
    ctx.body = result;
    return;
  }
  const text = JSON.stringify(result);
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = text.length < SHORT ? text : Buffer.from(text);
};

const NEVER = new AbortController().signal;

const languageOf = (ctx: Context): Language =>
  ctx.req.headers['accept-language'] !== undefined && ctx.acceptsLanguages('en', 'uk') === 'uk' ? 'uk' : 'en';

const takesBody = ({ method }: Route): boolean => method === 'POST' || method === 'PATCH';

const permits = (access: Access, actor: Actor): boolean => {
  if (access === 'member' || access === 'public') return true;
  if (access === 'owner') return actor.isOwner;
  return [access].flat().every((permission) => mayDo(actor, permission));
};

/** Who listens to a stream, as of now; undefined once they may not. */
const actorNow = async (ctx: Context, { access }: Route, sessions: Sessions): Promise<Actor | undefined> => {
  const identity = await identify(ctx, sessions);
  return 'actor' in identity && permits(access, identity.actor) ? identity.actor : undefined;
};

/** @throws HttpError 404 when the path names what is not there */
const loadTarget = (ctx: Context, { load, loadNamed }: Route): unknown => {
  if (!load && !loadNamed) return undefined;
  const { id = '', name = '' } = ctx.params as { id?: string; name?: string };
  const number = /^\d{1,16}$/.test(id) ? Number(id) : 0;
  const isId = number >= 1 && number <= Number.MAX_SAFE_INTEGER;
  const target = isId ? load?.(number) : loadNamed?.(name);
  if (target === undefined) throw notFound();
  return target;
};

/** Numbers in a path: no route has one in its own text, so that paths which differ by them alone are of one route. */
const NUMBERS = /\/\d+(?=\/|$)/g;
/** More than the routes have shapes; names that somebody makes up must not fill the memory. */
const MAX_KNOWN = 500;

/**
 * The routes of one path become one handler, which knows all methods of that path. @koa/router goes past the patterns of
 * all routes at each request; here it is asked once for each shape of a path.
 */
export const interfaceRouter = (routes: readonly Route[], gate: Gate, prefix: string): Middleware => {
  const router = new Router({ prefix, strict: false, sensitive: true });
  const paths = [...Map.groupBy(routes, (route) => route.path)];
  // The first that fits is taken: `invoices/open/` would also fit `invoices/{id}/`.
  paths.sort(([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')));
  const handlers = paths.map(([path, ofPath]) => {
    const handler = dispatch(ofPath, gate);
    router.all(`/${path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')}`, handler);
    return handler;
  });

  const find = (path: string, method: string) => {
    const [layer] = router.match(path, method).pathAndMethod;
    const handler = layer && handlers[router.stack.indexOf(layer)];
    return layer && handler && { layer, handler };
  };
  const known = new Map<string, NonNullable<ReturnType<typeof find>>>();

  return (ctx, next) => {
    const { method, path } = ctx;
    const shape = `${method} ${path.replace(NUMBERS, '/0')}`;
    let found = known.get(shape);
    if (!found) {
      found = find(path, method);
      if (!found) return next();
      if (known.size < MAX_KNOWN) known.set(shape, found);
    }
    ctx.params = found.layer.params(path, found.layer.captures(path));
    return found.handler(ctx, next);
  };
};
