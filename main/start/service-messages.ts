import { homedir } from 'node:os';
import { version } from '../../shared/version.ts';
import { CONSOLE_ADVICE } from '../cli/advice.ts';
import { consoleCommand } from '../cli/console-command.ts';
import { BASE_PATH } from '../http/server.ts';
import { type Config, defaultDataDir, environment } from '../platform/config.ts';
import { databaseFile, readEndpoint } from '../platform/data-folder.ts';
import { OwnerError, withAdvice } from '../platform/owner-error.ts';
import { logFolder } from '../safekeeping/installation.ts';
import { findOwner } from '../store/accounts.ts';
import { openDatabase } from '../store/db/connection.ts';
import type { Started } from './host.ts';

/** The text printed after the start: address, data folder, how to stop, how to create the owner. */
export const announcement = (config: Config, { running, guide }: Started): string => {
  const address = `${running.origin}/`;
  const lines = [
    `Kramar ${version} is running.`,
    `  Open in a browser:  ${address}`,
    `  For programs:       ${running.baseUrl}`,
    `  Data folder:        ${config.dataDir}`,
    '  To stop it:         Ctrl+C',
    ...(guide ?? ownerHint(config)),
  ];
  return lines.join('\n');
};

/** The command that creates the owner, while there is none. */
const ownerHint = (config: Config): string[] => {
  const db = openDatabase(databaseFile(config.dataDir));
  try {
    if (findOwner(db)) return [];
  } finally {
    db.close();
  }
  return [
    'Nobody can sign in yet. Make the owner, in a second terminal in the same folder:',
    `  ${consoleCommand(config.dataDir, '--keychain', config.keychain, 'owner', 'create', '--username', 'owner')}`,
  ];
};

/** Why it did not start, in one line. */
export const startFailure = async (error: unknown, config: Config): Promise<string> => {
  if (!(error instanceof OwnerError)) {
    const why = error instanceof Error ? error.message : String(error);
    return `Kramar could not start: ${why.replace(/\.$/, '')}. The details are in the log: ${logFolder(config.dataDir)}`;
  }
  const holder = error.code === 'PORT_TAKEN' ? await holderOf(config) : undefined;
  if (holder !== undefined)
    return `Port ${config.port} is taken by ${holder}. Nothing was changed. Stop that one, or choose another port with --port N (0 picks a free one).`;
  const other = error.code === 'ALREADY_RUNNING' ? readEndpoint(config.dataDir) : undefined;
  const message = withAdvice(error, CONSOLE_ADVICE);
  return other?.alive
    ? `${message} (It is process ${other.pid}, at ${new URL('/', other.base_url).href})`
    : message;
};

const PROBE_MS = 2_000;

/** Which Kramar has the port; undefined: it is another program. */
const holderOf = async (config: Config): Promise<string | undefined> => {
  const usual = defaultDataDir(process.platform, environment(), homedir());
  const folders: [folder: string, what: string][] = [
    [`${usual}-demo`, "Kramar's demo"],
    [usual, 'Kramar'],
  ];
  for (const [folder, what] of folders) {
    const endpoint = readEndpoint(folder);
    if (endpoint?.alive && new URL(endpoint.base_url).port === String(config.port))
      return `${what} with the data folder ${folder} (process ${endpoint.pid})`;
  }
  try {
    const url = `http://127.0.0.1:${config.port}${BASE_PATH}openapi.json`;
    const { headers } = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MS) });
    return headers.has('x-ratelimit-limit') && headers.has('x-request-id') ? 'another Kramar' : undefined;
  } catch {
    return undefined;
  }
};
