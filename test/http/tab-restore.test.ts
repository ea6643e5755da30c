import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Client } from '../helpers/client.ts';
import { openShop, type Shop } from '../helpers/shop.ts';
import { openOwnersTab, openTab, tabRefusal as refusal, type TabAnswer } from '../helpers/tab.ts';

// A backup restored by the owner's browser tab: the service that answers it stops for that.

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const origin = () => new URL(shop.baseUrl).origin;
/** A shop with a backup of one sale, and one more since. */
const backedUp = async () => {
  const tab = await openOwnersTab(shop);
  const { id: kept } = await shop.createInvoice();
  const { name, path } = (await tab.ask('backups.create')).body.value.backup;
  const { id: lost } = await shop.createInvoice();
  return { tab, name: String(name), path: String(path), kept, lost };
};
/** The owner's console has the database open, which keeps it from being replaced. */
const restoring = (work: () => Promise<TabAnswer>): Promise<TabAnswer> => {
  shop.console.close();
  return work();
};
const statusOf = async (id: number) => (await shop.owner.get(`invoices/${id}/`)).status;

test('answers first; then the shop is the one of the backup, at the same address', async () => {
  const { tab, name, kept, lost } = await backedUp();
  const before = shop.baseUrl;
  const given = await restoring(() => tab.ask('backups.restore', { name }));
  expect(given).toEqual({ status: 202, body: { ok: true, value: {} } });
  const { status, body } = await tab.outcome();
  expect({ status, ok: body.ok }).toEqual({ status: 200, ok: true });
  expect(body.value.backup).toMatchObject({ name, invoices: 1 });
  expect(existsSync(body.value.previous_path)).toBe(true);
  expect(shop.baseUrl).toBe(before);
  await shop.signInAgain();
  expect([await statusOf(kept), await statusOf(lost)]).toEqual([200, 404]);
  const { results } = (await shop.owner.get<{ results: { code: string }[] }>('actions/')).body;
  expect(results.filter(({ code }) => code === 'backup_restored')).toHaveLength(1);
});

test('is said once; the tab that waited goes on without the password, any other has ended', async () => {
  const { tab, name } = await backedUp();
  const other = await openTab(shop);
  await restoring(() => tab.ask('backups.restore', { name }));
  expect(refusal(await other.outcome())).toBe('TAB_ENDED');
  expect((await tab.outcome()).body.ok).toBe(true);
  expect(refusal(await tab.outcome())).toBe('TAB_ENDED');
  expect(refusal(await other.ask('backups.list'))).toBe('TAB_ENDED');
  const token = await shop.signIn('owner');
  const again = await tab.ask('backups.restore', { name }, { Authorization: `Bearer ${token}` });
  expect(refusal(again)).toBe('PASSWORD_NEEDED');
});

describe('while the backup is put in place', () => {
  test('tills and browsers get why, and when to come again; jobs have stopped', async () => {
    const { tab } = await backedUp();
    const { baseUrl } = shop;
    const release = Promise.withResolvers<void>();
    const { whileRestoring } = shop.host;
    const running = shop.host.started()?.running.handle;
    if (!running) throw new Error('Nothing runs.');
    const ended = whileRestoring(running, () => release.promise);
    await vi.waitFor(async () => expect((await fetch(origin())).status).toBe(503));
    const till = await new Client(baseUrl).post<{ err_code: string }>('invoices/', { amount: 1 });
    expect([till.status, till.body.err_code, till.headers.get('retry-after')]).toEqual([
      503,
      'BEING_RESTORED',
      '3',
    ]);
    const page = await fetch(`${origin()}/settings/backups`);
    const html = await page.text();
    expect(html).toMatch(/<meta http-equiv="refresh"/);
    expect(html).toContain('Відновлюємо копію');
    const customers = await (await fetch(`${origin()}/customer`)).text();
    expect(customers).toMatch(/http-equiv="refresh".*<h1>Зачекайте хвилинку, будь ласка<\/h1>/s);
    expect(customers).not.toContain('копію');
    expect(shop.host.started()).toBeUndefined();
    // Nor does a second one begin.
    await expect(whileRestoring(running, async () => undefined)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    release.resolve();
    await ended;
    expect(refusal(await tab.outcome())).toBe('TAB_ENDED');
  });
});

test('two tabs at once: one restore, and a repeated request is another', async () => {
  const { tab, name } = await backedUp();
  const second = await openOwnersTab(shop);
  shop.console.close();
  const tabs = [tab, second, tab];
  const given = await Promise.all(tabs.map((each) => each.ask('backups.restore', { name })));
  // A refused one is told so at once, and takes nothing from the outcome of the other.
  expect(given.filter(({ status }) => status === 202)).toHaveLength(1);
  const outcomes = await Promise.all([tab.outcome(), second.outcome()]);
  expect(outcomes.filter(({ body }) => body.ok)).toHaveLength(1);
  const aside = readdirSync(shop.folder).filter((file) => /^kramar-before-restore-.*\.db$/.test(file));
  expect(aside).toHaveLength(1);
});

test('one that fails brings the old shop up again, and says why; another file of this computer is none', async () => {
  const { tab, name, kept, lost } = await backedUp();
  const running = shop.host.started();
  const other = await tab.ask('backups.restore', { name: join(shop.folder, 'kramar.db') });
  expect(refusal(other)).toBe('NOT_FOUND');
  expect(shop.host.started()).toBe(running);
  // The console still has the database open.
  const given = await tab.ask('backups.restore', { name });
  expect(given.status).toBe(202);
  const { status, body } = await tab.outcome();
  expect(status).toBe(400);
  expect(body.refusal).toMatchObject({
    code: 'RESTORE_FAILED',
    detail: expect.stringContaining('is as it was'),
  });
  expect([await statusOf(kept), await statusOf(lost)]).toEqual([200, 200]);
  expect(readdirSync(shop.folder).filter((file) => /restor/.test(file))).toEqual([]);
});
