import type Koa from 'koa';

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * For the pages and the controls: only this machine, and only our own pages.
 * A Host that is a name somebody made point here (DNS rebinding) or an Origin of another site is refused.
 */
export const guard: Koa.Middleware = (ctx, next) => {
  const hostname = ctx.host.replace(/:\d+$/, '');
  const origin = ctx.get('Origin');
  if (LOOPBACK.has(hostname) && (origin === '' || origin === `http://${ctx.host}`)) return next();
  ctx.status = 403;
  ctx.body = { error: 'Only this machine and this program’s own pages may ask.' };
};
