import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import { dispatch } from './dispatch.ts';
import type { Gate } from './gate.ts';
import type { Route } from './route.ts';

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
