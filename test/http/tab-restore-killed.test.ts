import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../main/platform/log.ts';
import { createBackups } from '../../main/safekeeping/backups/create.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { accessToken } from '../helpers/client.ts';
import { inFile } from '../helpers/contents.ts';
import { addPerson } from '../helpers/people.ts';
import { endServices, ownEnvironment, runService } from '../helpers/service.ts';
import { PASSWORD, temporaryFolder } from '../helpers/shop.ts';
import { openTabAt, postTab, tabRefusal as refusal } from '../helpers/tab.ts';

// The service is killed while it restores for its own tab: it starts on the old database or the new one, whole.

const STEPS = fileURLToPath(new URL('../helpers/kill-at-step.ts', import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
let dataDir: string;
let name: string;
beforeEach(async () => {
  folder = temporaryFolder();
  dataDir = join(folder.path, 'shop');
  mkdirSync(dataDir);
  const db = openDatabase(join(dataDir, 'kramar.db'));
  addPerson(db, Date.now(), { role: 'owner', username: 'owner', password: PASSWORD });
  const log = createLog({ level: 'error' });
  ({ name } = await createBackups({ db, dataDir, now: Date.now, log }).create('manual'));
  addPerson(db, Date.now(), { role: 'employee', username: 'taras', password: PASSWORD });
  db.close();
});
afterEach(() => {
  endServices();
  folder.remove();
});

const NEW = ['owner'];
const OLD = ['owner', 'taras'];
const people = () =>
  inFile(join(dataDir, 'kramar.db'), 'select username from accounts order by id').map(
    (row) => (row as { username: string }).username,
  );
const serve = async (env?: NodeJS.ProcessEnv) => {
  const service = runService(['--data-dir', dataDir, '--keychain', 'file', '--port', '0', '--ready-json'], {
    env: { ...ownEnvironment(), ...env },
  });
  const { base_url } = await service.ready();
  return { service, base_url };
};
/** The owner's tab of a service, which has been asked for the restore. */
const begin = async (env?: NodeJS.ProcessEnv) => {
  const { service, base_url } = await serve(env);
  const access = await accessToken(base_url, PASSWORD);
  const tab = await openTabAt(dataDir, new URL(base_url).origin, access);
  await tab.confirm();
  expect((await tab.ask('backups.restore', { name })).status).toBe(202);
  return { service, tab };
};

test('just before the new one takes its place: the old one', async () => {
  const { service } = await begin({
    NODE_OPTIONS: `--import ${STEPS}`,
    STEPS_IN_FOLDER: dataDir,
    KILL_AT_STEP: 'renameSync /kramar.db.restoring /kramar.db',
  });
  expect((await service.exited).code).toBeNull();
  const { service: next } = await serve();
  expect(people()).toEqual(OLD);
  expect((await next.stop()).code).toBe(0);
});

test('at any moment: the old one or the new one; the tab of before has ended', async () => {
  const { service, tab } = await begin();
  await vi.waitFor(() => expect(existsSync(join(dataDir, 'kramar.db.restoring'))).toBe(true), {
    interval: 1,
  });
  await setTimeout(randomInt(0, 200));
  await service.stop('SIGKILL');
  const { service: next, base_url } = await serve();
  expect([OLD, NEW]).toContainEqual(people());
  const { origin } = new URL(base_url);
  expect(refusal(await postTab(origin, 'outcome', '{}', tab.headers))).toBe('TAB_ENDED');
  expect((await next.stop()).code).toBe(0);
});

test('to its end: the new one, at the port of before though that was any free one', async () => {
  const { service, tab } = await begin();
  expect((await tab.outcome()).body.ok).toBe(true);
  expect(people()).toEqual(NEW);
  expect((await service.stop()).code).toBe(0);
});
