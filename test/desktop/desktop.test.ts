import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failuresUk, textsIn } from '../../main/desktop/texts.ts';
import { readConfig } from '../../main/platform/config.ts';
import { createLog } from '../../main/platform/log.ts';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { openInstallation } from '../../main/safekeeping/installation.ts';
import { createOwner } from '../../main/shop/accounts/accounts.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { TokenPair } from '../../shared/api/auth.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Job } from '../../shared/api/jobs.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { BridgeAnswer } from '../../shared/bridge/bridge.ts';
import { Client } from '../helpers/client.ts';
import { PASSWORD, temporaryFolder } from '../helpers/shop.ts';
import { type Ran, runDesktop } from './program.ts';
import { StandInUpdater } from './stand-in-updater.ts';

/** A busy machine takes its time. */
const soon = <Result>(look: () => Result | Promise<Result>): Promise<Result> => vi.waitFor(look);

const uk = textsIn('uk');

let folder: ReturnType<typeof temporaryFolder>;
let bank: PracticeBank;
let ran: Ran | undefined;
beforeEach(async () => {
  folder = temporaryFolder();
  bank = await startPracticeBank();
});
afterEach(async () => {
  await ran?.end();
  ran = undefined;
  await bank.stop();
  folder.remove();
});

const dataDir = () => join(folder.path, 'data');
const endpoint = () => JSON.parse(readFileSync(join(dataDir(), 'endpoint.json'), 'utf8'));
const isServing = () => existsSync(join(dataDir(), 'endpoint.json'));

/** A shop with an owner and a terminal, in the program that runs. */
const openShop = async (options: Partial<Parameters<typeof runDesktop>[0]> = {}) => {
  const config = readConfig({ dataDir: dataDir(), bankUrl: bank.url, keychain: 'file' }, {});
  const console = await openInstallation(config, { log: createLog({ level: 'error' }) });
  await createOwner(console, { username: 'owner', password: PASSWORD });
  const terminal = await addTerminal(console, { name: 'Каса', token: bank.merchants[0]?.token ?? '' });
  console.close();
  const program = await runDesktop({ folder: folder.path, bankUrl: bank.url, ...options });
  ran = program;
  program.window.finishLoading();
  const stranger = new Client(endpoint().base_url);
  const signedIn = await stranger.post<TokenPair>('auth/token/', { username: 'owner', password: PASSWORD });
  const token = signedIn.body.access;
  const owner = stranger.as(token);
  const frame = program.window.webContents.mainFrame;
  return {
    program,
    owner,
    call: (name: string, input: object = {}, senderFrame: object | null = frame) =>
      program.calls.get('kramar:call')?.({ senderFrame }, name, input, token) as Promise<BridgeAnswer>,
    sell: async (amount: number): Promise<Invoice> =>
      (await owner.post<Invoice>('invoices/', { terminal: terminal.id, amount })).body,
    pay: async ({ id, invoice_id }: Invoice) => {
      bank.pay(invoice_id);
      await owner.post(`invoices/${id}/refresh/`);
    },
  };
};

describe('a payment', () => {
  test('is shown as a notification while the window has no focus; a click opens its invoice; the tray counts it', async () => {
    const { program, sell, pay } = await openShop();
    expect(program.trays[0]?.tooltip).toBe('Kramar\nВиторг за сьогодні: 0,00\u00a0₴ (0 оплат)');
    program.window.hide();
    const invoice = await sell(123_450);
    await pay(invoice);
    await soon(() => expect(program.notifications).toHaveLength(1));
    const [notification] = program.notifications;
    expect(notification?.options).toMatchObject({
      title: 'Оплачено 1\u00a0234,50\u00a0₴',
      body: expect.stringContaining(invoice.reference),
      silent: false,
    });
    expect(program.trays[0]?.tooltip).toContain('1\u00a0234,50\u00a0₴ (1 оплата)');
    program.notices.click(notification);
    expect(program.window.visible).toBe(true);
    expect(program.window.page.sent).toEqual([
      ['kramar:event', { type: 'go', path: `/invoices/${invoice.id}` }],
    ]);
  });

  test('whose toast has moved to the Action Center still opens its invoice by a click there', async () => {
    const { program, sell, pay } = await openShop();
    program.window.hide();
    const invoice = await sell(700);
    await pay(invoice);
    await soon(() => expect(program.notifications).toHaveLength(1));
    program.notices.timeOut(program.notifications[0]);
    program.notices.click(program.notifications[0]);
    expect(program.window.visible).toBe(true);
    expect(program.window.page.sent).toEqual([
      ['kramar:event', { type: 'go', path: `/invoices/${invoice.id}` }],
    ]);
  });

  test('shows no notification while the window has focus, nor where the owner has switched notifications off', async () => {
    const { program, sell, pay, call } = await openShop();
    const tray = () => program.trays[0]?.tooltip;
    await pay(await sell(100));
    await soon(() => expect(tray()).toContain('(1 оплата)'));
    program.window.hide();
    expect(await call('computer.change', { notifications: false })).toMatchObject({ ok: true });
    await pay(await sell(100));
    await soon(() => expect(tray()).toContain('(2 оплати)'));
    await call('computer.change', { notifications: true, notification_sound: false });
    await pay(await sell(700));
    await soon(() => expect(tray()).toContain('(3 оплати)'));
    expect(program.notifications.map(({ options }) => [options.title, options.silent])).toEqual([
      ['Оплачено 7,00\u00a0₴', true],
    ]);
  });
});

