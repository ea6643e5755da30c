import { join } from 'node:path';
import type { App } from 'electron';
import { logFolder } from '../domain/installation.ts';
import { UsageError } from '../platform/config.ts';
import { makeFolder } from '../platform/data-folder.ts';
import { createLog, type Log } from '../platform/log.ts';
import type { Host } from '../start/host.ts';
import { readDesktopCommand } from './command.ts';
import { type Desktop, openDesktop } from './desktop.ts';
import type { Program } from './electron.ts';
import { messageOf } from './failures.ts';
import { createLauncher, type Launcher } from './launcher.ts';
import { acquireSingleInstance, screenOfLink } from './links.ts';
import { openPreferences, type PreferenceStore } from './preferences.ts';
import type { OwnAddresses } from './security/contents.ts';
import { secureProgram, setAppIdentity } from './security/program.ts';
import { secureSession } from './security/session.ts';
import { type Texts, textsIn } from './texts.ts';
import { createUpdates } from './updates.ts';

/** The parts that exist so far. */
interface StartupState {
  own: OwnAddresses;
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
  const startup: StartupState = { own: { origin: undefined, bankUrl: undefined } };
  const follow = (link: string | undefined): void => {
    const path = link === undefined ? undefined : screenOfLink(link);
    startup.path = path ?? startup.path;
    startup.desktop?.window.show(path);
  };
  chooseProfile(app);
  if (!acquireSingleInstance(app, args, follow)) {
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
  const log = () => startup.launcher?.log() ?? early;
  const preferences = openPreferences(app.getPath('userData'), log);
  const texts = () => textsIn(preferences.get().language);
  setAppIdentity(app, program.platform);
  secureProgram({ app, shell: program.electron.shell, own: () => startup.own, log });
  const endOnFault = faultHandler(program, startup, texts, log);
  onFault(program.process, endOnFault);

  await app.whenReady();
  try {
    return await open(program, startup, preferences, log);
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
  startup: StartupState,
  preferences: PreferenceStore,
  log: () => Log,
): Promise<Desktop | undefined> => {
  const { app, session } = program.electron;
  const command = readDesktopCommand(program.args);
  follow(startup, command.link);
  secureSession(session.defaultSession, () => startup.own, app.isPackaged);
  const updates = createUpdates({
    load: program.loadUpdater,
    sendEvent: (event) => startup.desktop?.window.sendEvent(event),
    log,
    stop: async () => startup.desktop?.quit.stopForUpdate(),
    resume: async () => {
      startup.desktop?.quit.resume();
      if (startup.host && !(await launcher.bringBack(startup.host))) await startup.desktop?.quit.end();
    },
  });
  const launcher = createLauncher({ program, command, preferences, updates });
  startup.launcher = launcher;
  const host = await launcher.launch();
  if (!host) {
    await log().close();
    app.exit(0);
    return undefined;
  }
  startup.host = host;
  rememberAddresses(startup, host);
  const { hidden } = command;
  const own = () => startup.own;
  const { path } = startup;
  startup.desktop = openDesktop({
    program,
    host,
    launcher,
    preferences,
    updates,
    own,
    log: log(),
    isHidden: hidden,
    path,
  });
  return startup.desktop;
};

const follow = (startup: StartupState, link: string | undefined): void => {
  startup.path ??= link === undefined ? undefined : screenOfLink(link);
};

/** Keeps the last addresses during a restart: the page still belongs to them. */
const rememberAddresses = (startup: StartupState, host: Host): void => {
  const know = (): void => {
    const started = host.started();
    if (started) startup.own = { origin: started.running.origin, bankUrl: host.config().bankUrl };
  };
  know();
  host.onStarted(know);
};

const faultHandler =
  ({ electron: { app, dialog } }: Program, startup: StartupState, texts: () => Texts, log: () => Log) =>
  (error: unknown): void => {
    log().error(`Kramar stops after a fault of its own (${messageOf(error)}).`, { error });
    const { fault, faultText } = texts().crash;
    const folder = startup.host ? logFolder(startup.host.config().dataDir) : '–';
    const showFault = () => dialog.showErrorBox(fault, faultText(messageOf(error), folder));
    if (startup.desktop) void startup.desktop.quit.end(1, showFault);
    else {
      showFault();
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
