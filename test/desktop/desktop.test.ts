import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failuresUk, textsIn } from '../../main/desktop/texts.ts';
import { Client } from '../helpers/client.ts';
import type { Ran } from './program.ts';
import { openStage, type Stage, soon } from './stage.ts';
import { StandInUpdater } from './stand-in-updater.ts';

const uk = textsIn('uk');

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

describe('a payment', () => {
  test('is shown as a notification while the window has no focus; a click opens its invoice; the tray counts it', async () => {
    const { program, sell, pay } = await stage.openShop();
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

    // A toast that has moved to the Action Center still opens its invoice by a click there.
    program.window.hide();
    const next = await sell(700);
    await pay(next);
    await soon(() => expect(program.notifications).toHaveLength(2));
    program.notices.timeOut(program.notifications[1]);
    program.notices.click(program.notifications[1]);
    expect(program.window.visible).toBe(true);
    expect(program.window.page.sent.at(-1)).toEqual([
      ...['kramar:event', { type: 'go', path: `/invoices/${next.id}` }],
    ]);
  });

  test('shows no notification while the window has focus, nor where the owner has switched notifications off', async () => {
    const { program, sell, pay, call } = await stage.openShop();
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
  const first = await stage.openShop({ prepare: ({ state }) => Object.assign(state, { displays }) });
  await first.call('customer_screen.open');
  await first.program.end();
  const { windows } = await stage.run({ prepare: ({ state }) => Object.assign(state, { displays }) });
  expect(windows.map(({ loaded }) => loaded[0]?.replace(/^.*\d/, ''))).toEqual(['/', '/customer']);
});

test.skipIf(process.platform === 'win32')(
  'what the system opens for the user has the rights of the user',
  async () => {
    const before = process.umask(0o022);
    try {
      const { program, call } = await stage.openShop();
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
  const { program, sell, pay, call } = await stage.openShop({
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

test('its icon offers the screens of a cashier: the jump list of Windows, the dock of macOS', async () => {
  const { program } = await stage.openShop({
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
  const mac = await stage.run({ platform: 'darwin' });
  mac.app.dockMenu[0]?.click?.(undefined as never, undefined, undefined as never);
  expect(mac.window.loaded.at(-1)).toMatch(/\/charge$/);
});

describe('the bridge', () => {
  test('the practice shop in its place: the window goes to its address, the tray says so', async () => {
    const { call, program } = await stage.openShop();
    const before = program.window.loaded.length;
    expect(await call('shop.switch', { to: 'practice' })).toEqual({ ok: true, value: null });
    const demo = JSON.parse(readFileSync(join(`${stage.dataDir}-demo`, 'endpoint.json'), 'utf8'));
    expect(program.window.loaded.slice(before)).toEqual([`${new URL(demo.base_url).origin}/`]);
    expect(program.trays[0]?.tooltip).toContain(uk.tray.practice);
    expect(program.trays[0]?.menu[0]).toMatchObject({ label: uk.tray.practice, enabled: false });
    // Two years of sales are made for it.
  });

  test('a service that fails to restart is reported, and starts again', async () => {
    const { call, program } = await stage.openShop();
    const aside = join(stage.folder, 'aside');
    renameSync(stage.dataDir, aside);
    writeFileSync(stage.dataDir, 'in the way');
    program.answers.push(() => {
      rmSync(stage.dataDir);
      renameSync(aside, stage.dataDir);
      return failuresUk.choice.retry;
    });
    expect(await call('service.restart')).toMatchObject({ ok: false });
    await soon(() => expect(stage.isServing()).toBe(true));
    expect(program.boxes.map(({ message }) => message)).toEqual([failuresUk.message.folder]);
    await soon(() =>
      expect(program.window.loaded.at(-1)).toBe(`${new URL(stage.endpoint().base_url).origin}/`),
    );
  });
});

describe('an update', () => {
  const ready = async () => {
    const updater = new StandInUpdater();
    updater.version = '9.9.9';
    const shop = await stage.openShop({ loadUpdater: async () => updater.whole });
    expect(await shop.call('update.check')).toMatchObject({ value: { status: 'available' } });
    expect(await shop.call('update.download')).toMatchObject({ value: { status: 'ready' } });
    return { ...shop, updater };
  };

  test('is installed once a backup is made and the service has stopped', async () => {
    const { call, updater, program } = await ready();
    expect(await call('update.install')).toEqual({ ok: true, value: null });
    expect(updater.installs).toHaveLength(1);
    expect(stage.isServing()).toBe(false);
    expect(readdirSync(join(stage.dataDir, 'backups')).some((name) => name.includes('manual'))).toBe(true);
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
    expect(stage.isServing()).toBe(true);
    expect((await new Client(stage.endpoint().base_url).get('terminals/')).status).toBe(401);
  });
});

describe('the window fails', () => {
  const gone = (program: Ran, reason = 'crashed') =>
    program.window.webContents.emit('render-process-gone', {}, { reason, exitCode: 1 });

  test('it is reloaded, at most three times in a minute, then by hand; the service continues', async () => {
    const { program, owner } = await stage.openShop();
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
    const { program } = await stage.openShop();
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
