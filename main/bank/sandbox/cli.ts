import { parseArgs } from 'node:util';
import { type PracticeBank, startPracticeBank } from './server.ts';

const DEFAULT_PORT = 7481;

const USAGE = `Usage: npm run practice-bank -- [--port N] [--journal FILE]

  --port N        the port on 127.0.0.1 (default ${DEFAULT_PORT}; 0 takes any free one)
  --journal FILE  keep the invoices in FILE over a restart (else they are forgotten)
  --help          this text
`;

interface Flags {
  readonly port: number;
  readonly journalFile: string | undefined;
  readonly help: boolean;
}

class WrongUsage extends Error {}

function readFlags(args: readonly string[]): Flags {
  const options = {
    port: { type: 'string' },
    journal: { type: 'string' },
    help: { type: 'boolean' },
  } as const;
  let values: { port?: string; journal?: string; help?: boolean };
  try {
    values = parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
  const { port = String(DEFAULT_PORT), journal, help = false } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new WrongUsage(`--port ${port}: a number from 0 to 65535`);
  }
  return { port: Number(port), journalFile: journal, help };
}

function merchantText({
  merchantName,
  edrpou,
  prro,
  token,
  registers,
}: PracticeBank['merchants'][number]): string {
  const lines = registers.map(
    ({ shortQrId, qrId, amountType, pageUrl }) =>
      `    ${shortQrId}  ${qrId}  ${amountType.padEnd(8)}  ${pageUrl}`,
  );
  const fiscal = prro ? ', with a fiscal register' : '';
  return [`  ${merchantName}, EDRPOU ${edrpou}${fiscal}`, `    X-Token: ${token}`, ...lines].join('\n');
}

function welcome({ url, merchants }: PracticeBank): string {
  const json = "-H 'content-type: application/json'";
  return `The practice bank listens at ${url}. It imitates the bank's acquiring; no money moves.

Merchants (token, then registers: short id, qrId, who sets the amount, page):
${merchants.map(merchantText).join('\n')}

Pay in the browser at an invoice's pageUrl (any card number that passes the Luhn check), or from here:
  curl -X POST ${url}/practice/invoices/ID/pay
    and likewise decline ({"errCode":"59"}), processing, hold, expire, refund ({"amount":100})
  curl ${url}/practice/invoices

How refunds end from now on (success, processing, failure), and how far fiscal checks are (done, none, new, process,
failed; only merchants with a fiscal register have them):
  curl ${url}/practice/refund-mode ${json} -d '{"mode":"processing"}'
  curl ${url}/practice/refunds/settle ${json} -d '{"outcome":"success"}'
  curl ${url}/practice/fiscal-mode ${json} -d '{"mode":"failed"}'

Ask for a fault in the next calls:
  curl ${url}/practice/faults ${json} -d '{"kind":"reset","acts":true,"path":"invoice/create","times":1}'
    kinds: delay (ms), hang, reset, half-body, malformed-json, internal-error, bad-gateway, unavailable,
    gateway-timeout, too-many-requests (retryAfterSeconds); "acts": true does what was asked first
  curl ${url}/practice/faults              what waits
  curl -X DELETE ${url}/practice/faults    no more faults

Ctrl+C stops it.
`;
}

/** One line an owner can act on. */
function startFailure(error: unknown, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Choose another with --port N.`;
  if (code === 'EACCES' && message.includes('listen')) {
    return `Port ${port} may not be used by this user. Choose one above 1023 with --port N.`;
  }
  return `The practice bank could not start: ${message}`;
}

function stopOnSignal(bank: PracticeBank): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      bank.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

async function main(): Promise<void> {
  const { port, journalFile, help } = readFlags(process.argv.slice(2));
  if (help) {
    process.stdout.write(USAGE);
    return;
  }
  try {
    const bank = await startPracticeBank({ port, ...(journalFile !== undefined && { journalFile }) });
    process.stdout.write(welcome(bank));
    stopOnSignal(bank);
  } catch (error) {
    process.stderr.write(`${startFailure(error, port)}\n`);
    process.exitCode = 1;
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof WrongUsage)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
