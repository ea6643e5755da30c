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
