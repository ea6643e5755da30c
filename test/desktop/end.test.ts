import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { textsIn } from '../../main/desktop/texts.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Ran } from './program.ts';
import { openStage, type Stage, soon } from './stage.ts';

const uk = textsIn('uk');
let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

describe('closing', () => {
  test('hides it in the tray, which is said once; its place is kept', async () => {
    const { program } = await stage.openShop();
    program.window.maximised = true;
    program.window.bounds.width = 1400;
    expect(program.window.clickClose()).toBe(true);
    await soon(() => expect(program.window.visible).toBe(false));
    expect([program.app.exits, stage.isServing()]).toEqual([[], true]);
    program.desktop?.window.show();
    program.window.close();
    await soon(() => expect(program.window.visible).toBe(false));
    expect(program.notifications.map(({ options }) => options.title)).toEqual([uk.news.inTray]);
    const kept = stage.preferences();
    expect(kept.window).toMatchObject({ width: 1400, maximised: true });
  });

  test.each([
    ['where the owner wants no tray', { closes: false, platform: 'win32' }],
    ['on Linux, where a tray may show no icon', { closes: true, platform: 'linux' }],
  ] as const)('ends the program %s', async (_, { closes, platform }) => {
    const { program, call } = await stage.openShop({ platform });
    await call('computer.change', { closes_to_tray: closes });
    program.window.close();
    await program.exited(0);
    expect(stage.isServing()).toBe(false);
  });
});

describe('the end', () => {
  const quitFromTray = ({ trays }: Ran) => {
    const item = trays[0]?.menu.find(({ label }) => label === uk.tray.quit);
    item?.click?.(undefined as never, undefined, undefined as never);
  };

  test('asks while a payment is open, with count and sum; after “stay” the shop continues selling', async () => {
    const { program, sell, owner } = await stage.openShop();
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
    expect(stage.isServing()).toBe(false);
  });

  test('a second start with --quit ends it in order and without a question, though a payment is open', async () => {
    const { program, sell } = await stage.openShop();
    const { invoice_id } = await sell(34_000);
    const second = await stage.run({
      args: ['--quit'],
      prepare: ({ app }) => {
        app.hasLock = false;
      },
    });
    expect([second.app.exits, second.windows, second.desktop]).toEqual([[0], [], undefined]);
    program.app.emit('second-instance', {}, ['Kramar', '--reordered'], '/', second.app.lockData);
    await program.exited(0);
    expect([program.boxes, stage.isServing()]).toEqual([[], false]);
    const log = stage.logText();
    expect(log).toContain('Another start requests that Kramar quits (--quit).');
    // Crash-safe: paid while it was closed, seen by the next start.
    stage.bank.pay(invoice_id);
    await stage.run();
    const { owner } = await stage.signIn();
    await soon(async () => {
      const { results } = (await owner.get<Page<Invoice>>('invoices/')).body;
      expect(results).toMatchObject([{ amount: 34_000, status: 'success' }]);
    });
  });

  test("the system's own way to quit asks too, and waits until all has stopped", async () => {
    const { program } = await stage.openShop();
    let prevented = false;
    program.app.emit('before-quit', { preventDefault: () => (prevented = true) });
    expect(prevented).toBe(true);
    await program.exited(0);
    expect(stage.isServing()).toBe(false);
  });

  test.each([
    [
      'the computer shuts down',
      (program: Ran) => program.powerMonitor.emit('shutdown', { preventDefault() {} }),
    ],
    ['a signal', (program: Ran) => program.process.emit('SIGTERM')],
  ])('%s: in order, and without a question', async (_, happen) => {
    const { program, sell } = await stage.openShop();
    await sell(10_000);
    happen(program);
    await program.exited(0);
    expect([program.boxes, stage.isServing()]).toEqual([[], false]);
  });

  test('Windows ends the session: all is closed when the listener returns, and the next start finds it', async () => {
    const { program, sell, owner } = await stage.openShop();
    const invoice = await sell(10_000);
    expect((await owner.get('terminals/')).status).toBe(200);
    program.window.bounds.width = 1300;
    program.window.emit('session-end', {});
    // Windows ends the process here: nothing after this line would run.
    expect(program.app.exits).toEqual([0]);
    const left = readdirSync(stage.dataDir);
    expect(left).not.toContain('endpoint.json');
    // SQLite removes both when the last connection closes in order.
    expect(left.filter((name) => /-wal$|-shm$/.test(name) && name.startsWith('kramar.db'))).toEqual([]);
    expect(stage.logText()).toContain('The session of Windows ends');
    const kept = stage.preferences();
    expect([program.boxes, kept.window.width]).toEqual([[], 1300]);
    const again = await stage.run();
    expect(again.boxes).toEqual([]);
    const { owner: after } = await stage.signIn();
    expect((await after.get<Invoice>(`invoices/${invoice.id}/`)).body.amount).toBe(10_000);
  });

  test('a fault of its own: logged, in order, shown', async () => {
    const { program } = await stage.openShop();
    program.process.emit('uncaughtException', new Error('a screw is loose'));
    await program.exited(1);
    expect(program.errorBoxes).toEqual([[uk.crash.fault, expect.stringContaining('a screw is loose')]]);
    expect(stage.isServing()).toBe(false);
    expect(stage.logText()).toContain('a screw is loose');
  });
});
