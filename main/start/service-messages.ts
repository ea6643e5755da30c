import { version } from '../../shared/version.ts';
import { CONSOLE_ADVICE } from '../cli/advice.ts';
import { consoleCommand } from '../cli/console-command.ts';
import type { Config } from '../platform/config.ts';
import { databaseFile, readEndpoint } from '../platform/data-folder.ts';
import { OwnerError, withAdvice } from '../platform/owner-error.ts';
import { logFolder } from '../safekeeping/installation.ts';
import { findOwner } from '../store/accounts.ts';
import { openDatabase } from '../store/db/connection.ts';
import type { Started } from './host.ts';
import { holderText, portHolder } from './ports.ts';
import { isAtTerminal } from './tab-link.ts';

/** The text printed after the start: address, data folder, how to stop, how to create the owner. */
export const announcement = async (config: Config, { running, guide }: Started): Promise<string> => {
  const address = `${running.origin}/`;
  const lines = [
    `Kramar ${version} is running.`,
    `  Open in a browser:  ${address}`,
    `  For programs:       ${running.baseUrl}`,
    `  Data folder:        ${config.dataDir}`,
    '  To stop it:         Ctrl+C',
    ...(await portNotice(running)),
    ...(guide ?? (isAtTerminal() ? [] : ownerHint(config))),
  ];
  return lines.join('\n');
};

/** Why it is another port than the wished one, and what that means. */
const portNotice = async ({ replaced, origin }: Started['running']): Promise<string[]> => {
  if (!replaced) return [];
  const { wished, error } = replaced;
  const { port } = new URL(origin);
  return [
    `Port ${wished} ${holderText(await portHolder(wished, error), error)}, so this start uses ${port}: till apps need the address above.`,
    `  To keep it: setting set port ${port}. A program beside this one finds it in endpoint.json in the data folder.`,
  ];
};

/** How the owner begins, while there is none; a terminal shows the link itself. */
const ownerHint = (config: Config): string[] => {
  const db = openDatabase(databaseFile(config.dataDir));
  try {
    if (findOwner(db)) return [];
  } finally {
    db.close();
  }
  return [
    'Nobody can sign in yet. For a browser on this computer, a one-time link, in a second terminal in the same folder:',
    `  ${consoleCommand(config.dataDir, 'open')}`,
    'Without a browser here:',
    `  ${consoleCommand(config.dataDir, '--keychain', config.keychain, 'owner', 'create', '--username', 'owner')}`,
  ];
};

/** Why it did not start, in one line. */
export const startFailure = async (error: unknown, config: Config): Promise<string> => {
  if (!(error instanceof OwnerError)) {
    const why = error instanceof Error ? error.message : String(error);
    return `Kramar could not start: ${why.replace(/\.$/, '')}. The details are in the log: ${logFolder(config.dataDir)}`;
  }
  if (error.code === 'PORT_TAKEN') {
    const holder = await portHolder(config.port, error);
    return `Port ${config.port} ${holderText(holder, error)}. Nothing was changed. Stop that one, or choose another port with --port N (0 picks a free one).`;
  }
  const other = error.code === 'ALREADY_RUNNING' ? readEndpoint(config.dataDir) : undefined;
  const message = withAdvice(error, CONSOLE_ADVICE);
  return other?.alive
    ? `${message} (It is process ${other.pid}, at ${new URL('/', other.base_url).href})`
    : message;
};
