import { join } from 'node:path';
import type { App } from 'electron';
import { logFolder } from '../domain/installation.ts';
import { UsageError } from '../platform/config.ts';
import { makeFolder } from '../platform/data-folder.ts';
import { createLog, type Log } from '../platform/log.ts';
import type { Host } from '../start/host.ts';
import { beTheOnlyOne, placeOfLink } from './arrival.ts';
import { readDesktopCommand } from './command.ts';
import { type Desktop, openDesktop } from './desktop.ts';
import type { Program } from './electron.ts';
import { messageOf } from './failures.ts';
import { createLauncher, type Launcher } from './launcher.ts';
import { openPreferences, type PreferenceStore } from './preferences.ts';
import type { Own } from './security/contents.ts';
import { introduce, secureProgram } from './security/program.ts';
import { secureSession } from './security/session.ts';
import { type Texts, textsIn } from './texts.ts';
import { createUpdates } from './updates.ts';

/** The parts that exist so far. */
interface Stage {
  own: Own;
  launcher?: Launcher;
  host?: Host;
  desktop?: Desktop;
  /** A link that came before the window. */
  path?: string | undefined;
}

/** Starts the program with a window. Undefined: it ended before there was one. */
export const startDesktop = async (program: Program): Promise<Desktop | undefined> => {
  const { app, dialog } = program.electron;
  const { args } = program;
  // A packaged program includes the owner's console.
  if (args[0] === '--admin') {
    const { runConsole } = await import('../cli/run.ts');
    app.exit(await runConsole(args.slice(1)));
    return undefined;
  }
  const stage: Stage = { own: { origin: undefined, bankUrl: undefined } };
  const follow = (link: string | undefined): void => {
    const path = link === undefined ? undefined : placeOfLink(link);
    stage.path = path ?? stage.path;
    stage.desktop?.window.show(path);
  };
  chooseProfile(app);
  if (!beTheOnlyOne(app, args, follow)) {
    app.exit(0);
    return undefined;
  }
  // macOS delivers links by an event, which may come before the program is ready.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    follow(url);
  });
  // Only the owner may read what Kramar writes, wherever the data folder is.
  process.umask(0o077);
  const early = createLog({ level: 'info', stderr: true });
  const log = () => stage.launcher?.log() ?? early;
  const preferences = openPreferences(app.getPath('userData'), log);
  const texts = () => textsIn(preferences.get().language);
  introduce(app, program.platform);
  secureProgram({ app, shell: program.electron.shell, own: () => stage.own, log });
  const endOnFault = faultHandler(program, stage, texts, log);
  onFault(program.process, endOnFault);

  await app.whenReady();
  try {
    return await open(program, stage, preferences, log);
  } catch (error) {
    if (error instanceof UsageError) {
      dialog.showErrorBox(texts().failures.usage, error.message);
      app.exit(2);
    } else endOnFault(error);
    return undefined;
  }
};

/** @throws UsageError */
const open = async (
  program: Program,
  stage: Stage,
  preferences: PreferenceStore,
  log: () => Log,
): Promise<Desktop | undefined> => {
  const { app, session } = program.electron;
  const command = readDesktopCommand(program.args);
  follow(stage, command.link);
  secureSession(session.defaultSession, () => stage.own, app.isPackaged);
  const updates = createUpdates({
    load: program.loadUpdater,
    tell: (event) => stage.desktop?.window.tell(event),
    log,
    stop: async () => stage.desktop?.quit.stopForUpdate(),
    resume: async () => {
      stage.desktop?.quit.resume();
      if (stage.host && !(await launcher.bringBack(stage.host))) await stage.desktop?.quit.end();
    },
  });
  const launcher = createLauncher({ program, command, preferences, updates });
  stage.launcher = launcher;
  const host = await launcher.launch();
  if (!host) {
    await log().close();
    app.exit(0);
    return undefined;
  }
  stage.host = host;
  knowAddresses(stage, host);
  const { hidden } = command;
  const own = () => stage.own;
  const { path } = stage;
  stage.desktop = openDesktop({
    program,
    host,
    launcher,
    preferences,
    updates,
    own,
    log: log(),
    hidden,
    path,
  });
  return stage.desktop;
};

const follow = (stage: Stage, link: string | undefined): void => {
  stage.path ??= link === undefined ? undefined : placeOfLink(link);
};

/** Keeps the last addresses during a restart: the page still belongs to them. */
const knowAddresses = (stage: Stage, host: Host): void => {
  const know = (): void => {
    const started = host.started();
    if (started) stage.own = { origin: started.running.origin, bankUrl: host.config().bankUrl };
  };
  know();
  host.onStarted(know);
};

const faultHandler =
  ({ electron: { app, dialog } }: Program, stage: Stage, texts: () => Texts, log: () => Log) =>
  (error: unknown): void => {
    log().error(`Kramar stops after a fault of its own (${messageOf(error)}).`, { error });
    const { fault, faultText } = texts().crash;
    const folder = stage.host ? logFolder(stage.host.config().dataDir) : '–';
    const tell = () => dialog.showErrorBox(fault, faultText(messageOf(error), folder));
    if (stage.desktop) void stage.desktop.quit.end(1, tell);
    else {
      tell();
      app.exit(1);
    }
  };

/**
 * Handles unexpected faults. A listener of our own also prevents Electron's dialog with a stack
 * (https://www.electronjs.org/docs/latest/api/process). Node treats an unhandled rejection as an exception; Electron
 * only warns, so it needs its own listener.
 */
const onFault = (process: Program['process'], handle: (error: unknown) => void): void => {
  process.on('uncaughtException', handle);
  process.on('unhandledRejection', handle);
};

/**
 * Gives Chromium's profile (cache, cookies, local storage) its own folder. The default is `appData/<name of the
 * program>` (https://www.electronjs.org/docs/latest/api/app#appgetpathname), which on Windows and macOS holds the
 * shop's data (main/platform/config.ts). Runs before the single-instance lock, which is in that folder.
 */
export const chooseProfile = (app: App): void => {
  // An explicit choice stays: tests, several users of one account.
  if (app.commandLine.hasSwitch('user-data-dir')) return;
  const folder = join(app.getPath('appData'), 'Kramar Window');
  try {
    // setPath throws when the folder is missing.
    makeFolder(folder);
    app.setPath('userData', folder);
  } catch {
    // The service's own start reports an unwritable disk.
  }
};
