import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { System } from '../../shared/api/system.ts';
import { Client } from '../helpers/client.ts';
import { jobOf, runJob } from '../helpers/jobs.ts';
import { type NewShop, openNewShop } from '../helpers/new-shop.ts';
import { openShop, PASSWORD, type Shop, TALKATIVE } from '../helpers/shop.ts';
import { withoutTrace } from '../helpers/trace.ts';
import { leavingNoTrace, openWindow, type Window } from './stage.ts';

const PHRASE = 'зелений човен стоїть над тихим млином';

let shop: Shop;
let window: Window;
let folder: string;
const system = async () => (await shop.owner.get<System>('system/')).body;
const turnOn = () => window.ask('copies.setup', { folder, phrase: PHRASE });

beforeAll(async () => {
  shop = await openShop({ config: TALKATIVE });
  window = openWindow(shop);
  await window.signIn();
  folder = join(shop.folder, 'cloud');
  mkdirSync(folder);
});
afterAll(() => shop.close());

describe('encrypted copies', () => {
  test('are off at first, and refused without a folder chosen in the dialog or with a weak passphrase', async () => {
    expect(await window.ask('copies.state', {})).toEqual({ folder: null, copies: [], is_readable: true });
    expect((await system()).copies).toMatchObject({ is_on: false, is_overdue: false });
    await leavingNoTrace(shop, window, async () => {
      const foreign = await window.refused('copies.setup', { folder, phrase: PHRASE });
      expect(foreign.code).toBe('VALIDATION');
      expect((await window.refused('copies.create', {})).code).toBe('COPIES_OFF');
      expect((await window.refused('shop.move', {})).code).toBe('COPIES_OFF');
    });
    window.asked.nextFolder = folder;
    await window.ask('folder.choose', {});
    const weak = await window.refused('copies.setup', { folder, phrase: 'password123' });
    expect(weak).toMatchObject({ code: 'VALIDATION', codes: { phrase: ['weak_phrase'] } });
    expect((await window.refused('copies.setup', { folder })).codes).toEqual({ phrase: ['required'] });
    expect((await system()).copies.is_on).toBe(false);
  });

  test('go on by a daily job, once a backup; the drill opens the newest', async () => {
    expect(await turnOn()).toEqual({ folder });
    await runJob(shop, 'back-up');
    expect(await runJob(shop, 'copy-backup')).toMatchObject({ status: 'done', changed: 1 });
    const { copies } = await window.ask('copies.state', {});
    expect(copies).toHaveLength(1);
    expect((await system()).copies).toEqual({
      is_on: true,
      last_at: copies[0]?.created_at,
      is_overdue: false,
      problem: '',
      fault: null,
    });
    const path = join(folder, copies[0]?.name ?? '');
    const sound = readFileSync(path);
    writeFileSync(path, sound.with(sound.length >> 1, 255 - (sound[sound.length >> 1] ?? 0)));
    const leftovers = () => readdirSync(shop.folder).filter((name) => /opened-copy|restore-drill/.test(name));
    await runJob(shop, 'drill-backup');
    expect((await system()).copies.problem).toMatch(
      /^The newest encrypted copy could not be opened: .*Make another copy\.$/,
    );
    expect(leftovers()).toEqual([]);
    writeFileSync(path, sound);
    expect(await runJob(shop, 'drill-backup')).toMatchObject({ status: 'done' });
    expect((await system()).copies.problem).toBe('');
    expect(leftovers()).toEqual([]);
    expect((await jobOf(shop, 'copy-backup')).description).not.toContain(PHRASE);
  });

  test('while the disk is away the backup goes on, the state says why, and the next copy clears it', async () => {
    const { copies } = await window.ask('copies.state', {});
    rmSync(folder, { recursive: true });
    const refusal = await window.refused('copies.create', {});
    expect(refusal).toMatchObject({ code: 'COPY_FAILED', fault: 'absent' });
    expect(await window.ask('copies.state', {})).toEqual({ folder, copies: [], is_readable: false });
    expect((await system()).copies).toMatchObject({ fault: 'absent', last_at: copies[0]?.created_at });
    mkdirSync(folder);
    await window.ask('copies.create', {});
    expect((await system()).copies).toMatchObject({ problem: '', fault: null });
  });
});

