import { hash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { restoreBackup } from '../../main/safekeeping/backups/restore.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { inFile } from '../helpers/contents.ts';
import { copyOpen, damagePage, databaseOf, keptIn, rootPage, statement, usernamesIn } from './backed-up.ts';
import { type Console, contents, openConsole, temporaryFolder } from './console.ts';
import { giveOwner } from './database.ts';

const STEPS = fileURLToPath(new URL('../helpers/kill-at-step.ts', import.meta.url));

const NEW = 'olena';
/** In the file, and in the log that a crash left beside it: data that is only in the log must survive. */
const [FOLDED, OLD] = ['vira', 'olha'];

/** The files that may be left after another restore has ended; a probe is an empty file that is never read. */
const EXPECTED =
  /^(backups.*|kramar\.db|kramar-before-restore-\d{8}-\d{6}\.db(-wal|-shm)?|\.kramar-probe-.*)$/;

const crashedShop = async (isDamaged: boolean): Promise<Console> => {
  const shop = openConsole();
  const file = databaseOf(shop);
  giveOwner(shop);
  await shop.json(['backup', 'create']);
  inFile(file, `update accounts set username = '${FOLDED}'`);
  // Nothing reads it while the shop starts.
  const page = rootPage(file, 'invoices_created');
  const db = openDatabase(file);
  db.run(statement(`update accounts set username = '${OLD}'`));
  const crashed = copyOpen(shop);
  db.close();
  if (isDamaged) damagePage(databaseOf(crashed), page);
  return crashed;
};

/** A restore of a copy of the shop, whose folder is copied before each step, or that is killed at the one chosen. */
const restoreInSteps = async (base: Console, chosen?: string) => {
  const shop = openConsole({ isProcess: true });
  cpSync(base.dataDir, shop.dataDir, { recursive: true });
  const copies = temporaryFolder();
  const env = { NODE_OPTIONS: `--import ${STEPS}`, STEPS_IN_FOLDER: shop.dataDir, COPIES_OF_STEPS: copies };
  const { code } = await shop.json(['backup', 'restore', 'latest'], {
    env: chosen === undefined ? env : { ...env, KILL_AT_STEP: chosen },
  });
  const killed = readdirSync(copies)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => ({
      at: readFileSync(join(copies, name), 'utf8'),
      shop: openConsole({ dataDir: join(copies, name.replace('.txt', '')) }),
    }));
  return { shop, code, killed };
};

interface Killed {
  at: string;
  shop: Console;
}

const modeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mode;

/** Grouped by what is left: most steps leave the folder as the one before did. */
const groupsOf = (killed: readonly Killed[]): (readonly Killed[])[] => {
  const leftOf = ({ dataDir }: Console) =>
    [...contents(dataDir)].map(([name, bytes]) => [name, modeOf(join(dataDir, name)), hash('sha1', bytes)]);
  return [...Map.groupBy(killed, ({ shop }) => JSON.stringify(leftOf(shop))).values()];
};

/** The state that a start finds there. */
const started = (shop: Console): string[] => {
  openDatabase(databaseOf(shop)).close();
  return usernamesIn(databaseOf(shop));
};

/** With their sizes, except for files named or numbered by the time. */
const filesIn = (shop: Console): string[] =>
  [...keptIn(shop)].map(([name, bytes]) => `${name.replace(/\d{8}-\d{6}/, 'then')} ${bytes.length}`);

const SWAP = 'renameSync /kramar.db.restoring /kramar.db';

describe('a restore that is killed leaves a shop that starts, with the old data or the new', () => {
  test.each([
    ['sound', false],
    ['damaged in a page that is seldom read', true],
  ])('%s, before any step', async (_, isDamaged) => {
    const { shop, code, killed } = await restoreInSteps(await crashedShop(isDamaged));
    expect([code, started(shop)]).toEqual([0, [NEW]]);
    const seen: string[] = [];
    for (const group of groupsOf(killed)) {
      const at = group.map((each) => each.at);
      const shop = group[0]?.shop ?? openConsole();
      const found = started(shop);
      expect([at, found]).toEqual([at, found[0] === NEW ? [NEW] : [OLD]]);
      seen.push(...at.map((each) => `${found} ${each}`));
      await restoreBackup(shop.dataDir, 'latest', Date.now());
      expect([at, started(shop)]).toEqual([at, [NEW]]);
      for (const name of keptIn(shop).keys()) expect(name).toMatch(EXPECTED);
    }
    expect(seen).toContain(`${OLD} ${SWAP}`);
    expect(seen).toContainEqual(expect.stringMatching(`^${NEW} fsyncSync`));
  });

  test('a real kill leaves what the simulated one left', async () => {
    const base = await crashedShop(false);
    const copied = (await restoreInSteps(base)).killed.find(({ at }) => at === SWAP)?.shop;
    const { shop, code } = await restoreInSteps(base, SWAP);
    expect(code).toBeNull();
    expect(filesIn(shop)).toEqual(copied && filesIn(copied));
    expect(started(shop)).toEqual([OLD]);
  });
});
