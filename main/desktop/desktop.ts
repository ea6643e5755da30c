import type { Event, IpcMain } from 'electron';
import type { BridgeAnswer } from '../../shared/bridge/bridge.ts';
import { CALL_CHANNEL } from '../../shared/bridge/channels.ts';
import { type Bridge, createBridge } from '../bridge/bridge.ts';
import type { Updates } from '../bridge/native-shell.ts';
import type { Log } from '../platform/log.ts';
import { PRELOAD, windowIcon } from '../platform/places-on-disk.ts';
import type { Host } from '../start/host.ts';
import { type Awake, createAwake } from './awake.ts';
import { watchCrashes } from './crash.ts';
import { createCustomerWindow } from './customer-window.ts';
import type { Program } from './electron.ts';
import type { Launcher } from './launcher.ts';
import { createLogin } from './login.ts';
import { showContextMenu } from './menu.ts';
import { createNativeShell } from './native-shell.ts';
import { createNotifier } from './notifications.ts';
import type { PreferenceStore } from './preferences.ts';
import { closeWindow, createQuit, type Quit } from './quit.ts';
import { type OwnAddresses, senderAddress } from './security/contents.ts';
import { createStatus, type Status } from './status.ts';
import { type Language, textsIn } from './texts.ts';
import { openWindow, type ShopWindow } from './window.ts';

export interface Desktop {
  window: ShopWindow;
  quit: Quit;
}

interface DesktopContext {
  program: Program;
  host: Host;
  launcher: Pick<Launcher, 'bringBack'>;
  preferences: PreferenceStore;
  updates: Updates;
  own(): OwnAddresses;
  log: Log;
  /** Rights of files that the user saves. */
  fileMode: number;
  isSigned: boolean;
  /** Waits in the tray. */
  isHidden: boolean;
  /** The first screen. */
  path: string | undefined;
}

/** Opens window, tray, menu and bridge around a running service. */
export const openDesktop = (context: DesktopContext): Desktop => {
  const { program, host, preferences, own, log } = context;
  const { electron } = program;
  const texts = () => textsIn(preferences.get().language);
  const { window, quit, notifier } = openShopWindow(context, () => status.hasTray());
  const end = () => void quit.end();
  const askToQuit = () => void quit.ask();
  const status = createStatus({ program, host, window, notifier, texts, log, askToQuit });
  const setLanguage = (language: Language): void => {
    preferences.keep({ language });
    status.show();
  };
  const awake = createAwake(electron.powerSaveBlocker);
  awake.keep(preferences.get().keeps_awake);
  connect(context, { window, quit, setLanguage, awake });
  const reload = () => window.load(own().origin ?? '');
  watchCrashes({ electron, window, texts, log, reload, isEnding: quit.isEnding });
  showContextMenu(electron, window, texts);
  followPower(context, window, end);
  electron.app.on('activate', () => window.show());
  // Ctrl+C, and signals of a system shutdown: Chromium would first ask every window.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) program.process.on(signal, end);
  status.show();
  followService(context, window, status);
  return { window, quit };
};

/** The window with its end and its notifications: each needs the others. */
const openShopWindow = (
  { program, host, preferences, log, isHidden, isSigned }: DesktopContext,
  hasTray: () => boolean,
) => {
  const { electron, platform } = program;
  const texts = () => textsIn(preferences.get().language);
  const icon = windowIcon(platform);
  const quit = createQuit({ electron, host, texts, log, window: () => window });
  const window = openWindow(
    {
      electron,
      preferences,
      icon,
      log,
      preload: PRELOAD,
      onClose: (event) => {
        closeWindow({ event, window, hasTray, preferences, notifier, texts: texts(), quit }).catch(
          (error: unknown) => log.error('The window could not be closed.', { error }),
        );
      },
      onSessionEnd: quit.endNow,
    },
    isHidden,
  );
  const notifier = createNotifier({
    electron,
    platform,
    icon,
    log,
    isSigned,
    preferences: preferences.get,
    isWatched: window.isWatched,
    open: window.show,
  });
  return { window, quit, notifier };
};

