import type { Middleware } from 'koa';
import { GUIDE_NAMES } from '../../shared/guides.ts';
import { pageHeaders, readFolder, readOnce, type StaticFile, sendFile } from './files.ts';

const PATH = '/docs/';
const headers = pageHeaders(["img-src 'self'", "connect-src 'self'"]);

/** `/docs/owner`, `/docs/owner/`: a guide without a language. */
const withoutLanguage = new RegExp(`^/docs/(?:${GUIDE_NAMES.join('|')})/?$`);

/**
 * Serves the guides that the build made (build/guides/), at /docs/<guide>/<language>/; without a language it leads to
 * the browser's, Ukrainian first. `directory` is read once, at first use; until it is built, its paths are not found.
 */
export const guides = (directory: string): Middleware => {
  const load = readOnce(
    () => readFolder(directory, PATH).catch(() => new Map<string, StaticFile>()),
    (files) => files.size > 0,
  );
  return async (ctx, next) => {
    if (!ctx.path.startsWith(PATH) || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    if (withoutLanguage.test(ctx.path)) {
      ctx.set(headers);
      ctx.vary('Accept-Language');
      const language = ctx.acceptsLanguages('uk', 'en') || 'uk';
      return ctx.redirect(`${ctx.path.replace(/\/?$/, '/')}${language}/`);
    }
    const all = await load();
    if (all.has(`${ctx.path}/index.html`)) {
      ctx.set(headers);
      return ctx.redirect(`${ctx.path}/`);
    }
    const file = all.get(ctx.path.endsWith('/') ? `${ctx.path}index.html` : ctx.path);
    return file && !ctx.path.endsWith('.html') ? sendFile(ctx, file, headers) : next();
  };
};
