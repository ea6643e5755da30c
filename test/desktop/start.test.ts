import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startDesktop } from '../../main/desktop/start.ts';
import { failuresUk } from '../../main/desktop/texts.ts';
import { programsInFolder, runDesktop, takePort } from './program.ts';
import { standInElectron } from './stand-in.ts';

const { choice: BUTTON, message: MESSAGE } = failuresUk;

const { folder, run, dataDir, endpoint } = programsInFolder();

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
