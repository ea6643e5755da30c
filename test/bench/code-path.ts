import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../main/platform/config.ts';
import { createLog } from '../../main/platform/log.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { openInstallation } from '../../main/safekeeping/installation.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { TokenPair } from '../../shared/api/auth.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { type Answer, Client } from '../helpers/client.ts';
import { addPerson } from '../helpers/people.ts';
import { endServices, ownEnvironment, runService } from '../helpers/service.ts';
import { PASSWORD, temporaryFolder } from '../helpers/shop.ts';

/**
 * `node test/bench/code-path.ts [--list]`: how many of our own functions and files a sale, a refund in part, a
 * capture and a sale for cash run through from the request to the answer, and how many SQL statements they run. Counted
 * by V8's precise coverage in the process of the service, started from its source; the bank is another process's. --list
 * names the functions and the statements.
 */

interface Ran {
  url: string;
  functions: { functionName: string; ranges: { startOffset: number; count: number }[] }[];
}

/** Speaks the inspector's protocol with a process that was started with --inspect. */
const openInspector = async (address: string) => {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let last = 0;
  const ask = <Result>(method: string, params: object = {}): Promise<{ result: Result }> => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => {
      const take = ({ data }: MessageEvent) => {
        const message = JSON.parse(String(data)) as { id: number; result: { result: Result } };
        if (message.id !== id) return;
        socket.removeEventListener('message', take);
        resolve(message.result);
      };
      socket.addEventListener('message', take);
    });
  };
  const evaluate = async <Value>(expression: string): Promise<Value> =>
    (await ask<{ value: Value }>('Runtime.evaluate', { expression, returnByValue: true })).result.value;
  return {
    ask,
    coverage: async () => (await ask<Ran[]>('Profiler.takePreciseCoverage')).result,
    /** Counts the SQL statements from now on (store/db/query-cache.ts). */
    countStatements: () =>
      evaluate(
        `globalThis.statements = []; process.getBuiltinModule('node:diagnostics_channel').channel('kramar.statement').subscribe((text) => statements.push(text))`,
      ),
    /** Those since the last call. */
    takeStatements: () => evaluate<string[]>('statements.splice(0)'),
    close: () => socket.close(),
  };
};

/** The code of the service; what it has of packages and of Node is not counted. */
const OWN = /\/((?:main|shared)\/.*)$/;

const ownFunctions = (ran: readonly Ran[]) =>
  ran.flatMap(({ url, functions }) => {
    const file = url.includes('node_modules') ? undefined : OWN.exec(url)?.[1];
    if (file === undefined) return [];
    return functions
      .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName, ranges }) => `${file} ${functionName || `at ${ranges[0]?.startOffset}`}`);
  });

/** A shop with an owner and one terminal, as a process. */
const startShop = async (folder: string) => {
  const bank = await startPracticeBank();
  const dataDir = join(folder, 'shop');
  const log = createLog({ level: 'error' });
  const config = readConfig({ dataDir, port: '0', bankUrl: bank.url, keychain: 'file' }, {});
  const console = await openInstallation(config, { log });
  addPerson(console.db, console.now(), { role: 'owner', username: 'owner', password: PASSWORD });
  const terminal = await addTerminal(console, { name: 'Каса', token: bank.merchants[0]?.token ?? '' });
  console.close();
  const service = runService(
    ['--data-dir', dataDir, '--port', '0', '--bank-url', bank.url, '--keychain', 'file', '--ready-json'],
    { env: { ...ownEnvironment(), NODE_OPTIONS: '--inspect=127.0.0.1:0' } },
  );
  const { base_url } = await service.ready();
  // The service starts itself once more, with flags of its own: the last is the one that answers.
  const inspector =
    service
      .stderr()
      .match(/ws:\/\/\S+/g)
      ?.at(-1) ?? '';
  const signedIn = await new Client(base_url).post<TokenPair>('auth/token/', {
    username: 'owner',
    password: PASSWORD,
  });
  return {
    bank,
    service,
    inspector,
    terminal: terminal.id,
    owner: new Client(base_url, signedIn.body.access),
  };
};

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
const folder = temporaryFolder();
const { bank, service, inspector: address, terminal, owner } = await startShop(folder.path);
const inspector = await openInspector(address);
let sent = 0;
/** Under an Idempotency-Key, as a till sends it. */
const keyed = () => ({ headers: { 'Idempotency-Key': `path-${++sent}` } });
const { body: product } = await owner.post<{ id: number }>('catalog/products/', {
  name: 'Кава',
  price: 4500,
});
const items = [
  { name: 'Кава', price: 4500, quantity: 2, product: product.id },
  { name: 'Печиво', price: 3200, quantity: 1 },
];
const sellAmount = () => owner.post<Invoice>('invoices/', { terminal, amount: 34_000 });
const sell = () => owner.post<Invoice>('invoices/', { terminal, items }, keyed());
const refund = (id: number) => owner.post<Invoice>(`invoices/${id}/cancel/`, { amount: 1000 }, keyed());

/** Background jobs are counted with the request; the smallest of several runs has the fewest of them. */
const measure = async (
  name: string,
  work: () => Promise<Answer<unknown>>,
  prepare: () => Promise<unknown> = async () => undefined,
): Promise<void> => {
  let ran: string[] = [];
  let statements: string[] = [];
  for (let run = 0; run < 12; run += 1) {
    await prepare();
    await inspector.coverage();
    await inspector.takeStatements();
    const { status, text } = await work();
    if (status >= 300) throw new Error(`${name}: ${text}`);
    const found = ownFunctions(await inspector.coverage());
    const sql = await inspector.takeStatements();
    if (run === 0 || found.length < ran.length) [ran, statements] = [found, sql];
  }
  const files = new Set(ran.map((each) => each.split(' ')[0]));
  process.stdout.write(
    `${name}: ${ran.length} functions in ${files.size} files, ${statements.length} SQL statements\n`,
  );
  if (values.list) process.stdout.write(`${[...ran.toSorted(), ...statements].join('\n')}\n`);
};

const { body: invoice } = await sell();
bank.pay(invoice.invoice_id);
await owner.post(`invoices/${invoice.id}/refresh/`);
await inspector.countStatements();
await inspector.ask('Profiler.enable');
await inspector.ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await measure('a sale of an amount, without a key', sellAmount);
await measure('a sale of two lines under a key', sell);
await measure('a refund in part', () => refund(invoice.id));
let held = invoice;
const hold = async () => {
  held = (await owner.post<Invoice>('invoices/', { terminal, items, payment_type: 'hold' })).body;
  bank.pay(held.invoice_id);
  await owner.post(`invoices/${held.id}/refresh/`);
};
await measure('a capture', () => owner.post(`invoices/${held.id}/capture/`, {}, keyed()), hold);
await owner.post('shifts/', { opening_cash: 0 });
await measure('a sale for cash', () => owner.post('cash-sales/', { items }, keyed()));
inspector.close();
await service.stop();
endServices();
await bank.stop();
folder.remove();
