import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LostDatabaseError } from '../domain/backups/lost-database.ts';
import { logFolder } from '../domain/installation.ts';
import { type Config, UsageError } from '../platform/config.ts';
import { databaseFile, prepareDataFolder, readEndpoint } from '../platform/data-folder.ts';
import { createLog, type Log } from '../platform/log.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { configsOf } from '../start/command-line.ts';
import { createHost, type Host } from '../start/host.ts';
import type { DesktopCommand } from './command.ts';
import { askAfterFailure } from './dialogs.ts';
import type { Program } from './electron.ts';
import type { Choice } from './failures.ts';
import type { PreferenceStore } from './preferences.ts';
import { runStartFailureAction, type StartFailureContext } from './start-failure-actions.ts';
import { textsIn } from './texts.ts';

/** Starts the service, and offers the owner choices when it fails. */
export interface Launcher {
  /** Undefined: the owner quits. @throws UsageError */
  launch(): Promise<Host | undefined>;
  /** Restarts on the same host after a stop from which the service did not return. */
  bringBack(host: Host): Promise<boolean>;
  /** The service's log, once there is one. */
  log(): Log;
}

interface LauncherContext {
  program: Program;
  command: DesktopCommand;
  preferences: PreferenceStore;
  updates: StartFailureContext['updates'];
}

export const createLauncher = ({ program, command, preferences, updates }: LauncherContext): Launcher => {
  const { electron, env, ports } = program;
  const chosen: { dataDir?: string; port?: number } = {};
  let log = createLog({ level: 'info', stderr: true });
  let config: Config | undefined;
  const texts = () => textsIn(preferences.get().language);

  const configOf = (practice: boolean): Config => {
    const flags = { ...command.flags, dataDir: chosen.dataDir ?? command.flags.dataDir };
    const defaultDir = preferences.get().data_folder ?? undefined;
    const found = configsOf({ flags, demo: command.demo, defaultDir }, env)(practice);
    return { ...found, port: chosen.port ?? found.port };
  };

  const openLog = async ({ logLevel, dataDir }: Config): Promise<void> => {
    await log.close();
    log = createLog({ level: logLevel, dir: logFolder(dataDir), stderr: true });
  };

  const attempt = async (): Promise<Host> => {
    config = configOf(command.demo);
    if (config.dataDir === preferences.get().data_folder) refuseMissingFolder(config.dataDir);
    // Before the log, which would create the folder itself.
    prepareDataFolder(config.dataDir);
    await openLog(config);
    if (command.ignored.length > 0)
      log.debug('Switches that are not of Kramar were left to Electron.', { switches: command.ignored });
    const printMessage = (text: string) => log.info(text);
    const host = createHost({ configOf, isPractice: command.demo, ports: { ...ports, log }, printMessage });
    await host.start();
    if (chosen.dataDir !== undefined && !command.demo) preferences.keep({ data_folder: chosen.dataDir });
    return host;
  };

  const context: StartFailureContext = {
    electron,
    texts,
    updates,
    dataDir: () => config?.dataDir,
    takeFreePort: () => {
      chosen.port = 0;
    },
    takeFolder: (folder) => {
      chosen.dataDir = shopFolderIn(folder);
    },
  };

  const choose = (error: unknown): Promise<Choice> => {
    const hasBrowserAddress = config !== undefined && readEndpoint(config.dataDir)?.alive === true;
    const hasBackup = error instanceof LostDatabaseError && error.lost.newest !== undefined;
    const possible = { hasUpdates: updates.state().status !== 'off', hasBrowserAddress, hasBackup };
    return askAfterFailure(error, { dialog: electron.dialog, texts: texts(), possible });
  };

  /** Whether to try again. */
  const settle = async (error: unknown): Promise<boolean> => {
    for (;;) {
      const outcome = await runStartFailureAction(await choose(error), context, error);
      if (outcome !== 'ask') return outcome === 'again';
    }
  };

  const untilItStarts = async <Result>(start: () => Promise<Result>): Promise<Result | undefined> => {
    for (;;) {
      try {
        return await start();
      } catch (error) {
        if (error instanceof UsageError) throw error;
        log.error('Kramar could not start.', { error });
        if (!(await settle(error))) return undefined;
      }
    }
  };

  return {
    launch: () => untilItStarts(attempt),
    // It reads its config again, with the owner's choices in it.
    bringBack: async (host) =>
      (await untilItStarts(async () => {
        await host.switchTo(host.isPractice());
        return true;
      })) ?? false,
    log: () => log,
  };
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
