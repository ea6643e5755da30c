import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import { openConsole } from '../cli/console.ts';
import { lastId } from '../helpers/events.ts';
import { openShop, PASSWORD, type Shop, temporaryFolder } from '../helpers/shop.ts';

// The examples of the page for till programmers, as they stand, each as a process of its own.

const page = readFileSync(new URL('../../docs/for-your-till.md', import.meta.url), 'utf8');

const folder = temporaryFolder();
afterAll(folder.remove);

interface Program {
  /** The heading above it, and the language of its block. */
  heading: string;
  block: string;
  file: string;
  /** Commands that must be there. */
  tools: string[];
  /** Before the run, once. */
  build?: string[];
  run: string[];
}

interface Example extends Program {
  /** The invoice's reference in it. */
  reference: string;
}

const EXAMPLES: Example[] = [
  {
    heading: 'curl',
    block: 'sh',
    reference: 'curl',
    file: 'till.sh',
    tools: ['sh', 'curl', 'sed'],
    run: ['sh', 'till.sh'],
  },
  {
    heading: 'JavaScript',
    block: 'js',
    reference: 'javascript',
    file: 'till.mjs',
    tools: [],
    run: [process.execPath, 'till.mjs'],
  },
  {
    heading: 'Python',
    block: 'python',
    reference: 'python',
    file: 'till.py',
    tools: ['python3'],
    run: ['python3', 'till.py'],
  },
  {
    heading: 'C#',
    block: 'csharp',
    reference: 'csharp',
    file: 'till.cs',
    tools: ['mcs', 'mono'],
    build: ['mcs', '-r:System.Net.Http.dll', 'till.cs'],
    run: ['mono', 'till.exe'],
  },
];

/** Those that are told of events, for as long as they run. */
const LISTENERS: Program[] = [
  {
    heading: 'curl: events',
    block: 'sh',
    file: 'events.sh',
    tools: ['sh', 'curl', 'sed'],
    run: ['sh', 'events.sh'],
  },
  {
    heading: 'JavaScript: events',
    block: 'js',
    file: 'events.mjs',
    tools: [],
    run: [process.execPath, 'events.mjs'],
  },
  {
    heading: 'Python: events',
    block: 'python',
    file: 'events.py',
    tools: ['python3'],
    run: ['python3', 'events.py'],
  },
  {
    heading: 'C#: events',
    block: 'csharp',
    file: 'events.cs',
    tools: ['mcs', 'mono'],
    build: ['mcs', '-r:System.Net.Http.dll', 'events.cs'],
    run: ['mono', 'events.exe'],
  },
];

/** Two coffees and a croissant a tenth cheaper. */
const AMOUNT = 2 * 5500 + 5805;

const blockOf = ({ section, block }: { section: string; block: string }): string => {
  const part = page.split(/^(?=##)/m).find((each) => each.startsWith(`${section}\n`)) ?? '';
  const found = new RegExp(`^\`\`\`${block}\n(.*?)^\`\`\`$`, 'ms').exec(part)?.[1];
  if (found === undefined) throw new Error(`Under "${section}" there is no ${block} block.`);
  return found;
};

const isThere = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;

const running = new Set<ReturnType<typeof spawn>>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** The page's own command makes the account; it asks for the password. */
const addTill = async (shop: Shop) => {
  const command = /^npm run admin -- (employee add .*)$/m.exec(page)?.[1] ?? '';
  const words = spawnSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' }).stdout.split('\0');
  const args = [...words.slice(0, -1), '--password-stdin'];
  const { code, stderr } = await openConsole({ dataDir: shop.folder, home: join(shop.folder, 'home') }).plain(
    args,
    {
      stdin: PASSWORD,
    },
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
};

const launch = (shop: Shop, [command = '', ...args]: readonly string[], cwd = folder.path) => {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder.path,
      KRAMAR_API: shop.baseUrl,
      KRAMAR_USER: 'till',
      KRAMAR_PASSWORD: PASSWORD,
    },
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
};

const start = async (shop: Shop, command: readonly string[], cwd = folder.path) => {
  const child = launch(shop, command, cwd);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
};

const invoicesOf = async (shop: Shop, reference: string): Promise<Invoice[]> =>
  (await shop.owner.get<Page<Invoice>>(`invoices/?search=${reference}&ordering=id`)).body.results;

/** Runs it, pays its invoice as soon as it is there: one is sold, and that is told. */
const sell = async (shop: Shop, { run, reference }: Example) => {
  const before = (await invoicesOf(shop, reference)).length;
  let ended = false;
  const outcome = start(shop, run).finally(() => {
    ended = true;
  });
  await vi.waitFor(
    async () => {
      const invoice = (await invoicesOf(shop, reference))[before];
      if (invoice) shop.bank.pay(invoice.invoice_id);
      else if (!ended) throw new Error('There is no invoice yet.');
    },
    { timeout: 40_000, interval: 100 },
  );
  const { code, stdout, stderr } = await outcome;
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  const invoices = (await invoicesOf(shop, reference)).slice(before);
  expect(invoices).toMatchObject([{ status: 'success', amount: AMOUNT, final_amount: AMOUNT }]);
  const [{ id, page_url } = { id: 0, page_url: '' }] = invoices;
  expect(stdout).toBe(`Pay at ${page_url}\nInvoice ${id}: success\n`);
};

// Mostly they wait; so all of them at once, each in a shop of its own.
describe.concurrent.each(EXAMPLES)('the $heading example', (example) => {
  const missing = example.tools.filter((tool) => !isThere(tool));
  const lacks = missing.length > 0;
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await addTill(shop);
    writeFileSync(
      join(folder.path, example.file),
      blockOf({ ...example, section: `### ${example.heading}` }),
    );
    if (lacks || !example.build) return;
    const { code, stdout, stderr } = await start(shop, example.build);
    expect({ code, said: stdout + stderr }).toEqual({ code: 0, said: '' });
  }, 60_000);
  afterAll(() => shop?.close());

  // In CI it has to be there (.ci/run installs it): the tests then run, and fail.
  describe.skipIf(lacks && !process.env.CI)(
    lacks ? `needs ${missing.join(' and ')}, not found here` : 'runs as it stands',
    { concurrent: false },
    () => {
      test('sells: the address to pay at, then "success"', () => sell(shop, example), 60_000);

      test('sells once, though the bank’s answer to the first creation is lost', async () => {
        shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/create' });
        await sell(shop, example);
        expect(shop.bank.faults()).toEqual([]);
      }, 60_000);

      test('is refused: it says why, and ends with a failure', async () => {
        const run = ['env', 'KRAMAR_PASSWORD=wrong password', ...example.run];
        const { code, stdout, stderr } = await start(shop, run);
        expect(code).not.toBe(0);
        expect(stdout).toBe('');
        expect(stderr).toMatch(/401|No active account/);
      }, 60_000);
    },
  );
});

