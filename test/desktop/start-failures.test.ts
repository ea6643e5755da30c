import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failuresUk } from '../../main/desktop/texts.ts';
import { createLog } from '../../main/platform/log.ts';
import { createBackups } from '../../main/safekeeping/backups/create.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { setSetting } from '../../main/store/settings.ts';
import { inFile } from '../helpers/contents.ts';
import { openShop } from '../helpers/shop.ts';
import { programsInFolder, takePort } from './program.ts';
import { stderrLines } from './quiet-stderr.ts';

const { choice: BUTTON, message: MESSAGE } = failuresUk;

const { folder, run, dataDir, endpoint } = programsInFolder();

describe('a cause that prevents the start is shown, with a way out', () => {
  test('another Kramar has the port: said so', async () => {
    const other = await openShop();
    const { port } = new URL(other.baseUrl);
    const ran = await run({ args: ['--port', port], prepare: ({ answers }) => answers.push(BUTTON.quit) });
    await other.close();
    expect(ran.boxes[0]).toMatchObject({ message: MESSAGE['port-kramar'] });
  });

  test('the port is taken: a retry, then a free port for this run', async () => {
    const taken = await takePort();
    const ran = await run({
      args: ['--port', `${taken.port}`],
      prepare: ({ answers }) => answers.push(BUTTON.retry, BUTTON['free-port']),
    });
    expect(ran.boxes).toHaveLength(2);
    expect(ran.boxes[0]).toMatchObject({
      message: MESSAGE.port,
      buttons: [BUTTON.retry, BUTTON['free-port'], BUTTON.quit],
      detail: expect.stringContaining(`${taken.port}`),
      cancelId: 2,
    });
    expect(ran.window.loaded[0]).toBe(`${new URL(endpoint().base_url).origin}/`);
    expect(new URL(endpoint().base_url).port).not.toBe(`${taken.port}`);
    await taken.free();
  });

  test('the data folder cannot be created: another one is chosen, and remembered', async () => {
    writeFileSync(dataDir(), 'a file');
    const chosen = join(folder.path, 'chosen');
    mkdirSync(chosen);
    const ran = await run({
      prepare: ({ answers, chosen: { folders } }) => {
        // The first time the user cancels.
        answers.push(BUTTON['choose-folder'], BUTTON['choose-folder']);
        folders.push(undefined, chosen);
      },
    });
    expect(ran.boxes).toHaveLength(2);
    expect(ran.boxes[0]).toMatchObject({
      message: MESSAGE.folder,
      buttons: [BUTTON.retry, BUTTON['choose-folder'], BUTTON.quit],
    });
    expect(readdirSync(chosen)).toContain('kramar.db');
    const kept = JSON.parse(readFileSync(join(folder.path, 'Kramar Window', 'desktop.json'), 'utf8'));
    expect(kept.data_folder).toBe(chosen);
  });

  test('a remembered folder that has vanished is not created again; it comes back with its drive', async () => {
    const drive = join(folder.path, 'drive');
    mkdirSync(join(folder.path, 'Kramar Window'), { recursive: true });
    writeFileSync(join(folder.path, 'Kramar Window', 'desktop.json'), JSON.stringify({ data_folder: drive }));
    const first = await run({ dataDir: null, prepare: ({ answers }) => answers.push(BUTTON.quit) });
    expect(first.boxes[0]).toMatchObject({ message: MESSAGE.folder });
    expect(existsSync(drive)).toBe(false);
    // The drive is there again, with a shop on it.
    const shop = await run();
    await shop.end();
    renameSync(dataDir(), drive);
    const second = await run({ dataDir: null });
    expect(second.boxes).toEqual([]);
    expect(existsSync(join(drive, 'endpoint.json'))).toBe(true);
  });

  test('the database is newer: the backups are shown, the dialog stays', async () => {
    mkdirSync(dataDir());
    const file = join(dataDir(), 'kramar.db');
    openDatabase(file).close();
    inFile(file, 'pragma user_version = 999');
    const ran = await run({ prepare: ({ answers }) => answers.push(BUTTON['open-backups'], BUTTON.quit) });
    expect(ran.boxes.map(({ buttons }) => buttons)).toEqual([
      [BUTTON['open-backups'], BUTTON.quit],
      [BUTTON['open-backups'], BUTTON.quit],
    ]);
    expect(ran.boxes[0]?.message).toBe(MESSAGE.newer);
    expect(ran.opened).toEqual([join(dataDir(), 'backups')]);
    expect([ran.app.exits, ran.windows]).toEqual([[0], []]);
    expect(stderrLines.at(-1)).toBe('error: Kramar could not start.');
  });

  /** A shop with a backup, whose database is gone. */
  const loseDatabase = async () => {
    mkdirSync(dataDir());
    const file = join(dataDir(), 'kramar.db');
    const db = openDatabase(file);
    setSetting(db, 'shop_name', 'Зерно');
    const backups = createBackups({
      db,
      dataDir: dataDir(),
      now: Date.now,
      log: createLog({ level: 'error' }),
    });
    const { path } = await backups.create('manual');
    db.close();
    rmSync(file);
    return { path, nameNow: () => inFile(file, "select value from settings where key = 'shop_name'") };
  };

  test('the database is lost: the newest backup is restored', async () => {
    const { nameNow } = await loseDatabase();
    const ran = await run({ prepare: ({ answers }) => answers.push(BUTTON['restore-latest']) });
    expect(ran.boxes).toHaveLength(1);
    expect(ran.boxes[0]).toMatchObject({
      message: MESSAGE.lost,
      buttons: [
        BUTTON['restore-latest'],
        BUTTON['choose-backup'],
        BUTTON.retry,
        BUTTON['start-anew'],
        BUTTON.quit,
      ],
      detail: expect.stringContaining('is missing'),
    });
    expect(nameNow()).toEqual([{ value: 'Зерно' }]);
    expect(ran.window.loaded).toHaveLength(1);
  });

  test('the database is lost: a backup is chosen; a file that is no backup changes nothing', async () => {
    const { path, nameNow } = await loseDatabase();
    const other = join(folder.path, 'other.db');
    writeFileSync(other, 'no database');
    await run({
      prepare: ({ answers, chosen: { folders } }) => {
        answers.push(BUTTON['choose-backup'], failuresUk.back, BUTTON['choose-backup']);
        folders.push(other, path);
      },
    });
    expect(nameNow()).toEqual([{ value: 'Зерно' }]);
  });

  test('the database is lost: neither quitting nor cancelling an empty shop creates anything', async () => {
    const { path } = await loseDatabase();
    const ran = await run({
      prepare: ({ answers }) => answers.push(BUTTON['start-anew'], failuresUk.back, BUTTON.quit),
    });
    expect(ran.boxes[1]).toMatchObject({
      message: failuresUk.startAnew,
      detail: expect.stringContaining(basename(path)),
      defaultId: 1,
    });
    expect([ran.app.exits, ran.windows]).toEqual([[0], []]);
    expect(existsSync(join(dataDir(), 'kramar.db'))).toBe(false);
  });

  test('the database is lost: an empty shop is started, the backup stays', async () => {
    const { path, nameNow } = await loseDatabase();
    await run({ prepare: ({ answers }) => answers.push(BUTTON['start-anew'], BUTTON['start-anew']) });
    expect(nameNow()).toEqual([]);
    expect(existsSync(path)).toBe(true);
  });

  test('a service that holds the folder does not answer: its page can be tried in a browser', async () => {
    const first = await run();
    const file = join(dataDir(), 'endpoint.json');
    const { port, free } = await takePort();
    await free();
    const dead = `http://127.0.0.1:${port}`;
    writeFileSync(file, JSON.stringify({ ...endpoint(), base_url: `${dead}/api/v1/` }));
    const second = await run({
      serviceWaitMs: 0,
      prepare: ({ answers }) => answers.push(BUTTON['open-browser']),
    });
    expect(second.boxes[0]).toMatchObject({
      message: MESSAGE.running,
      buttons: [BUTTON['open-browser'], BUTTON.retry, BUTTON.quit],
    });
    expect(second.external).toEqual([`${dead}/`]);
    expect([second.app.exits, second.windows]).toEqual([[0], []]);
    await first.end();
  });

  test('any other cause: the log folder', async () => {
    mkdirSync(dataDir());
    writeFileSync(
      join(dataDir(), 'kramar.db'),
      'no database at all, but long enough to be looked at'.repeat(40),
    );
    const ran = await run({ prepare: ({ answers }) => answers.push(BUTTON['open-logs'], BUTTON.quit) });
    expect(ran.boxes[0]).toMatchObject({
      message: MESSAGE.other,
      buttons: [BUTTON.retry, BUTTON['open-logs'], BUTTON.quit],
    });
    expect(ran.opened).toEqual([join(dataDir(), 'logs')]);
    expect(readFileSync(join(dataDir(), 'logs', 'kramar.log'), 'utf8')).toContain('Kramar could not start.');
  });
});