test('the customer screen that was open at the end is back after the start', async () => {
  const displays = [0, 1].map((id) => ({ id, workArea: { x: id * 1920, y: 0, width: 1920, height: 1040 } }));
  const first = await openShop({ prepare: ({ state }) => Object.assign(state, { displays }) });
  await first.call('customer_screen.open');
  await first.program.end();
  ran = await runDesktop({
    folder: folder.path,
    bankUrl: bank.url,
    prepare: ({ state }) => Object.assign(state, { displays }),
  });
  const { windows } = ran;
  expect(windows.map(({ loaded }) => loaded[0]?.replace(/^.*\d/, ''))).toEqual(['/', '/customer']);
});

test.skipIf(process.platform === 'win32')(
  'what the system opens for the user has the rights of the user',
  async () => {
    const before = process.umask(0o022);
    try {
      const { program, call } = await openShop();
      expect(process.umask()).toBe(0o077);
      await call('folder.open', { which: 'backups' });
      expect(program.umasks).toEqual([0o022]);
    } finally {
      process.umask(before);
    }
  },
);

test('an unsigned build on macOS has no notifications, login item and updates, and says so', async () => {
  let loads = 0;
  const { program, sell, pay, call } = await openShop({
    platform: 'darwin',
    isSigned: async () => false,
    loadUpdater: async () => {
      loads += 1;
      return new StandInUpdater().whole;
    },
    prepare: ({ app }) => {
      app.isPackaged = true;
    },
  });
  program.window.hide();
  await pay(await sell(34_000));
  await soon(() => expect(program.trays[0]?.tooltip).toContain('(1 оплата)'));
  expect(program.notifications).toEqual([]);
  const nothing = { starts_with_system: null, notifications: null, notification_sound: null };
  expect(await call('computer.state')).toMatchObject({ value: { is_signed: false, ...nothing } });
  await call('computer.change', { starts_with_system: true });
  expect(program.app.loginCalls).toEqual([]);
  for (const name of ['update.state', 'update.check', 'update.download'])
    expect(await call(name)).toMatchObject({ ok: true, value: { status: 'off' } });
  expect(loads).toBe(0);
});

describe('closing', () => {
  test('hides it in the tray, which is said once; its place is kept', async () => {
    const { program } = await openShop();
    program.window.maximised = true;
    program.window.bounds.width = 1400;
    expect(program.window.clickClose()).toBe(true);
    await soon(() => expect(program.window.visible).toBe(false));
    expect([program.app.exits, isServing()]).toEqual([[], true]);
    program.desktop?.window.show();
    program.window.close();
    await soon(() => expect(program.window.visible).toBe(false));
    expect(program.notifications.map(({ options }) => options.title)).toEqual([uk.news.inTray]);
    const kept = JSON.parse(readFileSync(join(folder.path, 'Kramar Window', 'desktop.json'), 'utf8'));
    expect(kept.window).toMatchObject({ width: 1400, maximised: true });
  });

  test.each([
    ['where the owner wants no tray', { closes: false, platform: 'win32' }],
    ['on Linux, where a tray may show no icon', { closes: true, platform: 'linux' }],
  ] as const)('ends the program %s', async (_, { closes, platform }) => {
    const { program, call } = await openShop({ platform });
    await call('computer.change', { closes_to_tray: closes });
    program.window.close();
    await program.exited(0);
    expect(isServing()).toBe(false);
  });
});

