import { randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import { HttpError } from './errors.ts';
import { escaped, pageHeaders, plainPage } from './files.ts';

/** What the server says while the database is lost. */
export interface LostAnswer {
  /** The cause, in English, for programs and the page's details. */
  detail: string;
  /** Complete commands, ready to run. */
  commands: { restore: string | undefined; list: string; startAnew: string };
}

/** The interval at which the page and programs retry. */
const RETRY_SECONDS = 3;

/** Refuses every request to the interface. */
export const refuseWhileLost =
  ({ detail }: LostAnswer): Middleware =>
  () => {
    const headers = { 'Retry-After': String(RETRY_SECONDS), 'Cache-Control': 'no-store' };
    throw new HttpError(503, detail, headers, 'DATABASE_LOST');
  };

/** Gives a browser, at any address, the page with what happened, what is safe, and what to do. */
export const lostPage =
  (answer: LostAnswer): Middleware =>
  (ctx) => {
    const nonce = randomBytes(16).toString('base64');
    ctx.set(pageHeaders(["script-src 'none'", `style-src 'nonce-${nonce}'`]));
    ctx.set({ 'Retry-After': String(RETRY_SECONDS), 'Cache-Control': 'no-store' });
    ctx.status = 503;
    ctx.type = '.html';
    // It reloads itself, so that the shop appears once the database is back.
    const head = `<meta http-equiv="refresh" content="${RETRY_SECONDS}"><style nonce="${nonce}">${STYLE}</style>`;
    ctx.body = plainPage(content(answer), head);
  };

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem}' +
  'pre{padding:.75rem;border:1px solid;border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}';

const command = (text: string): string => `<pre><code>${escaped(text)}</code></pre>`;

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