const followService = ({ host, path }: DesktopContext, window: ShopWindow, status: Status): void => {
  let first = path;
  host.onStarted((started) => {
    const { origin } = started.running;
    // At the same address the page that requested the restart reloads itself.
    if (!window.isAt(origin)) window.load(origin, first);
    first = undefined;
    status.follow(started);
  });
};

interface Connected extends Desktop {
  awake: Awake;
  setLanguage(language: Language): void;
}

/** Connects the page to the program. */
const connect = (context: DesktopContext, { window, quit, setLanguage, awake }: Connected): void => {
  const { program, host, launcher, preferences, updates, own, log, fileMode, isSigned } = context;
  const { electron, platform, env, home, execPath } = program;
  let isComingBack = false;
  const bringBack = async (): Promise<void> => {
    if (isComingBack || quit.isEnding() || host.started()) return;
    isComingBack = true;
    const isBack = await launcher.bringBack(host);
    isComingBack = false;
    if (!isBack) await quit.end();
  };
  const texts = () => textsIn(preferences.get().language);
  const login = createLogin({ app: electron.app, platform, env, home, execPath, isSigned });
  const customerScreen = createCustomerWindow({
    electron,
    preferences,
    window,
    log,
    icon: windowIcon(platform),
    canPlace: !isWayland(program),
  });
  host.onStarted(({ running }) => customerScreen.restore(running.origin));
  const shell = createNativeShell({
    customerScreen,
    electron,
    window,
    preferences,
    login,
    updates,
    own,
    texts,
    setLanguage,
    isSigned,
    awake,
    fileMode,
  });
  serveBridge(electron.ipcMain, window, createBridge({ host, shell, log }), () => void bringBack());
};

/** https://www.electronjs.org/docs/latest/api/browser-window#wayland: a program places none of its windows there. */
const isWayland = ({ platform, env }: Program): boolean =>
  platform === 'linux' && (env.XDG_SESSION_TYPE === 'wayland' || Boolean(env.WAYLAND_DISPLAY));

/** https://www.electronjs.org/docs/latest/api/power-monitor @param end in order and without a question */
const followPower = ({ program, host, log }: DesktopContext, window: ShopWindow, end: () => void): void => {
  const { powerMonitor } = program.electron;
  powerMonitor.on('suspend', () => log.info('The computer goes to sleep.'));
  powerMonitor.on('resume', () => {
    log.info('The computer is awake again: what is due is done.');
    host.wake();
  });
  powerMonitor.on('lock-screen', () => window.sendEvent({ type: 'lock' }));
  // Linux and macOS; the typings know of no event, the documentation does. Windows: see window.ts, session-end.
  powerMonitor.on('shutdown', ((event?: Partial<Event>) => {
    event?.preventDefault?.();
    log.info('The computer shuts down: Kramar stops.');
    end();
  }) as () => void);
};

/** They stop the service, and its restart may fail. */
const STOPPING: ReadonlySet<unknown> = new Set(['service.restart', 'backups.restore', 'shop.switch']);

/**
 * Carries the bridge over Electron's IPC; the bridge itself checks the caller.
 * @param afterStop called after a call that may have left no service running
 */
const serveBridge = (ipcMain: IpcMain, window: ShopWindow, bridge: Bridge, afterStop: () => void): void => {
  let stopping = 0;
  ipcMain.handle(
    CALL_CHANNEL,
    async (event, name: unknown, input: unknown, accessToken: unknown): Promise<BridgeAnswer> => {
      const canStop = STOPPING.has(name);
      if (canStop) stopping += 1;
      const answer = await bridge.call(name, input, accessToken, senderAddress(event, window.contents));
      if (canStop) stopping -= 1;
      // While another such call is under way, its result is not known yet.
      if (canStop && !answer.ok && stopping === 0) afterStop();
      return answer;
    },
  );
};