describe('the end', () => {
  const quitFromTray = ({ trays }: Ran) => {
    const item = trays[0]?.menu.find(({ label }) => label === uk.tray.quit);
    item?.click?.(undefined as never, undefined, undefined as never);
  };

  test('asks while a payment is open, with count and sum; after “stay” the shop continues selling', async () => {
    const { program, sell, owner } = await openShop();
    await sell(10_000);
    await sell(34_000);
    program.answers.push(uk.quit.stay);
    quitFromTray(program);
    await soon(() => expect(program.boxes).toHaveLength(1));
    expect(program.boxes[0]).toMatchObject({
      message: 'Ще не оплачено: 2 QR',
      detail: expect.stringContaining('340,00\u00a0₴'),
      buttons: [uk.quit.quit, uk.quit.stay],
      defaultId: 1,
      cancelId: 1,
    });
    expect(program.parents).toEqual([program.window]);
    expect((await owner.get('terminals/')).status).toBe(200);
    expect(program.app.exits).toEqual([]);
    program.answers.push(uk.quit.quit);
    quitFromTray(program);
    await program.exited(0);
    expect(isServing()).toBe(false);
  });

  test('a second start with --quit ends it in order and without a question, though a payment is open', async () => {
    const { program, sell } = await openShop();
    const { invoice_id } = await sell(34_000);
    const second = await runDesktop({
      folder: folder.path,
      args: ['--quit'],
      prepare: ({ app }) => {
        app.hasLock = false;
      },
    });
    expect([second.app.exits, second.windows, second.desktop]).toEqual([[0], [], undefined]);
    program.app.emit('second-instance', {}, ['Kramar', '--reordered'], '/', second.app.lockData);
    await program.exited(0);
    expect([program.boxes, isServing()]).toEqual([[], false]);
    const log = readFileSync(join(dataDir(), 'logs', 'kramar.log'), 'utf8');
    expect(log).toContain('Another start requests that Kramar quits (--quit).');
    // Crash-safe: paid while it was closed, seen by the next start.
    bank.pay(invoice_id);
    ran = await runDesktop({ folder: folder.path, bankUrl: bank.url });
    const stranger = new Client(endpoint().base_url);
    const { body } = await stranger.post<TokenPair>('auth/token/', { username: 'owner', password: PASSWORD });
    const owner = stranger.as(body.access);
    await soon(async () => {
      const { results } = (await owner.get<Page<Invoice>>('invoices/')).body;
      expect(results).toMatchObject([{ amount: 34_000, status: 'success' }]);
    });
  });

  test("the system's own way to quit asks too, and waits until all has stopped", async () => {
    const { program } = await openShop();
    let prevented = false;
    program.app.emit('before-quit', { preventDefault: () => (prevented = true) });
    expect(prevented).toBe(true);
    await program.exited(0);
    expect(isServing()).toBe(false);
  });

  test.each([
    [
      'the computer shuts down',
      (program: Ran) => program.powerMonitor.emit('shutdown', { preventDefault() {} }),
    ],
    ['a signal', (program: Ran) => program.process.emit('SIGTERM')],
  ])('%s: in order, and without a question', async (_, happen) => {
    const { program, sell } = await openShop();
    await sell(10_000);
    happen(program);
    await program.exited(0);
    expect([program.boxes, isServing()]).toEqual([[], false]);
  });

  test('Windows ends the session: all is closed when the listener returns, and the next start finds it', async () => {
    const { program, sell, owner } = await openShop();
    const invoice = await sell(10_000);
    expect((await owner.get('terminals/')).status).toBe(200);
    program.window.bounds.width = 1300;
    program.window.emit('session-end', {});
    // Windows ends the process here: nothing after this line would run.
    expect(program.app.exits).toEqual([0]);
    const left = readdirSync(dataDir());
    expect(left).not.toContain('endpoint.json');
    // SQLite removes both when the last connection closes in order.
    expect(left.filter((name) => /-wal$|-shm$/.test(name) && name.startsWith('kramar.db'))).toEqual([]);
    expect(readFileSync(join(dataDir(), 'logs', 'kramar.log'), 'utf8')).toContain(
      'The session of Windows ends',
    );
    const kept = JSON.parse(readFileSync(join(folder.path, 'Kramar Window', 'desktop.json'), 'utf8'));
    expect([program.boxes, kept.window.width]).toEqual([[], 1300]);
    const again = await runDesktop({ folder: folder.path, bankUrl: bank.url });
    expect(again.boxes).toEqual([]);
    const client = new Client(endpoint().base_url);
    const { body } = await client.post<TokenPair>('auth/token/', { username: 'owner', password: PASSWORD });
    expect((await client.as(body.access).get<Invoice>(`invoices/${invoice.id}/`)).body.amount).toBe(10_000);
    await again.end();
  });

  test('a fault of its own: logged, in order, shown', async () => {
    const { program } = await openShop();
    program.process.emit('uncaughtException', new Error('a screw is loose'));
    await program.exited(1);
    expect(program.errorBoxes).toEqual([[uk.crash.fault, expect.stringContaining('a screw is loose')]]);
    expect(isServing()).toBe(false);
    expect(readFileSync(join(dataDir(), 'logs', 'kramar.log'), 'utf8')).toContain('a screw is loose');
  });
});

