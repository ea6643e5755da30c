import { mkdirSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../main/platform/config.ts';
import { createLog } from '../../main/platform/log.ts';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { type Installation, openInstallation } from '../../main/safekeeping/installation.ts';
import { createKey, revokeKey } from '../../main/shop/accounts/keys.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import { Client } from '../helpers/client.ts';
import { runService } from '../helpers/service.ts';
import { temporaryFolder } from '../helpers/shop.ts';
import { killExamples, LANGUAGES, lacksTools, launch, outputOf, prepareClient } from './till-pages.ts';

// The clients of docs/till/clients, as they stand, against a service that is killed, a bank that fails, and a busy one.

/** Two coffees and a croissant. */
const LINES = ['Кава;5500;2', 'Круасан "міні";6450;1'];
const AMOUNT = 17_450;
const PATIENCE = { timeout: 120_000, interval: 100 };

/** Passes requests on, but for those that it refuses first. */
const startProxy = async (target: () => string) => {
  let busyFor = 0;
  const server: Server = createServer((incoming, outgoing) => {
    if (busyFor > 0 && incoming.method === 'POST') {
      busyFor -= 1;
      outgoing.writeHead(429, { 'Retry-After': '1', 'Content-Type': 'application/json' });
      outgoing.end('{"detail":"Request was throttled. Expected available in 1 second."}');
      return;
    }
    const { method, headers, url } = incoming;
    const passed = forward(new URL(url ?? '', target()), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`,
    beBusyFor: (requests: number) => {
      busyFor = requests;
    },
    stop: () => server.close(),
  };
};

const TILLS = LANGUAGES.filter(({ fence }) => fence !== 'sh');

afterAll(killExamples);

describe.concurrent.each(TILLS)('the client in $name', (language) => {
  const isSkipped = lacksTools(language);

  const folder = temporaryFolder();
  const dataDir = join(folder.path, 'shop');
  let bank: PracticeBank;
  let admin: Installation;
  let service: ReturnType<typeof runService>;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let baseUrl = '';
  let key: { id: number; key: string };
  let command: string[];

  const startService = async (): Promise<void> => {
    service = runService([
      ...['--data-dir', dataDir, '--keychain', 'file', '--bank-url', bank.url],
      ...['--port', '0', '--ready-json'],
    ]);
    baseUrl = (await service.ready()).base_url;
  };

  beforeAll(async () => {
    if (isSkipped) return;
    bank = await startPracticeBank();
    mkdirSync(dataDir, { mode: 0o700 });
    const config = readConfig({ dataDir, port: '0', bankUrl: bank.url, keychain: 'file' }, {});
    const log = createLog({ level: 'error', dir: join(folder.path, 'logs') });
    admin = await openInstallation(config, { log });
    await addTerminal(admin, { name: 'Каса', token: bank.merchants[0]?.token ?? '' });
    const issued = createKey(admin, {
      name: 'Till',
      permissions: ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'],
      terminal: null,
      own_sales_only: false,
      catalog_prices_only: false,
      catalog_read_only: false,
    });
    key = { id: issued.row.id, key: issued.key };
    await startService();
    proxy = await startProxy(() => baseUrl);
    command = await prepareClient(language, folder.path);
  });
  afterAll(async () => {
    if (!isSkipped) {
      await service.stop();
      proxy.stop();
      admin.close();
      await bank.stop();
    }
    folder.remove();
  });

  const start = (...args: string[]) => {
    const child = launch([...command, ...args], folder.path, { KRAMAR_API: proxy.url, KRAMAR_KEY: key.key });
    let stdout = '';
    child.stdout.on('data', (text: Buffer) => {
      stdout += text.toString();
    });
    return { child, ended: outputOf(child), stdout: () => stdout };
  };

  const invoicesOf = async (reference: string) => {
    const till = new Client(baseUrl, key.key);
    return (await till.get<InvoicePage>(`invoices/?reference=${encodeURIComponent(reference)}`)).body.results;
  };
  /** What was paid at the bank for the sale, over all its bank invoices. */
  const paidFor = (reference: string): number[] =>
    bank
      .invoices()
      .filter((each) => each.status === 'success' && each.info?.reference === reference)
      .map(({ finalAmount }) => finalAmount ?? 0);

  /** Pays at the address that the till shows. */
  const payShown = async (till: ReturnType<typeof start>): Promise<void> => {
    const address = await vi.waitFor(() => {
      const [, url] = /^Pay at (\S+)$/m.exec(till.stdout()) ?? [];
      expect(url).toBeDefined();
      return url ?? '';
    }, PATIENCE);
    bank.pay(address.split('/').at(-1) ?? '');
  };
  const sellsOnce = async (reference: string, till: ReturnType<typeof start>): Promise<void> => {
    const { code, stdout, stderr } = await till.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const invoices = await invoicesOf(reference);
    expect(invoices).toMatchObject([{ status: 'success', amount: AMOUNT, reference }]);
    expect(stdout).toMatch(/^Invoice \d+: success$/m);
    expect(paidFor(reference)).toEqual([AMOUNT]);
  };
  const sale = async (reference: string): Promise<void> => {
    const till = start('sell', reference, ...LINES);
    await payShown(till);
    await sellsOnce(reference, till);
  };

  // One after another: each changes the service, the bank or the key that they all use.
  describe('in a shop of its own', { concurrent: false }, () => {
    test.skipIf(isSkipped)('sells, and refunds a part', async () => {
      await sale('CALM-1');
      const { code, stdout } = await start('refund', 'CALM-1', '5500').ended;
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/: 11950 left\n$/) });
      // A person repeats what they did not see: nothing more is refunded.
      expect((await start('refund', 'CALM-1', '5500').ended).code).toBe(0);
      expect(paidFor('CALM-1')).toEqual([11_950]);
    });

    test.skipIf(isSkipped)('sells once when the answer of the bank is lost', async () => {
      bank.fault({ kind: 'reset', path: 'invoice/create', acts: true });
      await sale('LOST-1');
      bank.fault({ kind: 'too-many-requests', path: 'invoice/create' });
      await sale('BUSY-1');
    });

    test.skipIf(isSkipped)('waits as long as a busy service says', async () => {
      proxy.beBusyFor(2);
      await sale('THROTTLED-1');
    });

    test.skipIf(isSkipped)(
      'sells once when the service is killed meanwhile',
      { timeout: 240_000 },
      async () => {
        bank.fault({ kind: 'delay', path: 'invoice/create', acts: true, ms: 20_000 });
        const creations = () => bank.requests.filter(({ path }) => path.endsWith('invoice/create')).length;
        const before = creations();
        const till = start('sell', 'KILLED-1', ...LINES);
        await vi.waitFor(() => expect(creations()).toBe(before + 1), PATIENCE);
        service.child.kill('SIGKILL');
        await service.exited;
        await startService();
        await payShown(till);
        await sellsOnce('KILLED-1', till);
      },
    );

    test.skipIf(isSkipped)('goes on with its sale after the PC was cut off', async () => {
      const first = start('sell', 'CUT-OFF-1', ...LINES);
      await vi.waitFor(() => expect(first.stdout()).toContain('Pay at'), PATIENCE);
      first.child.kill('SIGKILL');
      await first.ended;
      await sale('CUT-OFF-1');
    });

    test.skipIf(isSkipped)('refunds once when the answer of the bank is lost', async () => {
      await sale('REFUND-1');
      bank.fault({ kind: 'reset', path: 'invoice/cancel', acts: true });
      const { code, stderr } = await start('refund', 'REFUND-1', '5500').ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(paidFor('REFUND-1')).toEqual([11_950]);
    });

    test.skipIf(isSkipped)('says what was refused, and ends', async () => {
      const before = bank.requests.length;
      const wrong = await start('sell', 'WRONG-1', 'Кава;0;0').ended;
      expect(wrong.code).toBe(2);
      expect(wrong.stderr).toContain('quantity');
      const none = await start('refund', 'NEVER-SOLD').ended;
      expect(none.code).toBe(2);
      revokeKey(admin, key.id);
      const revoked = await start('sell', 'REVOKED-1', ...LINES).ended;
      expect(revoked.code).toBe(2);
      expect(revoked.stderr).toContain('token_not_valid');
      expect(bank.requests.slice(before).filter(({ path }) => path.endsWith('create'))).toEqual([]);
    });
  });
});
