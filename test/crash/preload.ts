/**
 * Runs inside the service before its entry (`node --import`), and inside its threads: watches its work from outside,
 * and kills the process at the chosen point. The program itself does not know of it.
 */
import { isMainThread } from 'node:worker_threads';
import { aimAt } from './aim.ts';
import { breakProgram } from './breaks.ts';
import { AHEAD, type Aim, BREAK } from './points.ts';
import { watchAnswers, watchBank } from './watch-bank.ts';
import { watchDatabase } from './watch-database.ts';
import { watchFiles, watchLog } from './watch-files.ts';

const { env } = process;

if (isMainThread) {
  process.on('message', ({ aim }: { aim: Aim | null }) => aimAt(aim ?? undefined));
  // It must not keep the service from ending.
  process.channel?.unref();
}

const ahead = Number(env[AHEAD] ?? 0);
const realNow = Date.now;
if (ahead > 0) Date.now = () => realNow() + ahead;

if (env[BREAK]) breakProgram(env[BREAK]);

watchBank();
watchAnswers();
watchDatabase();
watchFiles();
await watchLog();
