import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import { DOCS_FILES } from '../platform/places-on-disk.ts';
import { pageHeaders, readOnce, type StaticFile, sendFile, staticFile } from './files.ts';
import { BASE_PATH } from './server.ts';

const PATH = '/docs/';

/** Swagger's style sheet draws its arrows from data: addresses. */
const headers = pageHeaders(["img-src 'self' data:"]);

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kramar: the interface</title>
<link rel="icon" type="image/png" href="favicon-32x32.png">
<link rel="stylesheet" href="swagger-ui.css">
<link rel="stylesheet" href="index.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="swagger-ui-bundle.js"></script>
<script src="start.js"></script>
</body>
</html>
`;

/**
 * Replaces swagger's own initializer: it loads our document, calls no foreign validator, and uses the token of a
 * sign-in on the page for its other requests. The token is lost with the page.
 */
const start = `'use strict';
const signIn = /\\/auth\\/token\\/(?:refresh\\/)?$/;
const ui = SwaggerUIBundle({
  url: '${BASE_PATH}openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  showExtensions: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  responseInterceptor: (response) => {
    const access = signIn.test(new URL(response.url).pathname) && response.ok && response.obj?.access;
    if (access) ui.preauthorizeApiKey('bearer', access);
    return response;
  },
});
`;

/**
 * Serves the pages that describe the interface and try it out against this service. `directory` is that of
 * swagger-ui-dist, whose index.html and initializer are replaced by ours; a fixed set of its files is read once, at
 * first use.
 */
export const docs = (directory: string): Middleware => {
  const load = readOnce(() => readDocs(directory));
  return async (ctx, next) => {
    const isOurs = ctx.path === '/docs' || ctx.path.startsWith(PATH);
    if (!isOurs || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    if (ctx.path === '/docs') {
      ctx.set(headers);
      return ctx.redirect(PATH);
    }
    const file = (await load()).get(ctx.path);
    return file ? sendFile(ctx, file, headers) : next();
  };
};

const readDocs = async (directory: string): Promise<Map<string, StaticFile>> => {
  const taken = DOCS_FILES.map(async (name) => [name, await readFile(join(directory, name))] as const);
  const own = [
    ['', Buffer.from(page)],
    ['start.js', Buffer.from(start)],
  ] as const;
  const all = [...own, ...(await Promise.all(taken))];
  return new Map(all.map(([name, body]) => [PATH + name, staticFile(name || 'index.html', body)]));
};
