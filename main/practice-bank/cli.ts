import { parseArgs } from 'node:util';
import { DEFAULT_PORT, USAGE, welcomeText } from './cli-texts.ts';
import type { PracticeBank } from './practice-bank.ts';
import { startPracticeBank } from './server.ts';

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

/** Gives one line that tells an owner what to do. */
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
    process.stdout.write(welcomeText(bank));
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
