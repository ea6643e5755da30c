import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { restoreBackup } from '../../main/domain/backups/restore.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { inFile } from '../helpers/contents.ts';
import { copyOpen, damagePage, databaseOf, keptIn, rootPage, statement, usernamesIn } from './backed-up.ts';
import { type Console, createOwner, openConsole, temporaryFolder } from './console.ts';

const KILLER = fileURLToPath(new URL('../helpers/kill-at-step.ts', import.meta.url));

const NEW = 'olena';
/** In the file, and in the log that a crash left beside it: what is only there must not get lost. */
const [FOLDED, OLD] = ['vira', 'olha'];

/** What may be left after another restore came to its end; a probe is an empty file that is never read. */
const EXPECTED =
  /^(backups.*|kramar\.db|kramar-before-restore-\d{8}-\d{6}\.db(-wal|-shm)?|\.kramar-probe-.*)$/;

const crashedShop = async (isDamaged: boolean): Promise<Console> => {
  const shop = openConsole();
  const file = databaseOf(shop);
  await createOwner(shop);
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

const restoreKilledAt = async (base: Console, step: number) => {
  const killed = openConsole();
  cpSync(base.dataDir, killed.dataDir, { recursive: true });
  const report = join(temporaryFolder(), 'step');
  const env = {
    NODE_OPTIONS: `--import ${KILLER}`,
    KILL_AT_STEP: String(step),
    KILL_IN_FOLDER: killed.dataDir,
    KILL_REPORT: report,
  };
  const { code } = await killed.json(['backup', 'restore', 'latest'], { env });
  const told = code === null ? readFileSync(report, 'utf8') : 'its end';
  return { killed, code, at: told.replaceAll(killed.dataDir, '').trim() };
};

/** What a start finds there. */
const started = (shop: Console): string[] => {
  openDatabase(databaseOf(shop)).close();
  return usernamesIn(databaseOf(shop));
};

describe('a restore that is killed leaves a shop that starts, with the old data or the new', () => {
  it.each([
    ['sound', false],
    ['damaged in a page that is seldom read', true],
  ])(
    '%s',
    async (_, isDamaged) => {
      const base = await crashedShop(isDamaged);
      const seen: string[] = [];
      /** Gives whether it came to its end. */
      const look = async (step: number): Promise<boolean> => {
        const { killed, code, at } = await restoreKilledAt(base, step);
        const found = started(killed);
        expect([at, code]).toEqual([at, at === 'its end' ? 0 : null]);
        expect([at, found]).toEqual([at, found[0] === NEW ? [NEW] : [OLD]]);
        seen.push(`${found} ${at}`);
        await restoreBackup(killed.dataDir, 'latest', Date.now());
        expect([at, started(killed)]).toEqual([at, [NEW]]);
        for (const name of keptIn(killed).keys()) expect(name).toMatch(EXPECTED);
        return code === 0;
      };
      for (let step = 1; !(await Promise.all([look(step), look(step + 1)])).includes(true); ) step += 2;
      expect(seen).toContainEqual(
        expect.stringMatching(`^${OLD} renameSync /kramar.db.restoring /kramar.db$`),
      );
      expect(seen).toContainEqual(expect.stringMatching(`^${NEW} fsyncSync`));
      expect(seen).toContain(`${NEW} its end`);
    },
    300_000,
  );
});
