import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDesktop } from '../../main/desktop/start.ts';
import { failuresUk } from '../../main/desktop/texts.ts';
import { createLog } from '../../main/platform/log.ts';
import { createBackups } from '../../main/safekeeping/backups/create.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { setSetting } from '../../main/store/settings.ts';
import { inFile } from '../helpers/contents.ts';
import { openShop, temporaryFolder } from '../helpers/shop.ts';
import { type Ran, runDesktop } from './program.ts';
import { stderrLines } from './quiet-stderr.ts';
import { standInElectron } from './stand-in.ts';

const { choice: BUTTON, message: MESSAGE } = failuresUk;

let folder: ReturnType<typeof temporaryFolder>;
let running: Ran[] = [];
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const ran of running) await ran.end();
  running = [];
  folder.remove();
});

const run = async (options: Omit<Parameters<typeof runDesktop>[0], 'folder'> = {}): Promise<Ran> => {
  const ran = await runDesktop({ folder: folder.path, bankUrl: 'http://127.0.0.1:9', ...options });
  running.push(ran);
  return ran;
};
const dataDir = () => join(folder.path, 'data');
const endpoint = () => JSON.parse(readFileSync(join(dataDir(), 'endpoint.json'), 'utf8'));

const takePort = async () => {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, free: () => new Promise((resolve) => server.close(resolve)) };
};

