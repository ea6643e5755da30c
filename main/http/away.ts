import { randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import { HttpError, type RefusalCode } from './errors.ts';
import { pageHeaders, plainPage } from './files.ts';

/** What the server says in place of a shop that cannot be served now. */
export interface Away {
  code: RefusalCode;
  /** The cause, in English, for programs and a page's details. */
  detail: string;
  /** For browsers, in both languages: what happened, what is safe, and what to do. */
  page: string;
}

/** The interval at which the page and programs retry. */
const RETRY_SECONDS = 3;

/** Refuses every request to the interface. */
export const refuseWhileAway =
  ({ code, detail }: Away): Middleware =>
  () => {
    const headers = { 'Retry-After': String(RETRY_SECONDS), 'Cache-Control': 'no-store' };
    throw new HttpError(503, detail, headers, code);
  };

/** Gives a browser the page at any address. */
export const awayPage =
  ({ page }: Away): Middleware =>
  (ctx) => {
    const nonce = randomBytes(16).toString('base64');
    ctx.set(pageHeaders(["script-src 'none'", `style-src 'nonce-${nonce}'`]));
    ctx.set({ 'Retry-After': String(RETRY_SECONDS), 'Cache-Control': 'no-store' });
    ctx.status = 503;
    ctx.type = '.html';
    // It reloads itself, so that the shop appears once the database is back.
    const head = `<meta http-equiv="refresh" content="${RETRY_SECONDS}"><style nonce="${nonce}">${STYLE}</style>`;
    ctx.body = plainPage(ctx.path === CUSTOMER_PATH ? CUSTOMER_PAGE : page, head);
  };

/** The customer's screen asks to wait, without the reason, which is for the owner. */
const CUSTOMER_PATH = '/customer';
const CUSTOMER_PAGE = '<main><h1>Зачекайте хвилинку, будь ласка</h1></main>';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem}' +
  'pre{padding:.75rem;border:1px solid;border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}';

/** While a backup takes the place of the database. */
export const BEING_RESTORED: Away = {
  code: 'BEING_RESTORED',
  detail: 'A backup of the shop is being restored. Nothing was done. Try again in a few seconds.',
  page: `<main>
<h1>Відновлюємо копію…</h1>
<p>Kramar запуститься сам, і ця сторінка оновиться. Не вимикайте комп’ютер.</p>
<section lang="en">
<h1>Restoring the backup…</h1>
<p>Kramar starts again by itself, and this page reloads. Do not switch the computer off.</p>
</section>
</main>`,
};
