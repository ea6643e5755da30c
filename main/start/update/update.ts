import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { environment } from '../../platform/config.ts';
import { type Checkout, isUpdatedTo, noteUpdated, pullAdvice, readCheckout } from './checkout.ts';
import {
  forgetFormer,
  installPackages,
  isBuilt,
  isInstallNeeded,
  keepBuild,
  putFormerBack,
} from './packages.ts';
import { databaseStep, npm, type Surroundings, type Survey, stopUpdate, UpdateError } from './steps.ts';

/**
 * `npm run update`: brings packages, built program and database of a checkout to the version that is checked out. Until
 * a trial on a copy of the database has passed, a running service goes on; whatever fails, the shop is as it was.
 */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const USAGE = `Usage: npm run update [-- OPTIONS]

Brings this checkout to the version that is checked out, after a verified backup: installs packages if
package-lock.json changed, builds, updates a copy of the database and checks it, then the database itself.
It fetches nothing but those packages: a new version comes by git pull before.

  --data-dir DIR    the shop's folder (KRAMAR_DATA_DIR)
  --help            this text
`;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** What was begun and would have to be undone. */
interface State {
  isServiceStopped: boolean;
}

const refuseUnready = (checkout: Checkout | undefined, { schema, known, ...found }: Survey): void => {
  if (checkout?.isUnmerged)
    throw new UpdateError(
      'A merge in this checkout is not finished. Nothing was changed. Finish it, or: git merge --abort.',
    );
  if (schema !== null && schema > known)
    throw new UpdateError(
      `The database is of a newer version (schema ${schema}, this one knows ${known}). Nothing was changed. Take the newer version again, or restore the backup made before its update: npm run admin -- backup list.`,
    );
  if (!found.isRunning || found.service !== null) return;
  const who = found.process === null ? '' : ` (process ${found.process})`;
  const how =
    found.atBoot === null
      ? 'Stop it: close its window from the tray, or Ctrl+C where it was started.'
      : `Stop it: ${found.atBoot.replace(' start ', ' stop ').replace('bootstrap', 'bootout')}; start it again after the update: ${found.atBoot}`;
  throw new UpdateError(`Kramar is running with ${found.dataDir}${who}. Nothing was changed. ${how}`);
};

const isNothingToDo = (checkout: Checkout | undefined, { schema, known }: Survey): boolean =>
  checkout !== undefined &&
  isUpdatedTo(ROOT, checkout) &&
  (schema === null || schema === known) &&
  isBuilt(ROOT) &&
  !isInstallNeeded(ROOT);

const updateProgram = async (surroundings: Surroundings): Promise<void> => {
  if (!isInstallNeeded(ROOT)) say('Packages: as package-lock.json names them; npm ci is not needed.');
  else if (process.platform === 'win32')
    // Windows does not move a folder whose node.exe runs.
    throw new UpdateError(
      'package-lock.json changed. Nothing was changed yet. With Kramar stopped, run npm ci, then npm run update again.',
    );
  else {
    say('Packages: package-lock.json changed; npm ci runs, which takes a minute …');
    await installPackages(surroundings);
  }
  say('Program: is built …');
  keepBuild(ROOT);
  await npm(surroundings, ROOT, 'run', 'build', '--', '--logLevel', 'warn');
};

const updateShop = async (surroundings: Surroundings, survey: Survey, state: State): Promise<void> => {
  if (survey.schema === null) return say(`Database: there is no shop in ${survey.dataDir} yet.`);
  const backup = await databaseStep<{ path: string; size: number }>(surroundings, 'backup');
  say(`Backup: made and verified, ${backup.path}`);
  say('Database: a copy of it is brought up to date and checked …');
  await databaseStep(surroundings, 'trial', backup.path);
  if (survey.service !== null && survey.isRunning) {
    say('Service: is stopped …');
    state.isServiceStopped = true;
    await databaseStep(surroundings, 'stop-service').catch((error: unknown) => {
      state.isServiceStopped = false;
      throw error;
    });
  }
  say('Database: is brought up to date …');
  const { from, to } = await databaseStep<{ from: number; to: number }>(surroundings, 'migrate');
  say(
    `Database: ${from === to ? `was up to date (schema ${to})` : `brought from schema ${from} to ${to}`}, and checked.`,
  );
};

/** How to get the former version back, where it is known which one that is. */
const wayBack = (checkout: Checkout | undefined, survey: Survey, isServiceStopped: boolean): string[] => [
  checkout?.former === undefined
    ? 'To go back to the version of before: git reflog shows its commit; then git checkout COMMIT.'
    : `To go back to the version of before: git checkout ${checkout.former.slice(0, 12)}`,
  ...(isServiceStopped && survey.service !== null
    ? [`The service is stopped, since it would start the new version. After that: ${survey.service}`]
    : []),
];

const update = async (surroundings: Surroundings): Promise<void> => {
  if (putFormerBack(ROOT))
    say('An update before this one was cut off; its packages and build were put back first.');
  const checkout = readCheckout(ROOT);
  for (const line of pullAdvice(checkout)) say(line);
  const survey = await databaseStep<Survey>(surroundings, 'survey');
  refuseUnready(checkout, survey);
  if (isNothingToDo(checkout, survey)) return say('Everything is up to date: nothing was changed.');
  const state: State = { isServiceStopped: false };
  try {
    await updateProgram(surroundings);
    await updateShop(surroundings, survey, state);
  } catch (error) {
    putFormerBack(ROOT);
    const lines = wayBack(checkout, survey, state.isServiceStopped);
    const { message } = error as Error;
    const kept =
      error instanceof UpdateError && error.code === 'UPDATE_NOT_UNDONE'
        ? 'Packages and build are as they were, the database is not.'
        : 'Packages, build and data are as they were.';
    throw new UpdateError([`${message.replace(/\.?$/, '.')} ${kept}`, ...lines].join('\n'));
  }
  forgetFormer(ROOT);
  if (checkout) noteUpdated(ROOT, checkout);
  if (state.isServiceStopped) {
    await databaseStep(surroundings, 'start-service');
    say('Service: started again.');
  }
  say('The update is done.');
};

const readOptions = () =>
  parseArgs({ options: { 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } } }).values;

const fail = (exitCode: number, lines: readonly string[]): void => {
  process.stderr.write(`error: ${lines.join('\n')}\n`);
  process.exitCode = exitCode;
};

const main = async (): Promise<void> => {
  let values: ReturnType<typeof readOptions>;
  try {
    values = readOptions();
  } catch (error) {
    return fail(2, [(error as Error).message, '', USAGE]);
  }
  if (values.help) return void process.stdout.write(USAGE);
  const dataDir = values['data-dir'];
  const options = dataDir === undefined ? [] : ['--data-dir', dataDir];
  // The step under way ends, and what it was part of is undone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopUpdate(signal));
  try {
    await update({ root: ROOT, env: environment(), options });
  } catch (error) {
    fail(1, [(error as Error).message]);
  }
};

await main();