test('the PC wakes up: due jobs run; it is locked: so is the window', async () => {
  const { program, owner } = await openShop();
  program.powerMonitor.emit('suspend');
  program.powerMonitor.emit('resume');
  await soon(async () => {
    const { body } = await owner.get<Page<Job>>('jobs/');
    expect(body.results.flatMap(({ runs }) => runs.map(({ cause }) => cause))).toContain('wake');
  });
  program.powerMonitor.emit('lock-screen');
  expect(program.window.page.sent).toContainEqual(['kramar:event', { type: 'lock' }]);
});

test("a right click: a menu in a field, none elsewhere; the window's own menu", async () => {
  const { program } = await openShop();
  const editFlags = { canCut: false, canCopy: false, canPaste: true, canSelectAll: true };
  program.window.page.emit('context-menu', {}, { isEditable: false, selectionText: '', editFlags });
  expect(program.popups).toEqual([]);
  program.window.page.emit('context-menu', {}, { isEditable: true, selectionText: '', editFlags });
  expect(program.popups.map((items) => items.map(({ label }) => label))).toEqual([
    [uk.menu.cut, uk.menu.copy, uk.menu.paste, undefined, uk.menu.selectAll],
  ]);
});

test('its icon offers the screens of a cashier: the jump list of Windows, the dock of macOS', async () => {
  const { program } = await openShop({
    prepare: ({ app }) => {
      app.isPackaged = true;
    },
  });
  const [tasks] = program.app.jumpList ?? [];
  expect(tasks?.items?.map(({ title, program: path, args }) => [title, path, args])).toEqual([
    [uk.tray.newInvoice, '/opt/Kramar/kramar', 'kramar://charge'],
    [uk.tray.today, '/opt/Kramar/kramar', 'kramar://today'],
  ]);
  await program.end();
  const mac = await runDesktop({ folder: folder.path, bankUrl: bank.url, platform: 'darwin' });
  ran = mac;
  mac.app.dockMenu[0]?.click?.(undefined as never, undefined, undefined as never);
  expect(mac.window.loaded.at(-1)).toMatch(/\/charge$/);
});

test('Help saves the logs as one file, without a secret in it', async () => {
  const { program } = await openShop();
  // The log is written in the background.
  const file = join(dataDir(), 'logs', 'kramar.log');
  await soon(() => expect(readFileSync(file, 'utf8')).toContain('Kramar is serving.'));
  program.chosen.saveTo = join(folder.path, 'logs.zip');
  const items = program.menus.at(-1)?.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : [])) ?? [];
  items
    .find(({ label }) => label === uk.menu.exportLogs)
    ?.click?.(undefined as never, undefined, undefined as never);
  await soon(() => expect(program.shown).toEqual([program.chosen.saveTo]));
  const files = unzipSync(readFileSync(program.chosen.saveTo));
  expect(Object.keys(files).sort()).toEqual(['about.txt', 'kramar.log']);
  const log = new TextDecoder().decode(files['kramar.log']);
  expect(log).toContain('Kramar is serving.');
  expect(log).not.toContain(PASSWORD);
});

test("requests to the bank use Chromium's network, and each write has a connection of its own", async () => {
  const { program, sell, pay } = await openShop();
  await pay(await sell(100));
  const ways = program.bankRequests.map(({ partition, method, headers }) =>
    [partition, method, headers.get('connection')].join(' '),
  );
  expect([...new Set(ways)].sort()).toEqual(['bank-reads GET ', 'bank-writes POST close']);
});

