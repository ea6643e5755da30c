import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, UsageError } from '../platform/config.ts';
import { databaseFile, prepareDataFolder, readEndpoint } from '../platform/data-folder.ts';
import { createLog, type Log } from '../platform/log.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { LostDatabaseError } from '../safekeeping/backups/lost-database.ts';
import { logFolder } from '../safekeeping/installation.ts';
import { configsOf } from '../start/command-line.ts';
import { createHost, type Host } from '../start/host.ts';
import { portHolder } from '../start/ports.ts';
import { findRunningService } from '../start/running-service.ts';
import { createBankFetch } from './bank-fetch.ts';
import type { DesktopCommand } from './command.ts';
import { askAfterFailure } from './dialogs.ts';
import type { Program } from './electron.ts';
import { type Choice, type FailureKind, kindOf, portKindOf } from './failures.ts';
import type { PreferenceStore } from './preferences.ts';
import { runStartFailureAction, type StartFailureContext } from './start-failure-actions.ts';
import { textsIn } from './texts.ts';

/** The shop's service in another process: started by the system, or by hand. */
export interface RunningElsewhere {
  origin: string;
  bankUrl: string;
  dataDir: string;
}

/** Starts the service, and offers the owner choices when it fails. */
export interface Launcher {
  /** Undefined: the owner quits. @throws UsageError */
  launch(): Promise<Host | RunningElsewhere | undefined>;
  /** Restarts on the same host after a stop from which the service did not return. */
  bringBack(host: Host): Promise<boolean>;
  /** Whether a question about a failed start is open. */
  isAsking(): boolean;
  /** The service's log, once there is one. */
  log(): Log;
}

interface LauncherContext {
  program: Program;
  command: DesktopCommand;
  preferences: PreferenceStore;
  updates: StartFailureContext['updates'];
  /** Whether `Kramar --quit` came: a failed start is then no question. */
  isQuitDue(): boolean;
}

export const createLauncher = (context: LauncherContext): Launcher => {
  const { program, command, preferences, updates, isQuitDue } = context;
  const { electron, env, ports } = program;
  const chosen: { dataDir?: string; port?: number } = {};
  let log = createLog({ level: 'info', stderr: true });
  let config: Config | undefined;
  const texts = () => textsIn(preferences.get().language);

  const configOf = (practice: boolean): Config => {
    const flags = { ...command.flags, dataDir: chosen.dataDir ?? command.flags.dataDir };
    const defaultDir = preferences.get().data_folder ?? undefined;
    const found = configsOf({ flags, demo: command.demo, defaultDir }, env)(practice);
    return chosen.port === undefined ? found : { ...found, port: chosen.port, isPortChosen: true };
  };

  const attempt = async (): Promise<Host | RunningElsewhere> => {
    config = configOf(command.demo);
    if (config.dataDir === preferences.get().data_folder) refuseMissingFolder(config.dataDir);
    // Before the log, which would create the folder itself.
    prepareDataFolder(config.dataDir);
    await log.close();
    log = createLog({ level: config.logLevel, dir: logFolder(config.dataDir), stderr: true });
    if (command.ignored.length > 0)
      log.debug('Switches that are not of Kramar were left to Electron.', { switches: command.ignored });
    const host = createHost({
      configOf,
      isPractice: command.demo,
      ports: { fetch: createBankFetch(electron), ...ports, log },
      printMessage: (text) => log.info(text),
    });
    const elsewhere = await startOrFind(host, config, program.serviceWaitMs);
    if (elsewhere) {
      // The file of the log is that of the service.
      await log.close();
      log = createLog({ level: config.logLevel, stderr: true });
      return elsewhere;
    }
    if (chosen.dataDir !== undefined && !command.demo) preferences.keep({ data_folder: chosen.dataDir });
    return host;
  };

  const start = createRetry({
    log: () => log,
    port: () => config?.port,
    isQuitDue,
    actions: {
      electron,
      texts,
      updates,
      dataDir: () => config?.dataDir,
      takeFreePort: () => Object.assign(chosen, { port: 0 }),
      takeFolder: (folder) => Object.assign(chosen, { dataDir: shopFolderIn(folder) }),
    },
  });

  return {
    launch: () => start.untilItStarts(attempt),
    // It reads its config again, with the owner's choices in it.
    bringBack: async (host) =>
      (await start.untilItStarts(async () => {
        await host.switchTo(host.isPractice());
        return true;
      })) ?? false,
    isAsking: start.isAsking,
    log: () => log,
  };
};

