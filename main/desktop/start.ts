import { join } from 'node:path';
import type { App } from 'electron';
import type { Updates } from '../bridge/native-shell.ts';
import { UsageError } from '../platform/config.ts';
import { makeFolder } from '../platform/data-folder.ts';
import { createLog, type Log } from '../platform/log.ts';
import { logFolder } from '../safekeeping/installation.ts';
import type { Host } from '../start/host.ts';
import { openAttached } from './attached.ts';
import { forbidResending } from './bank-fetch.ts';
import { isQuitRequest, readDesktopCommand } from './command.ts';
import { type Desktop, openDesktop } from './desktop.ts';
import type { Electron, Program } from './electron.ts';
import { messageOf } from './failures.ts';
import { createLauncher, type Launcher } from './launcher.ts';
import { acquireSingleInstance, linkIn, screenOfLink } from './links.ts';
import { isStartedAtLogin } from './login.ts';
import { openPreferences, type PreferenceStore } from './preferences.ts';
import type { OwnAddresses } from './security/contents.ts';
import { secureProgram, setAppIdentity, storeNoKey } from './security/program.ts';
import { secureSession } from './security/session.ts';
import { type Texts, textsIn } from './texts.ts';
import { createUpdates } from './updates.ts';

/** The parts that exist so far. */
interface StartupState {
  own: OwnAddresses;
  launcher?: Launcher;
  host?: Host;
  desktop?: Desktop;
  /** A user started the program once more, or opened a link, before there was a window. */
  isShowDue: boolean;
  /** `Kramar --quit` came before there was a window. */
  isQuitDue: boolean;
  /** A link that came before the window. */
  path?: string | undefined;
}

/** Starts the program with a window. Undefined: it ended before there was one. */
export const startDesktop = async (given: Program): Promise<Desktop | undefined> => {
  const { app, dialog } = given.electron;
  const { args } = given;
  const startup: StartupState = {
    own: { origin: undefined, bankUrl: undefined },
    isShowDue: false,
    isQuitDue: false,
  };
  const follow = (link: string | undefined): void => {
    const path = link === undefined ? undefined : screenOfLink(link);
    startup.path = path ?? startup.path;
    startup.isShowDue = true;
    startup.desktop?.window.show(path);
  };
  const early = createLog({ level: 'info', stderr: true });
  const log = () => startup.launcher?.log() ?? early;
  const onSecondStart = (secondArgs: readonly string[]): void =>
    isQuitRequest(secondArgs) ? endByRequest(app, startup, log()) : follow(linkIn(secondArgs));
  chooseProfile(app);
  // The lock passes --quit to the running program; without one there is nothing to end.
  if (!acquireSingleInstance(app, args, onSecondStart) || isQuitRequest(args)) {
    app.exit(0);
    return undefined;
  }
  // macOS delivers links by an event, which may come before the program is ready.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    follow(url);
  });
  // Only the owner may read what Kramar writes, wherever the data folder is; what the user saves is theirs to share.
  const umask = process.umask(0o077);
  const fileMode = 0o666 & ~umask;
  const shell = withUmask(given.electron.shell, umask);
  const program: Program = { ...given, electron: { ...given.electron, shell } };
  const preferences = openPreferences(app.getPath('userData'), log);
  const texts = () => textsIn(preferences.get().language);
  prepare(program, startup, preferences, log);
  const endOnFault = faultHandler(program, startup, texts, log);
  // A listener of our own also prevents Electron's dialog with a stack (https://www.electronjs.org/docs/latest/api/process).
  program.process.on('uncaughtException', endOnFault);
  // Node treats an unhandled rejection as an exception; Electron only warns, so it needs its own listener.
  program.process.on('unhandledRejection', endOnFault);

  await app.whenReady();
  try {
    return await open({ program, startup, preferences, log, fileMode });
  } catch (error) {
    if (error instanceof UsageError) {
      dialog.showErrorBox(texts().failures.usage, error.message);
      app.exit(2);
    } else endOnFault(error);
    return undefined;
  }
};

/**
 * Ends in order for `Kramar --quit`. An open payment is no reason to ask: the next start reads from the bank what became
 * of it, and the installer that sent the request waits for half a minute only.
 */