describe('the bridge', () => {
  test('answers the main frame of the window, and no other', async () => {
    const { call, program } = await openShop();
    const { url } = program.window.webContents.mainFrame;
    expect(await call('shop.state')).toEqual({
      ok: true,
      value: { has_owner: true, has_terminal: true, is_practice: false },
    });
    for (const foreign of [{ url }, { url: 'http://evil.example/' }, null])
      expect(await call('shop.state', {}, foreign)).toMatchObject({
        ok: false,
        refusal: { code: 'NOT_ALLOWED' },
      });
  });

  test('the language of the window is that of the tray and the menu', async () => {
    const { call, program } = await openShop();
    await call('computer.language', { language: 'en' });
    expect(program.trays[0]?.menu.at(-1)?.label).toBe('Quit Kramar');
    expect(program.trays[0]?.tooltip).toContain('Takings today');
    expect(JSON.stringify(program.menus.at(-1))).toContain('Full Screen');
  });

  test('the practice shop in its place: the window goes to its address, the tray says so', async () => {
    const { call, program } = await openShop();
    const before = program.window.loaded.length;
    expect(await call('shop.switch', { to: 'practice' })).toEqual({ ok: true, value: null });
    const demo = JSON.parse(readFileSync(join(`${dataDir()}-demo`, 'endpoint.json'), 'utf8'));
    expect(program.window.loaded.slice(before)).toEqual([`${new URL(demo.base_url).origin}/`]);
    expect(program.trays[0]?.tooltip).toContain(uk.tray.practice);
    expect(program.trays[0]?.menu[0]).toMatchObject({ label: uk.tray.practice, enabled: false });
    // Two years of sales are made for it.
  });

  test('a service that fails to restart is reported, and starts again', async () => {
    const { call, program } = await openShop();
    const aside = join(folder.path, 'aside');
    renameSync(dataDir(), aside);
    writeFileSync(dataDir(), 'in the way');
    program.answers.push(() => {
      rmSync(dataDir());
      renameSync(aside, dataDir());
      return failuresUk.choice.retry;
    });
    expect(await call('service.restart')).toMatchObject({ ok: false });
    await soon(() => expect(isServing()).toBe(true));
    expect(program.boxes.map(({ message }) => message)).toEqual([failuresUk.message.folder]);
    await soon(() => expect(program.window.loaded.at(-1)).toBe(`${new URL(endpoint().base_url).origin}/`));
  });
});

describe('an update', () => {
  const ready = async () => {
    const updater = new StandInUpdater();
    updater.version = '9.9.9';
    const shop = await openShop({ loadUpdater: async () => updater.whole });
    expect(await shop.call('update.check')).toMatchObject({ value: { status: 'available' } });
    expect(await shop.call('update.download')).toMatchObject({ value: { status: 'ready' } });
    return { ...shop, updater };
  };

  test('is installed once a backup is made and the service has stopped', async () => {
    const { call, updater, program } = await ready();
    expect(await call('update.install')).toEqual({ ok: true, value: null });
    expect(updater.installs).toHaveLength(1);
    expect(isServing()).toBe(false);
    expect(readdirSync(join(dataDir(), 'backups')).some((name) => name.includes('manual'))).toBe(true);
    // The installer ends the program by itself: no question is shown then.
    program.app.emit('before-quit', { preventDefault: () => expect.unreachable() });
  });

  test('whose installer does not start leaves the shop open', async () => {
    const { call, updater } = await ready();
    updater.installFault = new Error('no room');
    expect(await call('update.install')).toMatchObject({
      ok: false,
      refusal: { code: 'UPDATE_NOT_INSTALLED' },
    });
    expect(isServing()).toBe(true);
    expect((await new Client(endpoint().base_url).get('terminals/')).status).toBe(401);
  });
});

describe('the window fails', () => {
  const gone = (program: Ran, reason = 'crashed') =>
    program.window.webContents.emit('render-process-gone', {}, { reason, exitCode: 1 });

  test('it is reloaded, at most three times in a minute, then by hand; the service continues', async () => {
    const { program, owner } = await openShop();
    const before = program.window.loaded.length;
    for (let time = 0; time < 3; time += 1) gone(program);
    expect(program.window.loaded.length - before).toBe(3);
    program.answers.push(uk.crash.again);
    gone(program);
    await soon(() => expect(program.window.loaded.length - before).toBe(4));
    expect(program.boxes.map(({ message }) => message)).toEqual([uk.crash.window]);
    expect(program.parents).toEqual([program.window]);
    expect((await owner.get('terminals/')).status).toBe(200);
  });

  test('it hangs: the choice is to wait or to reload it', async () => {
    const { program } = await openShop();
    program.answers.push(uk.crash.wait, uk.crash.reload);
    program.window.emit('unresponsive');
    await soon(() => expect(program.boxes).toHaveLength(1));
    await soon(() => {
      program.window.emit('unresponsive');
      expect(program.boxes).toHaveLength(2);
    });
    await soon(() => expect(program.window.page.crashes).toBe(1));
    expect(program.parents).toEqual([program.window, program.window]);
    // While it is hidden, its own question would be hidden too.
    program.window.hide();
    program.answers.push(uk.crash.wait);
    program.window.emit('unresponsive');
    await soon(() => expect(program.boxes).toHaveLength(3));
    expect(program.parents.at(-1)).toBeUndefined();
  });
});
