import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import { openShop, PASSWORD, type Shop, temporaryFolder } from '../helpers/shop.ts';

// The examples of the page for till programmers, as they stand, each as a process of its own.

const page = readFileSync(new URL('../../docs/for-your-till.md', import.meta.url), 'utf8');

const folder = temporaryFolder();
afterAll(folder.remove);

interface Example {
  /** The heading above it, and the language of its block. */
  heading: string;
  block: string;
  /** The invoice's reference in it. */
  reference: string;
  file: string;
  /** Commands that must be there. */
  tools: string[];
  /** Before the run, once. */
  build?: string[];
  run: string[];
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

/** Two coffees and a croissant a tenth cheaper. */
const AMOUNT = 2 * 5500 + 5805;

const blockOf = ({ heading, block }: Example): string => {
  const section = page.split(/^### /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const found = new RegExp(`^\`\`\`${block}\n(.*?)^\`\`\`$`, 'ms').exec(section)?.[1];
  if (found === undefined) throw new Error(`Under "${heading}" there is no ${block} block.`);
  return found;
};

const isThere = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;

const running = new Set<ReturnType<typeof spawn>>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** The page's own command makes the account; it asks for the password. */
const addTill = async (shop: Shop) => {
  const command = /^npm run admin -- (employee add .*)$/m.exec(page)?.[1] ?? '';
  const cli = fileURLToPath(new URL('../../main/cli.ts', import.meta.url));
  const where = `--data-dir "${shop.folder}" --keychain file --password-stdin`;
  const child = spawn('sh', ['-c', `"${process.execPath}" "${cli}" ${command} ${where}`]);
  child.stdin.end(PASSWORD);
  const [said] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ code: child.exitCode, said }).toEqual({ code: 0, said: '' });
};

const start = async (shop: Shop, [command = '', ...args]: readonly string[]) => {
  const child = spawn(command, args, {
    cwd: folder.path,
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
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  running.delete(child);
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
    writeFileSync(join(folder.path, example.file), blockOf(example));
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

test('the page says of the one that is not run here that it is not', () => {
  const sections = page.split(/^### /m).filter((part) => part.includes('```bsl'));
  expect(sections).toHaveLength(1);
  expect(sections[0]).toContain('**Not run**');
});