const endByRequest = (app: App, startup: StartupState, log: Log): void => {
  log.info('Another start requests that Kramar quits (--quit).');
  if (startup.desktop) void startup.desktop.quit.end();
  // Only a question about a failed start is open, and may stay so for long; nothing runs that would have to stop.
  else if (startup.launcher?.isAsking()) app.exit(0);
  else startup.isQuitDue = true;
};

/** Sets what Electron takes only before it is ready. */
const prepare = (
  { electron, platform }: Program,
  startup: StartupState,
  preferences: PreferenceStore,
  log: () => Log,
): void => {
  const { app, shell, crashReporter } = electron;
  setAppIdentity(app, platform);
  // The dumps stay on this computer.
  crashReporter.start({ uploadToServer: false });
  if (!preferences.get().hardware_acceleration) app.disableHardwareAcceleration();
  electron.nativeTheme.themeSource = preferences.get().theme;
  storeNoKey(app, platform);
  forbidResending(app);
  secureProgram({ app, shell, own: () => startup.own, log });
};

/** On Linux a program that shell starts inherits the umask of that moment (shell/common/platform_util_linux.cc). */
const withUmask = (shell: Electron['shell'], umask: number): Electron['shell'] => {
  const opening = <Result>(open: () => Result): Result => {
    const own = process.umask(umask);
    try {
      return open();
    } finally {
      process.umask(own);
    }
  };
  return {
    openPath: (path) => opening(() => shell.openPath(path)),
    openExternal: (url, options) => opening(() => shell.openExternal(url, options)),
    showItemInFolder: (path) => opening(() => shell.showItemInFolder(path)),
  };
};

interface OpenContext {
  program: Program;
  startup: StartupState;
  preferences: PreferenceStore;
  log: () => Log;
  fileMode: number;
}

/** @throws UsageError */
const open = async ({ program, startup, ...rest }: OpenContext): Promise<Desktop | undefined> => {
  const { preferences, log, fileMode } = rest;
  const { electron, platform } = program;
  const { app, session } = electron;
  const command = readDesktopCommand(program.args);
  startup.path ??= command.link === undefined ? undefined : screenOfLink(command.link);
  secureSession(session.defaultSession, () => startup.own, app.isPackaged);
  const isSigned = await program.isSigned();
  // macOS installs no update of an unsigned program.
  const updates = updatesOf(isSigned ? program.loadUpdater : undefined, startup, log);
  const launcher = createLauncher({
    program,
    command,
    preferences,
    updates,
    isQuitDue: () => startup.isQuitDue,
  });
  startup.launcher = launcher;
  const isHidden = command.hidden || isStartedAtLogin(app, platform);
  const launched = await launcher.launch();
  const elsewhere = launched && 'origin' in launched ? launched : undefined;
  const host = launched && 'origin' in launched ? undefined : launched;
  if (startup.isQuitDue) await host?.stop();
  // The system starts a hidden program for the shop to run, and it does already.
  const isNeedless = elsewhere && isHidden && !startup.isShowDue;
  if (!launched || startup.isQuitDue || isNeedless) {
    await log().close();
    app.exit(0);
    return undefined;
  }
  const shared = { program, preferences, log: log(), path: startup.path };
  if (elsewhere) {
    startup.own = elsewhere;
    startup.desktop = openAttached({ ...shared, elsewhere });
  } else if (host) {
    startup.host = host;
    // The last addresses stay during a restart: the page still belongs to them.
    host.onStarted(({ running }) => {
      startup.own = { origin: running.origin, bankUrl: host.config().bankUrl };
    });
    startup.desktop = openDesktop({
      ...shared,
      host,
      launcher,
      updates,
      fileMode,
      isSigned,
      own: () => startup.own,
      // A second start meanwhile wants to see it.
      isHidden: isHidden && !startup.isShowDue,
    });
  }
  return startup.desktop;
};

const updatesOf = (load: Program['loadUpdater'], startup: StartupState, log: () => Log): Updates =>
  createUpdates({
    load,
    sendEvent: (event) => startup.desktop?.window.sendEvent(event),
    log,
    stop: async () => startup.desktop?.quit.stopForUpdate(),
    resume: async () => {
      const { desktop, host, launcher } = startup;
      desktop?.quit.resume();
      if (host && launcher && !(await launcher.bringBack(host))) await desktop?.quit.end();
    },
  });

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
