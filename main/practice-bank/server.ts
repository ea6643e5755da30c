import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { apiMiddleware } from './api.ts';
import { controlMiddleware } from './control-routes.ts';
import { pageMiddleware } from './page-routes.ts';
import { openParts, type Parts, type PracticeBankOptions } from './parts.ts';
import { controlsOf, type PracticeBank } from './practice-bank.ts';
import { type Urls, urlsUnder } from './present.ts';

export async function startPracticeBank(options: PracticeBankOptions = {}): Promise<PracticeBank> {
  const parts = openParts(options);
  const server = createServer();
  server.listen(options.port ?? 0, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    parts.journal.close();
    throw error;
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = urlsUnder(url);
  let stopped: Promise<void> | undefined;
  const bank = { ...controlsOf(parts, urls), url, stop: () => (stopped ??= close(parts, server)) };
  server.on('request', appOf(parts, urls, bank).callback());
  return bank;
}

async function close({ faults, refundTimers, webhooks, journal }: Parts, server: Server): Promise<void> {
  faults.stop();
  refundTimers.stop();
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await Promise.all([closed, webhooks.stop()]);
  journal.close();
}

function appOf(parts: Parts, urls: Urls, bank: PracticeBank): Koa {
  const app = new Koa();
  const onApi = (middleware: Koa.Middleware): Koa.Middleware => {
    return (ctx, next) => (isApi(ctx) ? middleware(ctx, next) : next());
  };
  for (const middleware of apiMiddleware(parts, urls)) app.use(onApi(middleware));
  app.use((ctx, next) => (isApi(ctx) ? undefined : guard(ctx, next)));
  for (const middleware of [...pageMiddleware(parts.book, bank), ...controlMiddleware(bank)])
    app.use(middleware);
  return app;
}

const isApi = (ctx: Koa.Context) => ctx.path === '/api' || ctx.path.startsWith('/api/');

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Protects the pages and the controls: only this machine, and only our own pages. A Host that is a foreign name
 * pointing here (DNS rebinding) or an Origin of another site is refused.
 */
const guard: Koa.Middleware = (ctx, next) => {
  const hostname = ctx.host.replace(/:\d+$/, '');
  const origin = ctx.get('Origin');
  if (LOOPBACK.has(hostname) && (origin === '' || origin === `http://${ctx.host}`)) return next();
  ctx.status = 403;
  ctx.body = { error: 'Only this machine and this program’s own pages may ask.' };
};