describe('start', () => {
  test('takes the lock first, and opens the window at the real address', async () => {
    const ran = await run();
    expect(ran.app.order).toEqual(['path', 'lock', 'ready']);
    const { origin } = new URL(endpoint().base_url);
    expect(ran.window.loaded).toEqual([`${origin}/`]);
    expect(ran.window.visible).toBe(false);
    ran.window.finishLoading();
    expect(ran.window.visible).toBe(true);
    // Point 7: the page that it loads brings its policy.
    const policy = (await fetch(ran.window.loaded[0] ?? '')).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  test('what must come before it is ready is done without a pause, and nothing waits for the entry', async () => {
    const { electron, app } = standInElectron({ folder: folder.path });
    app.whenReady = () => new Promise(() => app.order.push('waits'));
    const rest = {
      env: {},
      platform: 'linux',
      execPath: '',
      home: '',
      loadUpdater: undefined,
      isSigned: async () => true,
    } as const;
    void startDesktop({ ...rest, electron, args: [], process: new EventEmitter() });
    expect(app.order).toEqual(['path', 'lock', 'waits']);
    const entry = readFileSync(new URL('../../main/desktop/index.ts', import.meta.url), 'utf8');
    expect(entry).toMatch(/^ {2}void startDesktop\(/m);
  });

  test("Chromium's profile does not lie in the shop's data, and the log does", async () => {
    const ran = await run();
    expect(ran.app.getPath('userData')).toBe(join(folder.path, 'Kramar Window'));
    await ran.end();
    expect(readFileSync(join(dataDir(), 'logs', 'kramar.log'), 'utf8')).toContain('Kramar is serving.');
  });

  test('--hidden: in the tray, until the user opens it there', async () => {
    const ran = await run({ args: ['--hidden'] });
    ran.window.finishLoading();
    expect(ran.window.visible).toBe(false);
    ran.trays[0]?.emit('click');
    expect(ran.window.visible).toBe(true);
  });

  test('opened by macOS at login: in the tray too', async () => {
    const ran = await run({
      platform: 'darwin',
      prepare: ({ app }) => {
        app.openedAtLogin = true;
      },
    });
    ran.window.finishLoading();
    expect(ran.window.visible).toBe(false);
  });

  test('a second start while a hidden first one starts is not forgotten', async () => {
    const ran = await run({
      args: ['--hidden'],
      prepare: ({ app }) => {
        app.whenReady = async () =>
          void app.emit('second-instance', {}, [], '/', { args: ['kramar://charge'] });
      },
    });
    expect(ran.window.loaded[0]).toMatch(/\/charge$/);
    ran.window.finishLoading();
    expect(ran.window.visible).toBe(true);
  });

  test('Chromium dumps crashes here alone, stores no key, and sends nothing twice', async () => {
    const ran = await run({ platform: 'linux' });
    expect(ran.crashReports).toEqual([{ uploadToServer: false }]);
    expect(Object.fromEntries(ran.app.switches)).toEqual({
      'password-store': 'basic',
      'disable-http2': undefined,
      'disable-quic': undefined,
    });
    expect(ran.app.isAccelerated).toBe(true);
  });

  test('starts without the graphics card, and in the theme, as set for this computer', async () => {
    mkdirSync(join(folder.path, 'Kramar Window'), { recursive: true });
    const kept = { hardware_acceleration: false, theme: 'dark', keeps_awake: true };
    writeFileSync(join(folder.path, 'Kramar Window', 'desktop.json'), JSON.stringify(kept));
    const ran = await run();
    expect([ran.app.isAccelerated, ran.theme.source, ran.blockers.size]).toEqual([false, 'dark', 1]);
    expect(ran.window.options.backgroundColor).toBe('#1d2025');
  });

  test('a second start ends at once, and passes its link to the first', async () => {
    const first = await run();
    first.window.finishLoading();
    first.window.hide();
    const second = await runDesktop({
      folder: folder.path,
      args: ['kramar://invoice/7'],
      prepare: ({ app }) => {
        app.hasLock = false;
      },
    });
    expect([second.app.exits, second.windows, second.desktop]).toEqual([[0], [], undefined]);
    first.app.emit('second-instance', {}, ['Kramar', '--reordered'], '/', second.app.lockData);
    expect(first.window.visible).toBe(true);
    expect(first.window.page.sent).toEqual([['kramar:event', { type: 'go', path: '/invoices/7' }]]);
  });

  test('--quit with nothing running: ends with 0, opens nothing and writes no data', async () => {
    const ran = await run({ args: ['--quit'] });
    expect([ran.app.exits, ran.windows, ran.trays, ran.desktop]).toEqual([[0], [], [], undefined]);
    expect(ran.app.order).toEqual(['path', 'lock']);
    expect(existsSync(dataDir())).toBe(false);
  });

  test('--quit while the first one still starts: it stops again before it has a window', async () => {
    const ran = await run({
      prepare: ({ app }) => {
        app.whenReady = async () => void app.emit('second-instance', {}, [], '/', { args: ['--quit'] });
      },
    });
    expect([ran.app.exits, ran.windows, ran.desktop]).toEqual([[0], [], undefined]);
    expect(existsSync(join(dataDir(), 'endpoint.json'))).toBe(false);
    expect(readFileSync(join(dataDir(), 'logs', 'kramar.log'), 'utf8')).toContain('Kramar is serving.');
  });

  test('--quit during a start that fails: no question is shown', async () => {
    const taken = await takePort();
    const ran = await run({
      args: ['--port', String(taken.port)],
      prepare: ({ app }) => {
        app.whenReady = async () => void app.emit('second-instance', {}, [], '/', { args: ['--quit'] });
      },
    });
    expect([ran.app.exits, ran.boxes, ran.windows]).toEqual([[0], [], []]);
    await taken.free();
  });

  test('--quit while the question about a failed start is open: it ends at once', async () => {
    const taken = await takePort();
    const ran = await run({
      args: ['--port', String(taken.port)],
      prepare: ({ app, answers }) =>
        answers.push(() => {
          app.emit('second-instance', {}, [], '/', { args: ['--quit'] });
          expect(app.exits).toEqual([0]);
          return BUTTON.quit;
        }),
    });
    expect(ran.boxes.map(({ message }) => message)).toEqual([MESSAGE.port]);
    await taken.free();
  });

  test('the window opens at a link of its own', async () => {
    const ran = await run({ args: ['kramar://charge', '--enable-features=Something'] });
    expect(ran.window.loaded[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/charge$/);
  });

  test('macOS passes links by an event', async () => {
    const ran = await run({ platform: 'darwin' });
    ran.window.finishLoading();
    ran.app.emit('open-url', { preventDefault: () => undefined }, 'kramar://today');
    ran.app.emit('open-url', { preventDefault: () => undefined }, 'kramar://invoice/../settings');
    expect(ran.window.page.sent).toEqual([['kramar:event', { type: 'go', path: '/today' }]]);
  });

  test.each([['--port', 'abc'], ['--keychain'], ['--demo=yes']])('wrong flags: %s', async (...wrong) => {
    const ran = await run({ args: wrong });
    expect(ran.app.exits).toEqual([2]);
    expect(ran.errorBoxes).toEqual([
      [failuresUk.usage, expect.stringContaining(wrong[0]?.split('=')[0] ?? '')],
    ]);
    expect(existsSync(dataDir())).toBe(false);
  });
});

describe('a cause that prevents the start is shown, with a way out', () => {
  test('the port is taken: quit', async () => {
    const taken = await takePort();
    const ran = await run({
      args: ['--port', `${taken.port}`],
      prepare: ({ answers }) => answers.push(BUTTON.quit),
    });
    await taken.free();
    expect(ran.boxes[0]).toMatchObject({
      message: MESSAGE.port,
      buttons: [BUTTON.retry, BUTTON['free-port'], BUTTON.quit],
      detail: expect.stringContaining(`${taken.port}`),
      cancelId: 2,
    });
    expect([ran.app.exits, ran.windows]).toEqual([[0], []]);
    expect(stderrLines.at(-1)).toBe('error: Kramar could not start.');
  });

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
    const before = await run();
    await before.end();
    const { default: Database } = await import('better-sqlite3');
    const db = new Database(join(dataDir(), 'kramar.db'));
    db.pragma('user_version = 999');
    db.close();
    const ran = await run({ prepare: ({ answers }) => answers.push(BUTTON['open-backups'], BUTTON.quit) });
    expect(ran.boxes.map(({ buttons }) => buttons)).toEqual([
      [BUTTON['open-backups'], BUTTON.quit],
      [BUTTON['open-backups'], BUTTON.quit],
    ]);
    expect(ran.boxes[0]?.message).toBe(MESSAGE.newer);
    expect(ran.opened).toEqual([join(dataDir(), 'backups')]);
    expect(ran.app.exits).toEqual([0]);
  });

  /** A shop with a backup, whose database is gone. */
  const loseDatabase = async () => {
    const before = await run();
    await before.end();
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

/** The one-time address by which the page becomes the owner's tab. */
const TAB_ADDRESS = /#tab=[\w-]{43}$/;

describe('beside a running service', () => {
  test('a window opens on it, and its end leaves the service alone', async () => {
    await run();
    const { base_url, pid } = endpoint();
    const { origin } = new URL(base_url);
    const second = await run({ args: ['kramar://charge'] });
    expect(second.boxes).toEqual([]);
    expect(second.window.loaded).toEqual([expect.stringMatching(TAB_ADDRESS)]);
    expect(second.window.loaded[0]).toContain(`${origin}/charge#`);
    // The page is the owner's tab of a browser: no call reaches a program that has no service to restart.
    expect(second.window.options.webPreferences).not.toHaveProperty('preload');
    expect(second.window.options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true });
    expect(second.trays).toEqual([]);
    second.window.finishLoading();
    expect(second.window.visible).toBe(true);

    second.window.close();
    await second.exited(0);
    expect((await fetch(`${origin}/`)).status).toBe(200);
    expect(endpoint()).toMatchObject({ base_url, pid });
  });

  test('a program that the system starts hidden is not needed: it ends without a window', async () => {
    await run();
    const second = await run({ args: ['--hidden'] });
    expect([second.app.exits, second.windows, second.boxes]).toEqual([[0], [], []]);
    expect((await fetch(endpoint().base_url)).status).toBe(200);
  });

  test('a service that is just starting is waited for', async () => {
    const first = await run();
    const file = join(dataDir(), 'endpoint.json');
    const text = readFileSync(file, 'utf8');
    rmSync(file);
    setTimeout(() => writeFileSync(file, text), 500);
    const second = await run();
    expect(second.boxes).toEqual([]);
    expect(second.window.loaded).toEqual([expect.stringMatching(TAB_ADDRESS)]);
    expect(second.window.loaded[0]).toContain(`${new URL(JSON.parse(text).base_url).origin}/#`);
    await first.end();
  });
});
