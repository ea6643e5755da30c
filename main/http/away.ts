import { randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import { HttpError, type RefusalCode } from './errors.ts';
import { escaped, pageHeaders, plainPage } from './files.ts';

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

/** The answer to every request while the database is lost. */
interface LostAnswer {
  /** The cause, in English, for programs and the page's details. */
  detail: string;
  /** Complete commands, ready to run. */
  commands: { restore: string | undefined; list: string; startAnew: string };
}

const command = (text: string): string => `<pre><code>${escaped(text)}</code></pre>`;

export const databaseLost = (answer: LostAnswer): Away => ({
  code: 'DATABASE_LOST',
  detail: answer.detail,
  page: content(answer),
});

const content = ({ detail, commands: { restore, list, startAnew } }: LostAnswer): string => `<main>
<h1>База даних крамниці зникла</h1>
<p>У теці даних немає бази або вона порожня, хоча крамниця тут уже була. Резервні копії цілі, нічого не змінено, нову крамницю не створено. Каси не можуть продавати, доки базу не повернуто.</p>
<h2>Відновити з резервної копії</h2>
<p>${restore ? 'Виконайте цю команду в теці програми. Kramar запуститься сам, і ця сторінка оновиться.' : 'Під’єднайте диск із копіями. Ця команда покаже, які копії є:'}</p>
${command(restore ?? list)}
<h2>Або почати порожню крамницю</h2>
<p>У ній не буде товарів, працівників, точок і продажів старої. Залишки старої бази та копії збережуться.</p>
${command(startAnew)}
<section lang="en">
<h1>The shop’s database is lost</h1>
<p>The data folder has no database, or an empty one, but there was a shop in it. The backups are safe, nothing was changed, and no new shop was begun. The tills cannot sell until the database is back.</p>
<h2>Restore from a backup</h2>
<p>${restore ? 'Run this command in the folder of the program. Kramar then starts by itself, and this page reloads.' : 'Plug in the disk with the backups. This command shows which there are:'}</p>
${command(restore ?? list)}
<h2>Or begin an empty shop</h2>
<p>It has none of the goods, people, terminals and invoices of the old one. What is left of the old database and the backups are kept.</p>
${command(startAnew)}
<p><small>${escaped(detail)}</small></p>
</section>
</main>`;
