import { randomBytes, randomUUID } from 'node:crypto';
import Koa, { type Context } from 'koa';
import { WHOLE_OBJECT } from '../../shared/errors.ts';
import { HttpError } from './errors.ts';
import { pageHeaders } from './files.ts';
import { guard } from './guard.ts';
import { applyPreferences } from './preferences.ts';
import { refusalBody, sendRefusal } from './refusals.ts';
import { BASE_PATH, listen, type RunningServer } from './server.ts';

/** The answer while the database is lost: programs get a refusal, a browser a page with instructions. */
export interface LostAnswer {
  /** The cause, in English, for programs and the page's details. */
  detail: string;
  /** Complete commands, ready to run. */
  commands: { restore: string | undefined; list: string; startAnew: string };
}

/** The interval at which the page and programs retry. */
const RETRY_SECONDS = 3;

/** @throws OwnerError PORT_TAKEN, PORT_REFUSED */
export const serveLostDatabase = (answer: LostAnswer, port: number): Promise<RunningServer> => {
  const koa = new Koa();
  koa.use(async (ctx, next) => {
    if (ctx.path.startsWith(BASE_PATH)) applyPreferences(ctx);
    try {
      await next();
    } catch (error) {
      sendRefusal(ctx, error, randomUUID());
    }
  });
  koa.use(
    guard(
      (path) => path.startsWith(BASE_PATH),
      () => [],
    ),
  );
  koa.use((ctx) => {
    ctx.status = 503;
    ctx.set('Retry-After', String(RETRY_SECONDS));
    ctx.set('Cache-Control', 'no-store');
    const body = { detail: answer.detail, err_code: 'DATABASE_LOST' };
    const codes = { [WHOLE_OBJECT]: [body.err_code] };
    const cause = new HttpError(503, answer.detail, {}, 'DATABASE_LOST');
    if (ctx.path.startsWith(BASE_PATH)) ctx.body = refusalBody(ctx, { body, codes }, cause);
    else sendPage(ctx, answer);
  });
  // A browser that disconnects midway is no failure.
  koa.on('error', () => undefined);
  return listen(koa, port);
};

const sendPage = (ctx: Context, answer: LostAnswer): void => {
  const nonce = randomBytes(16).toString('base64');
  ctx.set(pageHeaders(["script-src 'none'", `style-src 'nonce-${nonce}'`]));
  ctx.type = '.html';
  ctx.body = page(answer, nonce);
};

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem}' +
  'pre{padding:.75rem;border:1px solid;border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const command = (text: string): string => `<pre><code>${escaped(text)}</code></pre>`;

/** The page reloads itself, so that the shop appears once the database is back. */
const page = (
  { detail, commands: { restore, list, startAnew } }: LostAnswer,
  nonce: string,
): string => `<!doctype html>
<html lang="uk">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>Kramar</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>База даних крамниці зникла</h1>
<p>У теці даних немає бази або вона порожня, хоча крамниця тут уже була. Резервні копії цілі, нічого не змінено, нову крамницю не створено. Каси не можуть продавати, доки базу не повернуто.</p>
<h2>Відновити з резервної копії</h2>
<p>${restore ? 'Виконайте цю команду в теці програми. Kramar запуститься сам, і ця сторінка оновиться.' : 'Під’єднайте диск із копіями. Ця команда покаже, які копії є:'}</p>
${command(restore ?? list)}
<h2>Або почати порожню крамницю</h2>
<p>У ній не буде товарів, працівників, терміналів і рахунків старої. Залишки старої бази та копії збережуться.</p>
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
</main>
</body>
</html>
`;