/** Starts the service, unless another process has it running. @throws OwnerError */
const startOrFind = async (
  host: Host,
  { dataDir, bankUrl }: Config,
  waitMs: number | undefined,
): Promise<RunningElsewhere | undefined> => {
  try {
    await host.start();
    return undefined;
  } catch (error) {
    if (!(error instanceof OwnerError) || error.code !== 'ALREADY_RUNNING') throw error;
    const origin = await findRunningService(dataDir, waitMs);
    if (origin === undefined) throw error;
    return { origin, bankUrl, dataDir };
  }
};

/** @param port the wished one */
const failureKind = async (error: unknown, port: number | undefined): Promise<FailureKind> => {
  const kind = kindOf(error);
  if (kind !== 'port' || port === undefined || !(error instanceof OwnerError)) return kind;
  return portKindOf(await portHolder(port, error));
};

interface RetryContext {
  log(): Log;
  port(): number | undefined;
  isQuitDue(): boolean;
  actions: StartFailureContext;
}

const createRetry = ({ log, port, isQuitDue, actions }: RetryContext) => {
  const { electron, texts, updates, dataDir } = actions;
  let isAsking = false;
  const choose = async (error: unknown): Promise<Choice> => {
    const folder = dataDir();
    const hasBrowserAddress = folder !== undefined && readEndpoint(folder)?.alive === true;
    const hasBackup = error instanceof LostDatabaseError && error.lost.newest !== undefined;
    const possible = { hasUpdates: updates.state().status !== 'off', hasBrowserAddress, hasBackup };
    isAsking = true;
    try {
      const kind = await failureKind(error, port());
      return await askAfterFailure(electron.dialog, texts(), error, kind, possible);
    } finally {
      isAsking = false;
    }
  };

  /** Whether to try again. */
  const settle = async (error: unknown): Promise<boolean> => {
    for (;;) {
      const outcome = await runStartFailureAction(await choose(error), actions, error);
      if (outcome !== 'ask') return outcome === 'again';
    }
  };

  /** Starts something, and after a failure does what the owner chooses; undefined: they quit. */
  const untilItStarts = async <Result>(start: () => Promise<Result>): Promise<Result | undefined> => {
    for (;;) {
      try {
        return await start();
      } catch (error) {
        if (error instanceof UsageError) throw error;
        log().error('Kramar could not start.', { error });
        if (isQuitDue() || !(await settle(error))) return undefined;
      }
    }
  };
  return { untilItStarts, isAsking: () => isAsking };
};

/** Handles the folder that the owner chose when the default one was gone. */

const isEmpty = (folder: string): boolean => {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
};

/** A shop must not mix with other files: a folder that holds some gets a subfolder. */
export const shopFolderIn = (chosen: string): string =>
  existsSync(databaseFile(chosen)) || isEmpty(chosen) ? chosen : join(chosen, 'Kramar');

/**
 * Refuses to recreate a folder that held a shop: on a mount point whose drive is gone, an empty shop would replace the
 * real one.
 * @throws OwnerError DATA_FOLDER_GONE
 */
const refuseMissingFolder = (folder: string): void => {
  if (existsSync(databaseFile(folder))) return;
  throw new OwnerError(
    'DATA_FOLDER_GONE',
    `The shop's data is not in ${folder} any more. Nothing was changed. Plug in the drive that it is on, or choose the folder where it is now.`,
  );
};
