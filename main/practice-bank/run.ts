import { parseArgs } from 'node:util';
import { POISON_KINDS } from './poison-presets.ts';
import type { PracticeBank } from './practice-bank.ts';
import { startPracticeBank } from './server.ts';

const DEFAULT_PORT = 7481;

const JSON_HEADER = "-H 'content-type: application/json'";

/** Wraps words into lines of at most 110 characters, each indented. */
function wrapped(words: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && `${last}, ${word}`.length <= 110) lines[lines.length - 1] = `${last}, ${word}`;
    else lines.push(indent + word);
  }
  return lines.join(',\n');
}

/** Explains how to control the running bank with curl. */
const controls = (
  url: string,
) => `Pay in the browser at an invoice's pageUrl (any card number that passes the Luhn check), or from here:
  curl -X POST ${url}/practice/invoices/ID/pay
    ({"scheme":"bnpl_parts_4"} pays in parts), and likewise decline ({"errCode":"59"}),
    processing, hold, expire; refund ({"amount":100}) is one made in the bank's own cabinet
  curl ${url}/practice/invoices            the bank's ledger as it is

How refunds end from now on (success, processing, failure), when by themselves, and when that shows:
  curl ${url}/practice/refund-mode ${JSON_HEADER} -d '{"mode":"processing"}'
    "settlesAfterMs": 5000, "outcome": "failure"  what is processing ends so, 5 s after the request
    "shownAfterMs": 8000                          invoice/status and the statement show it only 8 s after that
  curl ${url}/practice/refunds/settle ${JSON_HEADER} -d '{"outcome":"success"}'
  curl ${url}/practice/fiscal-mode ${JSON_HEADER} -d '{"mode":"failed"}'
    how far fiscal checks are: done, none, new, process, failed (only merchants with a fiscal register have them);
    "returns": "process" lets those of refunds differ

What answers show after a capture: finalAmount is first captured, whole, nothing or absent, and then the captured one:
  curl ${url}/practice/capture-mode ${JSON_HEADER} -d '{"first":"whole","shownAfterMs":5000,"keepsDate":true}'
    without "shownAfterMs" it waits for this; with "keepsDate" modifiedDate stays the same
  curl -X POST ${url}/practice/captures/show

Faults of the next calls; the commonest are also on the page ${url}/faults:
  curl ${url}/practice/faults ${JSON_HEADER} -d '{"kind":"reset","acts":true,"path":"invoice/create","times":1}'
    kinds: delay (ms), hang, reset, half-body, malformed-json, internal-error, bad-gateway, unavailable,
    gateway-timeout, too-many-requests (retryAfterSeconds), refusal (status, errCode), altered (set, drop),
    firewall (403, HTML), empty-object ({}), null-lists (null in place of every list)
    "acts": true          the bank does the work first; of delay: works at once and answers late
    "actsAfterMs": 5000   the bank does the work 5 s after it went wrong
    "path", "method", "token", "invoiceId": only these calls; "times": how many of them
    altered: '{"kind":"altered","path":"qr/list","set":{"list.0.amountType":"auction"},"drop":["list.1.pageUrl"]}'
  curl ${url}/practice/faults              what waits, and how many calls the bank has still to work on
  curl -X DELETE ${url}/practice/faults    no more faults

Poison: all that is said of one invoice is spoiled until it is healed, the others are fine:
  curl ${url}/practice/invoices/ID/poison ${JSON_HEADER} -d '{"kind":"unknown-status"}'
    kinds:
${wrapped(POISON_KINDS, '      ')}
    or your own: {"status":{"set":{"paymentInfo.fee":null},"drop":["ccy"]},"line":{…},"checks":{…},"cancel":{…},"lines":2}
  curl -X POST ${url}/practice/invoices/ID/heal
  curl ${url}/practice/poison              what is poisoned; with -X DELETE all is healed

The bank's clock, by which invoices end, and the Date header of its answers:
  curl ${url}/practice/clock ${JSON_HEADER} -d '{"skewMs":-3600000,"dateHeader":true}'
`;

const USAGE = `Usage: npm run practice-bank -- [--port N] [--journal FILE]

  --port N        the port on 127.0.0.1 (default ${DEFAULT_PORT}; 0 takes any free one)
  --journal FILE  keep the invoices in FILE over a restart (else they are forgotten)
  --help          this text

While it runs:

${controls(`http://127.0.0.1:${DEFAULT_PORT}`)}`;

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
  const fiscal = prro ? ', with a fiscal register (it adds up the lines of every sale and refund)' : '';
  return [`  ${merchantName}, EDRPOU ${edrpou}${fiscal}`, `    X-Token: ${token}`, ...lines].join('\n');
}

const welcomeText = ({
  url,
  merchants,
}: PracticeBank) => `The practice bank listens at ${url}. It imitates the bank's acquiring; no money moves.

Merchants (token, then registers: short id, qrId, who sets the amount, page):
${merchants.map(merchantText).join('\n')}

${controls(url)}
Ctrl+C stops it.
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

/** Gives one line with the remedy for the owner. */
function startFailure(error: unknown, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Choose another with --port N.`;
  if (code === 'EACCES' && message.includes('listen')) {
    return `Port ${port} may not be used by this user. Choose one above 1023 with --port N.`;
  }
  return `The practice bank could not start: ${message}`;
}

/** Where the texts go. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

/** Gives the running bank, or the exit code of a command that ends at once: help, wrong usage, a failed start. */
export async function runPracticeBank(
  args: readonly string[],
  { out, err }: Output,
): Promise<PracticeBank | number> {
  let flags: Flags;
  try {
    flags = readFlags(args);
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    err(`${error.message}\n\n${USAGE}`);
    return 2;
  }
  const { port, journalFile, help } = flags;
  if (help) {
    out(USAGE);
    return 0;
  }
  try {
    const bank = await startPracticeBank({ port, ...(journalFile !== undefined && { journalFile }) });
    out(welcomeText(bank));
    return bank;
  } catch (error) {
    err(`${startFailure(error, port)}\n`);
    return 1;
  }
}
