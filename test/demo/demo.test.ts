import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { PRACTICE_CARD } from '../../main/practice-bank/cards.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { differencesOfSums, searchAgrees } from '../../main/store/invoices/rollups/check.ts';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Terminal } from '../../shared/api/terminals.ts';
import { accessToken, Client } from '../helpers/client.ts';
import { inFile } from '../helpers/contents.ts';
import { endServices, linesOf, runService } from '../helpers/service.ts';
import { temporaryFolder } from '../helpers/shop.ts';

const optionsOf = (dataDir: string) => ['--demo', '--data-dir', dataDir, '--port', '0', '--ready-json'];
const runDemo = (dataDir: string, ...args: string[]) => runService([...optionsOf(dataDir), ...args]);

/** Ends the process, as a power cut would, where it would put a file in this place. */
const dieAt = (place: string) =>
  `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { renameSync } = fs;
    fs.renameSync = (from, to) => {
      if (to === ${JSON.stringify(place)}) process.kill(process.pid, 'SIGKILL');
      renameSync(from, to);
    };
    syncBuiltinESMExports();`)}`;

/** Starts the demo and signs in with the credentials that it prints. */
const openDemo = async (dataDir: string) => {
  const service = runDemo(dataDir);
  const { base_url } = await service.ready();
  await vi.waitFor(() => expect(service.stderr()).toContain('To begin anew'));
  const guide = service.stderr();
  const [, username, password = ''] = /Sign in: +(\S+), password (\S+)/.exec(guide) ?? [];
  const signIn = async (name = username) => new Client(base_url, await accessToken(base_url, password, name));
  return { service, guide, signIn, owner: await signIn() };
};

const pay = (pageUrl: string) =>
  fetch(`${pageUrl}/pay`, { method: 'POST', body: new URLSearchParams(PRACTICE_CARD), redirect: 'manual' });

const invoices = async (client: Client, query = '') =>
  (await client.get<InvoicePage>(`invoices/?${query}`)).body;

describe('the demo', () => {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, 'demo');
  let demo: Awaited<ReturnType<typeof openDemo>>;
  // Its making takes seconds of a processor: the one that begins again after interruptions serves every test.
  beforeAll(async () => {
    for (const place of ['making/master.key', 'kramar.db']) {
      const killed = runService(optionsOf(dataDir), { preload: dieAt(join(dataDir, place)) });
      expect((await killed.exited).stdout).toBe('');
      expect(existsSync(join(dataDir, 'kramar.db'))).toBe(false);
    }
    demo = await openDemo(dataDir);
  });
  afterAll(() => {
    endServices();
    folder.remove();
  });

  test('after an interruption the next start begins again', async () => {
    const { count } = await invoices(demo.owner);
    const [last] = (await invoices(demo.owner, 'ordering=-number&page_size=1')).results;
    expect(last?.number).toBe(count);
    const journal = linesOf(readFileSync(join(dataDir, 'practice-bank', 'journal.jsonl'), 'utf8'));
    expect(new Set(journal.map((line) => JSON.parse(line).invoiceId)).size).toBe(count);
    const ofRunning = /\.lock$|^backups$|^endpoint\.json$|^kramar\.db-(shm|wal)$/;
    const kept = readdirSync(dataDir).filter((name) => !ofRunning.test(name));
    expect(kept.sort()).toEqual(['kramar.db', 'logs', 'master.key', 'practice-bank']);
  });

  test('prints everything that a newcomer needs', () => {
    expect(demo.guide).toContain('no money moves');
    expect(demo.guide).toContain(`card ${PRACTICE_CARD.pan}`);
    expect(demo.guide).toMatch(/Practice bank: +http:\/\/127\.0\.0\.1:\d+/);
    expect(demo.guide).toContain(`delete the folder ${dataDir}`);
    expect(linesOf(demo.service.stdout())).toHaveLength(1);
  });

  test('has cashiers with different permissions, and the printed password', async () => {
    const [, names = ''] = /Cashiers: +(.*);/.exec(demo.guide) ?? [];
    const usernames = [...names.matchAll(/(\w+) \(/g)].map(([, name]) => name);
    expect(usernames).toHaveLength(3);
    for (const name of usernames)
      expect(await invoices(await demo.signIn(name))).toMatchObject({ next: expect.any(String) });
    const onlyLooks = await demo.signIn(usernames.at(-1));
    expect((await onlyLooks.post('invoices/', { terminal: 1, amount: 100 })).status).toBe(403);
  });

  test('has terminals with registers, goods, and two years of invoices', async () => {
    const terminals = (await demo.owner.get<Page<Terminal>>('terminals/')).body;
    expect(terminals.count).toBe(2);
    const registers = (await demo.owner.get<Page<CashRegister>>('cash-registers/')).body;
    expect(registers.count).toBeGreaterThan(3);
    expect((await demo.owner.get<Page<unknown>>('catalog/products/')).body.count).toBeGreaterThanOrEqual(60);

    const all = await invoices(demo.owner);
    expect(all.count).toBeGreaterThan(10_000);
    for (const status of ['created', 'success', 'failure', 'expired', 'reversed'])
      expect((await invoices(demo.owner, `status=${status}`)).count).toBeGreaterThan(1);
    expect((await invoices(demo.owner, 'created_locally=false')).results[0]).toMatchObject({ page_url: '' });
    const [oldest] = (await invoices(demo.owner, 'ordering=number&page_size=1')).results;
    expect(oldest).toMatchObject({ number: 1, number_display: '000001' });
  });

  test('its database holds every constraint, and the sums and the search index of its invoices', () => {
    const file = join(dataDir, 'kramar.db');
    expect(inFile(file, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(inFile(file, 'pragma foreign_key_check')).toEqual([]);
    const db = openDatabase(file);
    expect([differencesOfSums(db), searchAgrees(db)]).toEqual([[], true]);
    db.close();
    const faults = inFile(
      file,
      `select id from invoices where
        amount <> coalesce((select sum(amount) from invoice_items where invoice_id = invoices.id), amount)
        or coalesce(final_amount, amount) <>
          amount - coalesce((select sum(amount) from refunds where invoice_id = invoices.id), 0)
        or exists (select 1 from refunds where invoice_id = invoices.id and refunded_at <= paid_date)`,
    );
    expect(faults).toEqual([]);
  });

  test('agrees with its practice bank: statements and refreshes import nothing new', async () => {
    for (const terminal of [1, 2]) {
      const synced = await demo.owner.post<{ synced: number }>(`terminals/${terminal}/sync_invoices/`);
      expect(synced.body).toMatchObject({ created: 0, updated: 0 });
      expect(synced.body.synced).toBeGreaterThan(100);
    }
    for (const status of ['success', 'failure', 'expired', 'reversed']) {
      const found = await invoices(demo.owner, `status=${status}&created_locally=true&ordering=created_date`);
      for (const invoice of [...found.results.slice(0, 3), ...found.results.slice(-3)]) {
        const refreshed = await demo.owner.post<Invoice>(`invoices/${invoice.id}/refresh/`);
        expect(refreshed.status).toBe(200);
        expect(refreshed.body).toEqual(invoice);
      }
    }
  });

  test('an old invoice is refunded in part, and then the rest', async () => {
    const { results } = await invoices(
      demo.owner,
      'status=success&created_locally=true&amount_min=20000&ordering=number',
    );
    const old = results.find(({ amount, final_amount }) => amount === final_amount);
    if (!old) throw new Error('No old invoice was paid in full.');
    const part = await demo.owner.post<Invoice>(`invoices/${old.id}/cancel/`, { amount: 5000 });
    expect(part.body).toMatchObject({ status: 'success', final_amount: old.amount - 5000 });
    const rest = await demo.owner.post<Invoice>(`invoices/${old.id}/cancel/`);
    expect(rest.body).toMatchObject({ status: 'reversed', final_amount: 0 });
  });

  test('leads from an invoice to its payment, survives a restart, wherever the bank moves', async () => {
    const items = [{ name: 'Капучино', price: 7500, quantity: 2, discount_pct: 10 }];
    const made = await demo.owner.post<Invoice>('invoices/', { terminal: 1, items });
    expect(made).toMatchObject({ status: 201, body: { status: 'created', amount: 13_500 } });
    const left = await demo.owner.post<Invoice>('invoices/', { terminal: 2, amount: 4200 });
    expect((await fetch(made.body.page_url)).status).toBe(200);
    expect((await pay(made.body.page_url)).status).toBe(303);
    const read = async (id: number) => (await demo.owner.get<Invoice>(`invoices/${id}/`)).body;
    // No client calls refresh: Kramar requests the state from the bank by itself.
    await vi.waitFor(async () => expect((await read(made.body.id)).status).toBe('success'));
    const paid = await read(made.body.id);
    expect(paid).toMatchObject({ masked_pan: '444403******1902', rrn: expect.stringMatching(/^\d{12}$/) });

    await demo.service.stop();
    const bankPort = Number(new URL(paid.page_url).port);
    const squatter = createServer().listen(bankPort, '127.0.0.1');
    await vi.waitFor(() => expect(squatter.listening).toBe(true));
    demo = await openDemo(dataDir);
    squatter.close();
    expect(demo.service.stderr()).not.toContain('Making the demo');
    expect(await read(paid.id)).toEqual(paid);
    const waiting = await read(left.body.id);
    expect(waiting.status).toBe('created');
    expect(new URL(waiting.page_url).port).not.toBe(String(bankPort));
    expect((await pay(waiting.page_url)).status).toBe(303);
    await vi.waitFor(async () => expect((await read(waiting.id)).status).toBe('success'));
    expect((await demo.owner.post<Invoice>(`invoices/${paid.id}/cancel/`)).body.status).toBe('reversed');
  });

  test('a second demo on the same folder is refused', async () => {
    const { code, stdout, stderr } = await runDemo(dataDir).exited;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(linesOf(stderr)).toEqual([expect.stringContaining(`It is process ${demo.service.child.pid}`)]);
    expect((await demo.owner.get('terminals/')).status).toBe(200);
  });
});

describe('a demo that does not start', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  afterEach(() => {
    endServices();
    folder.remove();
  });

  test("leaves a real shop's folder unchanged", async () => {
    folder = temporaryFolder();
    const file = join(folder.path, 'kramar.db');
    openDatabase(file).close();
    const before = readFileSync(file);
    const { code, stdout, stderr } = await runDemo(folder.path).exited;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(linesOf(stderr)).toEqual([expect.stringContaining('holds a real shop, not a demo')]);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder.path)).toEqual(['kramar.db']);
  });

  test('even where a demo was before', async () => {
    folder = temporaryFolder();
    mkdirSync(join(folder.path, 'practice-bank'));
    openDatabase(join(folder.path, 'kramar.db')).close();
    const { code, stderr } = await runDemo(folder.path).exited;
    expect(code).toBe(1);
    expect(linesOf(stderr)).toEqual([expect.stringContaining('holds a real shop, not a demo')]);
  });

  test.each([[['--bank-url', 'https://bank.example']], [['--keychain', 'os']]])(
    '%j is wrong usage',
    async (wrong) => {
      folder = temporaryFolder();
      const dataDir = join(folder.path, 'demo');
      const { code, stderr } = await runDemo(dataDir, ...wrong).exited;
      expect(code).toBe(2);
      expect(stderr).toContain('not together with --demo');
      expect(existsSync(dataDir)).toBe(false);
    },
  );
});
