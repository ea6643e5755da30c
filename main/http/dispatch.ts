import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { NDJSON } from '../../shared/api/catalog-files.ts';
import { dictionary } from '../../shared/api/fields.ts';
import { query as querySchema } from '../../shared/api/query.ts';
import type { Permission } from '../../shared/permissions.ts';
import { KEY_PREFIX, KEY_SHAPE } from '../shop/accounts/keys.ts';
import { type Actor, mayDo, type Sessions } from '../shop/accounts/sessions.ts';
import { actingAs } from '../shop/actions/origin.ts';
import { validateBody, validateQuery } from '../shop/validate.ts';
import { readBody, readFileBody } from './body.ts';
import { forbidden, keyInAddress, methodNotAllowed, notFound } from './errors.ts';
import { type FileAnswer, sendFileAnswer } from './files.ts';
import { ANONYMOUS, type Gate, identify, throttle } from './gate.ts';
import type { Keyed, Once } from './idempotency.ts';
import { paginateAt } from './pagination.ts';
import { acceptsByName, languageOf, prefers } from './preferences.ts';
import { answerInLines, answerInPieces, hangUpSignal, type Progress } from './progress.ts';
import { isScreen } from './request-log.ts';
import type { Route } from './route.ts';

const NO_BODY = dictionary({});
const NO_QUERY = querySchema({});

/**
 * Answers one path of the interface. Refusals come in this order (docs/behaviour.md): 429, 401, 405, 403, 404 for a
 * missing object, then errors in query and body.
 */
const dispatch = (routes: readonly Route[], gate: Gate): Middleware => {
  const isPublic = routes.every(({ access }) => access === 'public');
  const allow = [
    ...routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    'OPTIONS',
  ].join(', ');
  const byMethod = new Map<string, Route>(routes.map((route) => [route.method, route]));
  const [reading, change] = [byMethod.get('GET'), byMethod.get('PATCH')];
  if (reading && change) byMethod.set('PATCH', unlessEmpty(change, reading));

  return async (ctx) => {
    const identity = isPublic ? ANONYMOUS : await identify(ctx, gate.sessions);
    const counted = await throttle(ctx, identity, gate, byMethod.get(ctx.method)?.countsFor);
    if (
      ctx.search.includes(KEY_PREFIX) &&
      [...new URLSearchParams(ctx.search).values()].some((value) => KEY_SHAPE.test(value))
    )
      throw keyInAddress();

    if (ctx.method === 'OPTIONS') {
      ctx.set('Allow', allow);
      ctx.status = 204;
      return;
    }
    if (!isPublic && 'error' in identity) throw identity.error;
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
    const route = byMethod.get(method);
    if (!route) throw methodNotAllowed(ctx.method, allow);
    const actor = 'actor' in identity ? identity.actor : undefined;
    const origin = { source: isScreen(ctx) ? 'window' : 'interface', account: actor?.id } as const;
    await actingAs(origin, answer, ctx, route, actor, gate, counted?.body);
  };
};

/** A change of nothing leaves no trace: it is answered as a reading. */
const unlessEmpty = (change: Route, reading: Route): Route => ({
  ...change,
  handler: (call) => (Object.keys(call.body as object).length === 0 ? reading : change).handler(call),
});

/** Answers a path without a route: it counts against the limits and is a 404 even without a token. */
const refuseUnknownPath = async (ctx: Context, gate: Gate): Promise<never> => {
  await throttle(ctx, await identify(ctx, gate.sessions), gate);
  throw notFound();
};

/** @param reading the body, where it is being read already */
const answer = async (
  ctx: Context,
  route: Route,
  actor: Actor | undefined,
  { idempotency, sessions, noteAction }: Gate,
  reading: Promise<unknown> | undefined,
): Promise<void> => {
  if (actor && !permits(route, actor)) throw forbidden();
  const target = actor && (route.load || route.loadNamed) ? loadTarget(ctx, route, actor) : undefined;
  const address = new URL(ctx.path + ctx.search, `http://${ctx.req.headers.host}`);
  const query = validateQuery(route.query ?? NO_QUERY, address.searchParams, prefers(ctx, 'strict'));
  if (actor && route.stream && acceptsByName(ctx, 'text/event-stream')) {
    const { after, mine } = query as { after?: number; mine?: boolean };
    return route.stream(ctx, actor, () => currentActor(ctx, route, sessions), { after, mine });
  }
  const file = route.consumes && (await readFileBody(ctx, route.consumes));
  const isBodyRead = (route.method === 'POST' || route.method === 'PATCH') && !route.consumes;
  const body = isBodyRead ? await (reading ?? readBody(ctx)) : {};
  const signal = route.consumes || route.isLongRunning ? hangUpSignal(ctx) : NEVER;

  const handle = ({ keyed, once = directly, progress = noProgress }: Handling = {}) =>
    route.handler({
      actor,
      query,
      // A repeated attempt continues under the rules that it began with.
      body: validateBody(route.body ?? NO_BODY, body, keyed?.attempt ? {} : route, actor),
      target,
      language: languageOf(ctx),
      file,
      signal,
      progress,
      origin: address.origin,
      get paginate() {
        return paginateAt(address, query as object);
      },
      checkAccess: async () => {
        const identity = await identify(ctx, sessions);
        if (!('actor' in identity)) throw identity.error;
        if (!permits(route, identity.actor)) throw forbidden();
      },
      once,
      ...(keyed === undefined ? {} : { keyed }),
      ...approvalOf(ctx, route),
    });
  if (route.reportsProgress && acceptsByName(ctx, NDJSON))
    return answerInLines(ctx, signal, (progress) => handle({ progress }));
  const waits = route.callsBank === true || route.isLongRunning === true;
  const isKeyed = route.idempotent && ctx.req.headers['idempotency-key'] !== undefined;
  const result =
    actor && isKeyed
      ? await idempotency(ctx, actor, keyedContent(ctx, route, body), { waits, handle })
      : await handle();
  if (route.records) noteAction(route.records, query as Record<string, unknown>);
  send(ctx, route, result);
};

