import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Updater } from '../../main/desktop/electron.ts';
import { textsIn } from '../../main/desktop/texts.ts';
import { failuresUk } from '../../main/desktop/texts-failures.ts';
import { createOwner } from '../../main/domain/accounts/accounts.ts';
import { openInstallation } from '../../main/domain/installation.ts';
import { addTerminal } from '../../main/domain/terminals/terminals.ts';
import { readConfig } from '../../main/platform/config.ts';
import { createLog } from '../../main/platform/log.ts';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import type { TokenPair } from '../../shared/api/auth.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Job } from '../../shared/api/jobs.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { BridgeAnswer } from '../../shared/bridge.ts';
import { Client } from '../helpers/client.ts';
import { PASSWORD, temporaryFolder } from '../helpers/shop.ts';
import { type Ran, runDesktop } from './program.ts';
import { StandInUpdater } from './stand-in-updater.ts';

/** A machine that is busy takes its time. */
const soon = <Result>(look: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(look, { timeout: 10_000 });

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
  test('is told while nobody looks; a click opens its invoice; the tray counts it', async () => {
    const { program, sell, pay } = await openShop();
    expect(program.trays[0]?.tooltip).toBe('Kramar\nВиторг за сьогодні: 0,00\u00a0₴ (0 оплат)');
    program.window.hide();
    const invoice = await sell(123_450);
    await pay(invoice);
    await soon(() => expect(program.notifications).toHaveLength(1));
    const [told] = program.notifications;
    expect(told?.options).toMatchObject({
      title: 'Оплачено 1\u00a0234,50\u00a0₴',
      body: expect.stringContaining(invoice.reference),
      silent: false,
    });
    expect(program.trays[0]?.tooltip).toContain('1\u00a0234,50\u00a0₴ (1 оплата)');
    told?.emit('click');
    expect(program.window.visible).toBe(true);
    expect(program.window.webContents.sent).toEqual([
      ['kramar:event', { type: 'go', path: `/invoices/${invoice.id}` }],
    ]);
  });

  test('is not told while the window is looked at, and not where the owner wants none', async () => {
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

describe('closing', () => {
  test('hides it in the tray, which is said once; where it was is kept', async () => {
    const { program } = await openShop();
    program.window.maximised = true;
    program.window.bounds.width = 1400;
    expect(program.window.close()).toBe(true);
    expect([program.window.visible, program.app.exits, isServing()]).toEqual([false, [], true]);
    program.desktop?.window.show();
    program.window.close();
    expect(program.notifications.map(({ options }) => options.title)).toEqual([uk.news.inTray]);
    const kept = JSON.parse(readFileSync(join(folder.path, 'Kramar Window', 'desktop.json'), 'utf8'));
    expect(kept.window).toMatchObject({ width: 1400, maximised: true });
  });

  test.each([
    ['where the owner wants no tray', { closes: false, tray: true }],
    ['where there is none', { closes: true, tray: false }],
  ])('ends the program %s', async (_, { closes, tray }) => {
    const { program, call } = await openShop({ tray });
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

  test('asks while a payment is open, by how many and how much; who stays goes on selling', async () => {
    const { program, sell, owner } = await openShop();
    await sell(10_000);
    await sell(34_000);
    program.answers.push(uk.quit.stay);
    quitFromTray(program);
    await soon(() => expect(program.boxes).toHaveLength(1));
    expect(program.boxes[0]).toMatchObject({
      message: 'Ще не оплачено: 2 рахунки',
      detail: expect.stringContaining('340,00\u00a0₴'),
      buttons: [uk.quit.quit, uk.quit.stay],
      defaultId: 1,
      cancelId: 1,
    });
    expect((await owner.get('terminals/')).status).toBe(200);
    expect(program.app.exits).toEqual([]);
    program.answers.push(uk.quit.quit);
    quitFromTray(program);
    await program.exited(0);
    expect(isServing()).toBe(false);
  });

  test("the system's own way to quit asks too, and is held up until all has stopped", async () => {
    const { program } = await openShop();
    let prevented = false;
    program.app.emit('before-quit', { preventDefault: () => (prevented = true) });
    expect(prevented).toBe(true);
    await program.exited(0);
    expect(isServing()).toBe(false);
  });

  test.each([
    ['Windows ends the session', (program: Ran) => program.window.emit('session-end', {})],
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

  test('a fault of its own: logged, in order, told', async () => {
    const { program } = await openShop();
    program.process.emit('uncaughtException', new Error('a screw is loose'));
    await program.exited(1);
    expect(program.errorBoxes).toEqual([[uk.crash.fault, expect.stringContaining('a screw is loose')]]);
    expect(isServing()).toBe(false);
    expect(readFileSync(join(dataDir(), 'logs', 'kramar.log'), 'utf8')).toContain('a screw is loose');
  });
});

test('the PC wakes up: what is due is done; it is locked: so is the window', async () => {
  const { program, owner } = await openShop();
  program.powerMonitor.emit('suspend');
  program.powerMonitor.emit('resume');
  await soon(async () => {
    const { body } = await owner.get<Page<Job>>('jobs/');
    expect(body.results.flatMap(({ runs }) => runs.map(({ cause }) => cause))).toContain('wake');
  });
  program.powerMonitor.emit('lock-screen');
  expect(program.window.webContents.sent).toContainEqual(['kramar:event', { type: 'lock' }]);
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
  }, 60_000);

  test('a service that does not come back is told, and comes back', async () => {
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
    const shop = await openShop({ loadUpdater: async () => updater as unknown as Updater });
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
    // The installer ends the program by itself: nobody is asked then.
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

  test('it is loaded anew, three times in a minute, then by hand; the service goes on', async () => {
    const { program, owner } = await openShop();
    const before = program.window.loaded.length;
    for (let time = 0; time < 3; time += 1) gone(program);
    expect(program.window.loaded.length - before).toBe(3);
    program.answers.push(uk.crash.again);
    gone(program);
    await soon(() => expect(program.window.loaded.length - before).toBe(4));
    expect(program.boxes.map(({ message }) => message)).toEqual([uk.crash.window]);
    expect((await owner.get('terminals/')).status).toBe(200);
  });

  test('it hangs: wait, or load it anew', async () => {
    const { program } = await openShop();
    program.answers.push(uk.crash.wait, uk.crash.reload);
    program.window.emit('unresponsive');
    await soon(() => expect(program.boxes).toHaveLength(1));
    await soon(() => {
      program.window.emit('unresponsive');
      expect(program.boxes).toHaveLength(2);
    });
    await soon(() => expect(program.window.webContents.crashes).toBe(1));
  });
});