describe('the refund of the section "Cancel and refund"', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  test.skipIf(!isThere('curl') && !process.env.CI)(
    'refunds once, though the bank’s answer is lost and the request repeated under its key',
    async () => {
      const invoice = await shop.createInvoice({ amount: 34_000 });
      shop.bank.pay(invoice.invoice_id);
      await shop.owner.post(`invoices/${invoice.id}/refresh/`);
      const token = await shop.signIn('owner');
      const set = [`TOKEN=${token}`, `INVOICE=${invoice.id}`, `REFUND_KEY=${randomUUID()}`];
      const command = blockOf({ section: '## Cancel and refund', block: 'sh' });
      const refund = async () => {
        const { stdout } = await start(shop, ['env', ...set, 'sh', '-c', command]);
        return JSON.parse(stdout) as unknown;
      };

      shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/cancel' });
      expect(await refund()).toMatchObject({ err_code: 'UNREACHABLE' });
      for (let times = 1; times <= 2; times++) expect(await refund()).toMatchObject({ final_amount: 30_000 });
      expect(shop.bank.invoice(invoice.invoice_id)?.refunds).toMatchObject([{ amount: 4000 }]);
    },
    60_000,
  );
});

describe.concurrent.each(LISTENERS)('the "$heading" example', (example) => {
  const missing = example.tools.filter((tool) => !isThere(tool));
  const lacks = missing.length > 0;
  const cwd = join(folder.path, example.file.replace('.', '-'));
  let ahead = 0;
  let shop: Shop;
  beforeAll(async () => {
    // The service comes back at the same address, as a shop's does.
    shop = await openShop({ now: () => Date.now() + ahead, config: { port: await freePort() } });
    await addTill(shop);
    mkdirSync(cwd);
    writeFileSync(join(cwd, example.file), blockOf({ ...example, section: `### ${example.heading}` }));
    if (lacks || !example.build) return;
    const { code, stdout, stderr } = await start(shop, example.build, cwd);
    expect({ code, said: stdout + stderr }).toEqual({ code: 0, said: '' });
  }, 60_000);
  afterAll(() => shop?.close());

  describe.skipIf(lacks && !process.env.CI)(
    lacks ? `needs ${missing.join(' and ')}, not found here` : 'runs as it stands',
    { concurrent: false },
    () => {
      /** Sells one more, and gives what is to be said of it. */
      const sold = async (): Promise<string> => {
        const { id, invoice_id } = await shop.createInvoice();
        shop.bank.pay(invoice_id);
        expect((await shop.owner.post(`invoices/${id}/refresh/`)).status).toBe(200);
        return `Invoice ${id}: success\n`;
      };
      const launched = () => {
        const child = launch(shop, example.run, cwd);
        let said = '';
        child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
          said += piece;
        });
        return {
          saidAll: (expected: string) =>
            vi.waitFor(() => expect(said).toBe(expected), { timeout: 30_000, interval: 50 }),
          /** Not before it has noted how far it is. */
          stop: async () => {
            const noted = () => readFileSync(join(cwd, 'last-event'), 'utf8').trim();
            await vi.waitFor(() => expect(noted()).toBe(String(lastId(shop))), 10_000);
            child.kill('SIGKILL');
            await once(child, 'close');
          },
        };
      };

      test('is told of each sale once: a restart, an old token and an end of its own in between', async () => {
        const first = launched();
        let expected = await sold();
        await first.saidAll(expected);
        await shop.restart();
        expected += await sold();
        await first.saidAll(expected);
        ahead += 3_601_000;
        await shop.signInAgain();
        expected += await sold();
        await first.saidAll(expected);
        expected += await sold();
        await first.saidAll(expected);
        await first.stop();

        const missed = await sold();
        const second = launched();
        await second.saidAll(missed);
        await second.saidAll(missed + (await sold()));
        await second.stop();
      }, 120_000);

      test('is refused: it says why, and ends with a failure', async () => {
        const run = ['env', 'KRAMAR_PASSWORD=wrong password', ...example.run];
        const { code, stdout, stderr } = await start(shop, run, cwd);
        expect(code).not.toBe(0);
        expect(stdout).toBe('');
        expect(stderr).toMatch(/401|No active account/);
      }, 60_000);
    },
  );
});

test('the page says of those that are not run here that they are not', () => {
  const sections = page.split(/^### /m).filter((part) => part.includes('```bsl'));
  expect(sections).toHaveLength(2);
  for (const section of sections) expect(section).toContain('**Not run**');
});
