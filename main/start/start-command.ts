import { parseArgs } from 'node:util';
import { type Flags, readConfig } from '../platform/config.ts';
import { flagsOf, SERVICE_OPTIONS, usageError } from './command-line.ts';

/** The command line of `npm start` and `npm run serve`. */

/** Of a checkout; the installed program has the same options after `Kramar --service`. */
export const USAGE = `Usage: npm start -- [OPTIONS]        builds Kramar, then opens its window, or serves without one
       npm run serve -- [OPTIONS]    serves without a window

  --demo            a shop to play with: practice bank, sample goods and two years of sales; no money moves
  --headless        no window: any browser on this computer shows the screens
  --data-dir DIR    the folder with everything Kramar keeps (KRAMAR_DATA_DIR)
  --port N          the port on 127.0.0.1, 7480 by default; 0 picks a free one (KRAMAR_PORT)
  --bank-url URL    the bank's address, https://api.monobank.ua by default (KRAMAR_BANK_URL)
  --keychain os     keep the key to the bank tokens in the system's keychain (KRAMAR_KEYCHAIN)
  --keychain file   keep it in a file in the data folder, on a machine without a keychain; where it is there
                    already, that is the default
  --ready-json      for programs: no window; stdout carries one line of JSON when Kramar is ready, and nothing else
  --version         the version
  --help            this text
`;

/** Below a wrong call. */
export const HELP_HINT = 'All options: npm start -- --help';

export interface Command {
  flags: Flags;
  demo: boolean;
  headless: boolean;
  readyJson: boolean;
  help: boolean;
  version: boolean;
}

/** @throws UsageError */
export const readCommand = (args: readonly string[]): Command => {
  const yes = { type: 'boolean', default: false } as const;
  const options = {
    ...SERVICE_OPTIONS,
    demo: yes,
    headless: yes,
    'ready-json': yes,
    help: { ...yes, short: 'h' },
    version: yes,
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
    return { ...values, flags: flagsOf(values), readyJson: values['ready-json'] };
  } catch (error) {
    throw usageError(error, Object.keys(options));
  }
};

/** False for requests that are answered without a window, and for wrong usage, which gets the same message. */
export const isWindowRequested = (args: readonly string[], env: NodeJS.ProcessEnv): boolean => {
  try {
    const { flags, headless, readyJson, help, version } = readCommand(args);
    readConfig(flags, env);
    return !(headless || readyJson || help || version);
  } catch {
    return false;
  }
};

/**
 * Joins `--name value` into `--name=value`. Electron ends at once when anything follows an argument that looks like an
 * address (shell/app/command_line_args.cc), so none may stand alone.
 * @param args that `readCommand` has read
 */
export const joinValues = (args: readonly string[]): string[] => {
  const together: string[] = [];
  for (const arg of args) {
    const last = together.at(-1);
    if (arg.startsWith('-') || last === undefined) together.push(arg);
    else together.splice(-1, 1, `${last}=${arg}`);
  }
  return together;
};
