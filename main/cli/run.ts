import { version } from '../../shared/version.ts';
import { type Config, environment, readConfig } from '../platform/config.ts';
import { databaseFile, refuseForeignFolder } from '../platform/data-folder.ts';
import { createLog } from '../platform/log.ts';
import { logFolder } from '../safekeeping/installation.ts';
import { actingAs } from '../shop/actions/origin.ts';
import { peekSetting } from '../store/db/examine.ts';
import { type CommandLine, isJsonRequested, readCommandLine } from './arguments.ts';
import type { Command, Outcome } from './command.ts';
import { COMMANDS } from './commands.ts';
import { CONSOLE } from './console-command.ts';
import { help } from './help.ts';
import { createInput, type Streams } from './input.ts';
import { print, printRefusal } from './output.ts';
import { type Refusal, refusalOf } from './refusals.ts';

const PROCESS: Streams = {
  stdinDescriptor: 0,
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
};

/**
 * Runs one command to its end and gives the exit code.
 * @param env stands for this process's environment as far as Kramar's settings go
 */
export const runConsole = async (
  args: readonly string[],
  streams: Streams = PROCESS,
  env: NodeJS.ProcessEnv = environment(),
): Promise<number> => {
  const json = isJsonRequested(args);
  // Only the owner may read what Kramar writes, wherever the data folder is.
  process.umask(0o077);
  try {
    const line = readCommandLine(args);
    const result = await answer(line, streams, env);
    if ('json' in result) await print(result, json, streams);
    else await printRefusal(result, json, streams);
    return result.exitCode ?? 0;
  } catch (error) {
    const refusal = refusalOf(error) ?? unforeseen(error, undefined);
    await printRefusal(refusal, json, streams);
    return refusal.exitCode;
  }
};

const answer = async (
  line: CommandLine,
  streams: Streams,
  env: NodeJS.ProcessEnv,
): Promise<Outcome | Refusal> => {
  const { name, operands, values } = line;
  if (name === 'version') return { json: { ok: true, version }, lines: [version] };
  const command = COMMANDS[name];
  if (!command) {
    const lines = help(CONSOLE, operands);
    return { json: { ok: true, usage: `${lines.join('\n')}\n` }, lines };
  }
  const flags = { dataDir: values['data-dir'], bankUrl: values['bank-url'], keychain: values.keychain };
  const typed = readConfig(flags, env);
  // Commands that change nothing do not open the database here: doctor reads this setting from its copy.
  const config = command.hasNoLog ? typed : ofItsBank(typed);
  return runCommand(line, command, config, streams);
};

/** A demo has a practice bank of its own: no other bank gets its tokens. */
const ofItsBank = (config: Config): Config => {
  const practiceBank = peekSetting(databaseFile(config.dataDir), 'demo');
  return practiceBank === undefined ? config : { ...config, bankUrl: practiceBank };
};

const runCommand = async (
  { name, operands: [operand = '', value = ''], values }: CommandLine,
  command: Command,
  config: Config,
  streams: Streams,
): Promise<Outcome | Refusal> => {
  refuseForeignFolder(config.dataDir);
  const dir = command.hasNoLog ? undefined : logFolder(config.dataDir);
  const log = createLog({ level: config.logLevel, dir, stderr: false });
  const isJson = values.json === true;
  const input = createInput(log, isJson, streams);
  const show = (outcome: Outcome) => print(outcome, isJson, streams);
  try {
    const call = { config, log, values, operand, value, input, show };
    return await actingAs({ source: 'command_line' }, () => command.run(call));
  } catch (error) {
    const refusal = refusalOf(error, config.bankUrl, name);
    if (refusal) {
      if (isWorthLogging(refusal))
        log.warn('A command of the console was refused.', { command: name, err: error });
      return refusal;
    }
    log.error('A command of the console failed.', { command: name, err: error });
    return unforeseen(error, dir);
  } finally {
    input.close();
    await log.close();
  }
};

/** A mistyped command is worth no log line, and without a data folder none is created for a log. */
const isWorthLogging = ({ exitCode, code }: Refusal): boolean =>
  exitCode === 1 &&
  !/^(VALIDATION|NOT_FOUND|DECLINED|NO_DATABASE|DATABASE_(NOT_)?LOST|DATA_FOLDER.*)$/.test(code);

const unforeseen = (error: unknown, logs: string | undefined): Refusal => {
  const why = error instanceof Error ? error.message : String(error);
  const details = logs === undefined ? why : `The details are in the log, in ${logs}.`;
  return {
    exitCode: 1,
    code: 'INTERNAL',
    detail: `The command failed in a way that Kramar does not know. What was stored before is safe. ${details}`,
  };
};
