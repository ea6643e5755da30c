import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Middleware } from 'koa';
import { pageHeaders, type StaticFile, sendFile, staticFile } from './files.ts';

/** The page carries no inline script or style, so nothing needs to be let through but our own files. */
const headers = pageHeaders();

/** Vite puts a hash of the content into these names: under such a name the content never changes. */
const hashedAsset = /^\/assets\/.+-[\w-]{8}\.\w+$/u;

const notBuilt = `<!doctype html>
<html lang="uk">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Kramar</title>
</head>
<body>
<h1>Kramar працює</h1>
<p>Сервіс запущено, але екрани ще не зібрано. Виконайте <code>npm run build</code> і оновіть цю сторінку.</p>
<div lang="en">
<h2>Kramar is running</h2>
<p>The service is up, but its screens have not been built yet. Run <code>npm run build</code> and reload this page.</p>
</div>
</body>
</html>
`;

type Screens = Map<string, StaticFile>;

/**
 * Serves the built page in `directory`. Its files are read once, at first use: a path that is asked for is looked up
 * in memory and never reaches the disk. Until the screens are built, `/` says so, and looks again each time.
 */
export function screens(directory: string): Middleware {
  let built: Promise<Screens> | undefined;

  const load = async (): Promise<Screens> => {
    built ??= readScreens(directory);
    try {
      const found = await built;
      if (found.has('/')) return found;
    } catch (error) {
      built = undefined;
      throw error;
    }
    built = undefined;
    return new Map([['/', screenOf('/index.html', Buffer.from(notBuilt))]]);
  };

  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const screen = (await load()).get(ctx.path);
    return screen ? sendFile(ctx, screen, headers) : next();
  };
}

async function readScreens(directory: string): Promise<Screens> {
  const found: Screens = new Map();
  for (const file of await filesIn(directory)) {
    const path = `/${relative(directory, file).split(sep).map(encodeURIComponent).join('/')}`;
    found.set(path, screenOf(path, await readFile(file)));
  }
  const index = found.get('/index.html');
  if (index) found.set('/', index);
  return found;
}

/** Plain files only: a symbolic link could lead anywhere. */
async function filesIn(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const screenOf = (path: string, body: Buffer): StaticFile =>
  staticFile(path, body, hashedAsset.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
