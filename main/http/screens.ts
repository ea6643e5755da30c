import { randomBytes } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { escaped, pageHeaders, plainPage, readFolder, readOnce, type StaticFile, sendFile } from './files.ts';

/** Paths of the screens: each of them, and any path below it, is answered with the page. */
export const SCREEN_PATHS = [
  '/today',
  '/cash-sales',
  '/charge',
  '/invoices',
  '/catalog',
  '/terminals',
  '/reports',
  '/employees',
  '/actions',
  '/settings',
  '/shift',
  '/first-run',
  '/customer',
] as const;

const FIRST_SEGMENTS: ReadonlySet<string> = new Set(SCREEN_PATHS);

/** `/invoices/15` → true, `/invoicesque` → false. */
export const isScreenPath = (path: string): boolean => FIRST_SEGMENTS.has(`/${path.split('/', 2)[1] ?? ''}`);

/** Placeholder in the page for the nonce of the answer. */
const NONCE_PLACEHOLDER = '{{nonce}}';

const headers = pageHeaders();
/** 128 bits, the minimum of https://www.w3.org/TR/CSP3/#security-nonces. */
const NONCE_BYTES = 16;

/** Vite puts a hash of the content into these names: under such a name the content never changes. */
const hashedAsset = /^\/assets\/.+-[\w-]{8}\.\w+$/u;

const notBuilt = plainPage(`<h1>Kramar працює</h1>
<p>Сервіс запущено, але екрани ще не зібрано. Виконайте <code>npm run build</code> і оновіть цю сторінку.</p>
<div lang="en">
<h2>Kramar is running</h2>
<p>The service is up, but its screens have not been built yet. Run <code>npm run build</code> and reload this page.</p>
</div>`);

interface Screens {
  /** Index.html with the nonce placeholder; undefined: not built. */
  page: string | undefined;
  files: Map<string, StaticFile>;
}

/** Facts for the page of a shop without an owner, before a sign-in is possible. */
interface FirstRun {
  /** How the owner's commands begin on this computer. */
  console: string;
  /** Whether the system opens kramar:// links in the program's window. */
  hasWindow: boolean;
}

/**
 * Serves the built page in `directory`, under `/` and under the paths of the screens. Its files are read once, at first
 * use: a requested path is looked up in memory and never reaches the disk. Until the screens are built, the page says
 * so, and each request looks again.
 * @param firstRunOf undefined once the shop has an owner: without one, `/` leads to the first run
 */
export function screens(
  directory: string,
  firstRunOf: () => FirstRun | undefined = () => undefined,
): Middleware {
  const load = readOnce(
    () => readScreens(directory),
    ({ page }) => page !== undefined,
  );
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const { page, files } = await load();
    if (ctx.path === '/' || isScreenPath(ctx.path)) return sendScreen(ctx, page, firstRunOf());
    if (ctx.path === '/index.html' && page !== undefined) return sendPage(ctx, page);
    const file = files.get(ctx.path);
    return file ? sendFile(ctx, file, headers) : next();
  };
}

/**
 * Sends the page. A nonce admits its style elements, for the components create some at run time; scripts are our own
 * files alone. Never cached: a browser would pair the old page with the nonce of a later answer.
 */
const sendPage = (ctx: Context, page: string): void => {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  ctx.set(
    pageHeaders([
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
    ]),
  );
  ctx.set('Cache-Control', 'no-store');
  ctx.status = 200;
  ctx.type = '.html';
  ctx.body = page.replaceAll(NONCE_PLACEHOLDER, nonce);
};

/** A shop without an owner begins with the first run; while the screens are not built, the page says that first. */
const sendScreen = (ctx: Context, page: string | undefined, firstRun: FirstRun | undefined): void => {
  if (page === undefined) sendPage(ctx, notBuilt);
  else if (!firstRun) sendPage(ctx, page);
  else if (ctx.path !== '/')
    sendPage(
      ctx,
      page.replace(
        '</head>',
        () =>
          `<meta name="kramar-console" content="${escaped(firstRun.console)}" data-window="${firstRun.hasWindow}"></head>`,
      ),
    );
  else {
    ctx.set('Cache-Control', 'no-store');
    ctx.redirect('/first-run');
  }
};

async function readScreens(directory: string): Promise<Screens> {
  const files = await readFolder(directory, '/', (path) =>
    hashedAsset.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  const page = files.get('/index.html')?.body.toString();
  return { page, files: page === undefined ? new Map() : files };
}