interface Handling extends Keyed {
  progress?: (progress: Progress) => void;
}

const directly: Once = (work) => work();
const noProgress = (): void => undefined;

/** No longer than a valid one, so that a long header costs nothing. */
const APPROVAL_SHAPE = /^[\w-]{1,100}$/;

const approvalOf = (ctx: Context, { takesApproval }: Route): { approval?: string } => {
  const approval = takesApproval === undefined ? '' : ctx.get(takesApproval);
  if (approval === '') return {};
  // One of another shape is refused like any unknown one.
  return { approval: APPROVAL_SHAPE.test(approval) ? approval : 'invalid' };
};

/** The content that an Idempotency-Key is bound to: the endpoint, the object that its path names, and the body. */
const keyedContent = (ctx: Context, { method, path }: Route, body: unknown): unknown => {
  const { id } = ctx.params as { id?: string };
  return { endpoint: `${method} ${path}`, ...(id === undefined ? {} : { id: Number(id) }), body };
};

/** Characters: Node writes a text this short together with the headers. */
const SHORT = 4096;

const send = (ctx: Context, { produces, status = 200, consumes }: Route, result: unknown): void => {
  ctx.status = status;
  if (produces) sendFileAnswer(ctx, result as FileAnswer);
  // The answer about a table may be as long as the table.
  else if (consumes) answerInPieces(ctx, result);
  else if (status !== 204) {
    const text = JSON.stringify(result);
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    // A longer one as bytes: Koa would walk the text to measure it, and Node encodes it more slowly while writing.
    ctx.body = text.length < SHORT ? text : Buffer.from(text);
  }
};

const NEVER = new AbortController().signal;

const permits = ({ access, honoursScope, writesCatalog }: Route, actor: Actor): boolean => {
  if (writesCatalog && actor.catalogReadOnly) return false;
  if (access === 'member' || access === 'public') return true;
  if (access === 'owner') return actor.isOwner;
  if (actor.scope && !honoursScope) return false;
  if (typeof access === 'string') return mayDo(actor, access);
  const may = (permission: Permission) => mayDo(actor, permission);
  return 'anyOf' in access ? access.anyOf.some(may) : access.every(may);
};

/** The listener of a stream with its present rights; undefined once access is lost. */
const currentActor = async (ctx: Context, route: Route, sessions: Sessions): Promise<Actor | undefined> => {
  const identity = await identify(ctx, sessions);
  return 'actor' in identity && permits(route, identity.actor) ? identity.actor : undefined;
};

/** @throws HttpError 404 when the path names a missing record */
const loadTarget = (ctx: Context, { load, loadNamed }: Route, actor: Actor): unknown => {
  const { id = '', name = '' } = ctx.params as { id?: string; name?: string };
  const number = /^\d{1,16}$/.test(id) ? Number(id) : 0;
  const isId = number >= 1 && number <= Number.MAX_SAFE_INTEGER;
  const target = isId ? load?.(number, actor) : loadNamed?.(name);
  if (target === undefined) throw notFound();
  return target;
};

/** Numbers in a path. No route has one in its own text, so paths that differ only in numbers share a route. */
const NUMBERS = /\/\d+(?=\/|$)/g;
/** More than the routes have shapes; invented paths must not fill the memory. */
const MAX_KNOWN = 500;

/**
 * Joins the routes of one path into one handler that knows all its methods. @koa/router tests the patterns of all
 * routes at each request; here its result is cached for each shape of a path. Any other path is refused.
 */
export const apiRouter = (routes: readonly Route[], gate: Gate, prefix: string): Middleware => {
  const router = new Router({ prefix, strict: false, sensitive: true });
  const paths = [...Map.groupBy(routes, (route) => route.path)];
  // The first match wins: `invoices/open/` would also match `invoices/{id}/`.
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
      if (!found) return refuseUnknownPath(ctx, gate);
      if (known.size < MAX_KNOWN) known.set(shape, found);
    }
    ctx.params = found.layer.params(path, found.layer.captures(path));
    return found.handler(ctx, next);
  };
};