describe('moving to another computer', () => {
  let other: NewShop;
  let there: Window;
  let sold: Invoice;
  beforeAll(async () => {
    sold = await shop.createInvoice();
    other = await openNewShop({ bankUrl: shop.bank.url });
    there = openWindow(other);
  });
  afterAll(() => other.close());

  test('is refused while an invoice may still be paid, and leaves nothing', async () => {
    const before = readdirSync(folder);
    expect((await window.refused('shop.move', {})).code).toBe('OPEN_PAYMENT');
    expect(readdirSync(folder)).toEqual(before);
    expect((await system()).moved_away).toBeNull();
    await shop.owner.post(`invoices/${sold.id}/cancel/`, {});
  });

  test('the old computer refuses to ask the bank, says why on every screen, and leaves no trace', async () => {
    const { copy } = await window.ask('shop.move', {});
    expect(copy.name).toMatch(/-move\.tar\.age$/);
    expect((await system()).moved_away).toEqual({ at: expect.any(String), copy: copy.name });
    expect((await window.refused('shop.move', {})).code).toBe('ALREADY_MOVED');
    const requests = [
      () => shop.owner.post('invoices/', { terminal: shop.terminal.id, amount: 100 }),
      () => shop.owner.post(`invoices/${sold.id}/refresh/`),
      () => shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`),
      () => shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`),
    ];
    for (const request of requests) {
      const answer = await withoutTrace(shop, request as Parameters<typeof withoutTrace>[1]);
      expect([answer.status, answer.body.err_code]).toEqual([502, 'MOVED_AWAY']);
    }
    const { token } = shop.merchant;
    expect((await window.refused('terminals.try', { token })).code).toBe('BANK_MOVED_AWAY');
  });

  test('the new computer begins with the copy: a wrong passphrase stops nothing, the right one brings the tokens', async () => {
    there.asked.nextFolder = folder;
    const chosen = await there.ask('backups.choose', {}, { token: null });
    expect(chosen?.backups).toEqual([]);
    // A backup of the same second may stand before it.
    const copy = chosen?.copies.find(({ name }) => /-move\.tar\.age$/.test(name));
    expect(copy).toBeDefined();
    const path = copy?.path ?? '';
    const running = other.host.started();
    const wrong = await there.refused('copies.adopt', { path, phrase: `${PHRASE}?` }, { token: null });
    expect(wrong.code).toBe('COPY_PHRASE_WRONG');
    expect(other.host.started()).toBe(running);
    const foreign = await there.refused(
      'copies.adopt',
      { path: '/etc/passwd.age', phrase: PHRASE },
      { token: null },
    );
    expect(foreign.code).toBe('VALIDATION');

    const adopted = await there.ask('copies.adopt', { path, phrase: PHRASE }, { token: null });
    expect(adopted).toMatchObject({ tokens: 1, has_keychain: true, is_move: true });
    await fetch(there.page()).catch(() => undefined);
    const { access } = await there.signIn('owner', PASSWORD);
    const client = new Client(other.host.started()?.running.baseUrl ?? '', access);
    const state = (await client.get<System>('system/')).body;
    expect(state.moved_away).toBeNull();
    expect(state.moved_here).toEqual({ at: expect.any(String), computer: adopted.computer });
    expect(state.terminals).toMatchObject([{ token: 'usable' }]);
    const made = await client.post<Invoice>('invoices/', { terminal: shop.terminal.id, amount: 500 });
    expect([made.status, made.body.number > sold.number]).toEqual([201, true]);
    // The tag of the same installation: what either made at the bank is the shop's own.
    const sent = shop.bank.requests.filter((each) => each.path === '/api/merchant/invoice/create');
    expect(
      new Set(sent.map((each) => JSON.stringify(each.body).match(/"kramar_installation":"(\w+)"/)?.[1])).size,
    ).toBe(1);
    // Sessions of the other computer do not go on here.
    expect((await new Client(other.host.started()?.running.baseUrl ?? '', 'x').get('account/')).status).toBe(
      401,
    );
    expect((await there.refused('copies.adopt', { path, phrase: PHRASE })).code).toBe('FORBIDDEN');
  });

  test('the way back: this computer goes on', async () => {
    expect(await window.ask('shop.stay', {})).toEqual({});
    expect((await system()).moved_away).toBeNull();
    const { status } = await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
    expect(status).toBe(200);
  });
});
