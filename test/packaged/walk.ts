import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { expect } from '@playwright/test';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Terminal } from '../../shared/api/terminals.ts';
import { accessToken, Client } from '../helpers/client.ts';
import {
  type Command,
  dataFolder,
  options,
  type Running,
  spawnProgram,
  startProgram,
  until,
} from './program.ts';

/**
 * `node test/packaged/walk.ts --program PATH [--admin PATH] [--out FOLDER]`: walks a packaged program through a shop's
 * first day: first run, payment, tray, second start, command line, quit, restart. Screenshots and logs are left in OUT.
 * `--rehearse` walks the built program in plain Node with a browser in the place of its window: everything but Electron.
 */

const { values } = parseArgs({
  options: {
    program: { type: 'string' },
    admin: { type: 'string' },
    out: { type: 'string', default: 'test-results/packaged' },
    rehearse: { type: 'boolean', default: false },
  },
});

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const out = resolve(values.out);
mkdirSync(out, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'kramar packaged '));

const PASSWORDS = ['a password of the walk', 'another one, by file', 'a third one, by stdin'] as const;

const rehearsal = (): Command => ({
  program: process.execPath,
  args: [join(ROOT, 'test/pack/run-packed.ts'), join(ROOT, 'dist/main/index.mjs')],
  lastArgs: [folder],
  browser: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
});
if (!values.program && !values.rehearse) throw new Error('Usage: walk.ts --program PATH | --rehearse');
const command: Command = values.program ? { program: resolve(values.program) } : rehearsal();
/** On Windows kramar-admin.cmd, which only a shell runs; elsewhere the program itself. */
const adminCommand: Command = values.admin
  ? { program: 'cmd', args: ['/c', resolve(values.admin)] }
  : command;

const bank: PracticeBank = await startPracticeBank();
const place = { folder, bankUrl: bank.url };
let running: Running;
let steps = 0;

const step = async (name: string, walk: () => Promise<void>): Promise<void> => {
  process.stdout.write(`${++steps}. ${name} … `);
  await walk();
  process.stdout.write('ok\n');
};
const picture = (name: string) =>
  running.page.screenshot({ path: join(out, `${process.platform}-${name}.png`) });

const signIn = async (password: string): Promise<Client> =>
  new Client(running.baseUrl, await accessToken(running.baseUrl, password));
const invoices = async (owner: Client) => (await owner.get<InvoicePage>('invoices/')).body.results;

const admin = async (name: string, words: readonly string[], stdin?: string): Promise<void> => {
  const shared = ['--data-dir', dataFolder(place), '--keychain', 'file', '--bank-url', bank.url];
  const own = [...(values.admin ? [] : ['--admin']), ...shared, ...words];
  const { exited } = spawnProgram(adminCommand, place, name, own, stdin);
  expect(await exited, readFileSync(join(folder, `${name}.log`), 'utf8')).toBe(0);
};
const fileWith = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

/** Ends it as the installer does. The rehearsal's program has no lock that could pass --quit to it. */
const quit = async (): Promise<void> => {
  await running.close();
  if (values.rehearse) running.child.kill('SIGTERM');
  else await spawnProgram(command, place, 'quit', [...options(place), '--quit']).exited;
  await running.exited;
  expect(existsSync(join(dataFolder(place), 'endpoint.json'))).toBe(false);
};

try {
  await step('the owner by the command line, with a password on stdin', () =>
    admin(
      'owner',
      ['owner', 'create', '--username', 'owner', '--password-stdin'],
      fileWith('first.txt', PASSWORDS[0]),
    ),
  );
  await step('first start: the window shows the sign-in', async () => {
    running = await startProgram(command, place);
    await running.page.locator('input[name="password"]').waitFor();
    await picture('first-start');
  });
  await step('the practice bank: a terminal by the command line', () =>
    admin(
      'terminal',
      ['terminal', 'add', '--name', 'Каса', '--token-stdin'],
      fileWith('token.txt', bank.merchants[0]?.token ?? ''),
    ),
  );
  await step('a payment', async () => {
    const owner = await signIn(PASSWORDS[0]);
    const { results } = (await owner.get<Page<Terminal>>('terminals/')).body;
    const made = await owner.post('invoices/', { terminal: results[0]?.id, amount: 34_000 });
    expect(made.status).toBe(201);
    bank.pay(bank.invoices().at(-1)?.invoiceId ?? '');
    await until('the payment', async () =>
      (await invoices(owner)).some(({ status }) => status === 'success'),
    );
    await running.page.reload();
    await picture('payment');
  });
  if (!values.rehearse) {
    const closeWindow = () => running.page.evaluate('window.close()').catch(() => undefined);
    // The machines of CI have no tray on Linux.
    if (process.platform === 'linux')
      await step(
        'without a tray, closing the window ends the program in order; it starts again',
        async () => {
          await closeWindow();
          expect(await running.exited).toBe(0);
          running = await startProgram(command, place);
        },
      );
    else
      await step('closing the window leaves the shop open, in the tray', async () => {
        await closeWindow();
        expect((await new Client(running.baseUrl).get('terminals/')).status).toBe(401);
      });
    await step('a second start ends at once, with 0', async () => {
      const second = spawnProgram(command, place, 'second', options(place));
      expect(await second.exited).toBe(0);
      expect(running.child.exitCode).toBeNull();
    });
  }
  await step('another password by file, and one by stdin, beside the running program', async () => {
    await admin('by-stdin', ['owner', 'password', '--password-stdin'], fileWith('third.txt', PASSWORDS[2]));
    await signIn(PASSWORDS[2]);
    await admin('by-file', ['owner', 'password', '--password-file', fileWith('second.txt', PASSWORDS[1])]);
    await signIn(PASSWORDS[1]);
  });
  await step('quit: in order', quit);
  await step('restart: the payment is there', async () => {
    running = await startProgram(command, place, ['--hidden']);
    expect(await invoices(await signIn(PASSWORDS[1]))).toMatchObject([{ amount: 34_000, status: 'success' }]);
    await quit();
  });
  await step('--quit with nothing running: ends with 0, starts nothing', async () => {
    expect(await spawnProgram(command, place, 'quit-again', [...options(place), '--quit']).exited).toBe(0);
    expect(existsSync(join(dataFolder(place), 'endpoint.json'))).toBe(false);
  });
} finally {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.log')))
    cpSync(join(folder, name), join(out, name));
  const logs = join(dataFolder(place), 'logs');
  if (existsSync(logs)) cpSync(logs, join(out, 'logs'), { recursive: true });
  await bank.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
// A program that a failed step left would keep this process.
process.exit(process.exitCode ?? 0);
