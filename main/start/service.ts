import { version } from '../../shared/version.ts';
import { CONSOLE_ADVICE } from '../cli/advice.ts';
import { consoleCommand, recoveryLines } from '../cli/console-command.ts';
import { ignoreClosedReader } from '../cli/output.ts';
import { demoConfig } from '../demo/folder.ts';
import { type Config, environment, readConfig, UsageError } from '../platform/config.ts';
import { databaseFile, prepareDataFolder, readEndpoint } from '../platform/data-folder.ts';
import { createLog, type Log } from '../platform/log.ts';
import { OwnerError, withAdvice } from '../platform/owner-error.ts';
import { LostDatabaseError } from '../safekeeping/backups/lost-database.ts';
import { logFolder } from '../safekeeping/installation.ts';
import { findOwner } from '../store/accounts.ts';
import { openDatabase } from '../store/db/connection.ts';
import { createHost, type Host, type Started } from './host.ts';
import { serveUntilRestored } from './lost-service.ts';
import { holderText, portHolder } from './ports.ts';
import { findRunningService } from './running-service.ts';
import { onNpmGone, onSignals } from './signals.ts';
import { type Command, HELP_HINT, readCommand, USAGE } from './start-command.ts';
import { isAtTerminal, onEnter, tabLink } from './tab-link.ts';

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

/** The service without a window; its entries are headless.ts and, in the installed program, `--service`. */

const write = (stream: NodeJS.WriteStream, text: string): void => {
  stream.write(text);
};

const readConfigOf = ({ flags, demo }: Command): Config => {
  const config = readConfig(flags, environment());
  return demo ? demoConfig(config, flags, environment()) : config;
};

/** The log, whose lines stderr repeats, takes one line; a command to be copied gets its own line. */
const reportFailure = async (error: unknown, config: Config, log: Log): Promise<void> => {
  log.error(await startFailure(error, config), { error });
  if (error instanceof LostDatabaseError) write(process.stderr, `${recoveryLines(error.lost).join('\n')}\n`);
};

interface Start {
  host: Host;
  command: Command;
  config: Config;
  log: Log;
  printMessage(text: string): void;
  signal: AbortSignal;
}

/**
 * While the database is lost, a page at the shop's address says so. Programs, which wait for a line of JSON or the end
 * of the process, get the end.
 */
const startOrWait = async ({ host, command, config, log, printMessage, signal }: Start): Promise<Started> => {
  for (;;) {
    try {
      return await host.start();
    } catch (error) {
      if (!(error instanceof LostDatabaseError) || command.readyJson) throw error;
      await reportFailure(error, config, log);
      const serving = (address: string) =>
        printMessage(`Kramar waits for the database, and says so at ${address}\n  To stop it:  Ctrl+C`);
      await serveUntilRestored(config, error, log, serving, signal);
      printMessage('The database is there again.');
    }
  }
};

/** For a person at a terminal: the link of the service that runs already. Gives whether one was shown. */
const showRunning = async (error: unknown, command: Command, { dataDir }: Config): Promise<boolean> => {
  if (!(error instanceof OwnerError && error.code === 'ALREADY_RUNNING')) return false;
  const origin = isAtTerminal() && !command.readyJson ? await findRunningService(dataDir, 0) : undefined;
  if (origin !== undefined) write(process.stdout, `${tabLink(dataDir, origin, 'byCommand')}\n`);
  return origin !== undefined;
};

/** Shows a one-time link now and at each Enter. */
const showLinks = (host: Host, printMessage: (text: string) => void): void => {
  const show = () => {
    const origin = host.started()?.running.origin;
    if (origin !== undefined) printMessage(tabLink(host.config().dataDir, origin, 'byEnter'));
  };
  show();
  onEnter(show);
};

/** Unhandled rejections arrive here too (Node's default, --unhandled-rejections=throw). */
const onFault = (log: Log, end: () => Promise<void>): void => {
  process.on('uncaughtException', (error) => {
    log.error(
      `Kramar stops after a fault of its own (${error.message}). What was saved is safe. Start it again.`,
      { error },
    );
    void end();
  });
};

/** Gives the exit code once the service has stopped. */
const run = async (command: Command, config: Config): Promise<number> => {
  // Only the owner may read what Kramar writes, wherever the data folder is.
  process.umask(0o077);
  prepareDataFolder(config.dataDir);
  const log = createLog({ level: config.logLevel, dir: logFolder(config.dataDir), stderr: true });
  const printMessage = (text: string) =>
    write(command.readyJson ? process.stderr : process.stdout, `${text}\n`);
  const stopping = new AbortController();
  const ended = Promise.withResolvers<number>();
  const host = createHost({
    configOf: () => config,
    isPractice: command.demo,
    ports: { log },
    printMessage,
    signal: stopping.signal,
  });
  let ending: Promise<void> | undefined;
  const finish = async (exitCode: number) => {
    process.exitCode = exitCode;
    stopping.abort();
    await starting.catch(() => undefined);
    await host.stop().catch((error: unknown) => log.error('Kramar did not stop in order.', { error }));
    await log.close();
    ended.resolve(Number(process.exitCode));
    // A remaining handle (a keychain that does not answer) must not keep the process.
    setTimeout(() => process.exit(), 1000).unref();
  };
  const end = (exitCode: number): Promise<void> => {
    if (exitCode !== 0) process.exitCode = exitCode;
    ending ??= finish(exitCode);
    return ending;
  };

  const stop = (cause: object) => {
    log.info('Kramar received a request to stop.', cause);
    printMessage('Kramar is stopping: what is under way is finished first. Ctrl+C once more quits at once.');
    void end(0);
  };
  onSignals((signal) => stop({ signal }));
  onNpmGone(() => stop({ npm: 'gone' }));
  onFault(log, () => end(1));

  const starting = startOrWait({ host, command, config, log, printMessage, signal: stopping.signal });
  try {
    const started = await starting;
    if (ending) return ended.promise;
    if (command.readyJson) {
      const ready = { event: 'ready', base_url: started.running.baseUrl, pid: process.pid };
      write(process.stdout, `${JSON.stringify(ready)}\n`);
    }
    printMessage(await announcement(config, started));
    if (isAtTerminal() && !command.readyJson) showLinks(host, printMessage);
    const locked = started.running.handle.vault.problem();
    if (locked) printMessage(withAdvice(locked, CONSOLE_ADVICE));
  } catch (error) {
    if (ending) return ended.promise;
    await reportFailure(error, config, log);
    await end((await showRunning(error, command, config)) ? 0 : 1);
  }
  return ended.promise;
};

/** Runs the service to its end, or answers what needs none; gives the exit code and sets that of the process. */
export const serve = async (args: readonly string[]): Promise<number> => {
  // The shop sells on.
  for (const stream of [process.stdout, process.stderr]) ignoreClosedReader(stream);
  try {
    const command = readCommand(args);
    if (command.help) write(process.stdout, USAGE);
    else if (command.version) write(process.stdout, `${version}\n`);
    else return await run(command, readConfigOf(command));
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    if (!isUsage && !(error instanceof OwnerError)) throw error;
    write(
      process.stderr,
      isUsage
        ? `error: ${error.message.replaceAll('\n', '\nerror: ')}\n${HELP_HINT}\n`
        : `error: ${withAdvice(error, CONSOLE_ADVICE)}\n`,
    );
    process.exitCode = isUsage ? 2 : 1;
    return process.exitCode;
  }
};
