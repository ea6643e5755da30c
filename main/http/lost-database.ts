import type { Away } from './away.ts';
import { escaped } from './files.ts';

/** What the server says while the database is lost. */
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
