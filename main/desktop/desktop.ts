import type { IpcMain, PowerMonitor } from 'electron';
import type { BridgeAnswer } from '../../shared/bridge.ts';
import { CALL_CHANNEL } from '../../shared/bridge-channels.ts';
import { type Bridge, createBridge } from '../bridge/bridge.ts';
import type { SendEvent, Updates } from '../bridge/native-shell.ts';
import type { Log } from '../platform/log.ts';
import { PRELOAD, windowIcon } from '../platform/places-on-disk.ts';
import type { Host, Started } from '../start/host.ts';
import { watchCrashes } from './crash.ts';
import type { Program } from './electron.ts';
import type { Launcher } from './launcher.ts';
import { createLogin } from './login.ts';
import { createNativeShell } from './native-shell.ts';
import { createNotifier } from './notifications.ts';
import type { PreferenceStore } from './preferences.ts';
import { closeWindow, createQuit, type Quit } from './quit.ts';
import { type OwnAddresses, senderAddress } from './security/contents.ts';
import { createStatus } from './status.ts';
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
  /** Waits in the tray. */
  isHidden: boolean;
  /** The first screen. */
  path: string | undefined;
}

/** Opens window, tray, menu and bridge around a running service. */
export const openDesktop = (context: DesktopContext): Desktop => {
  const { program, host, preferences, own, log } = context;
  const { electron, platform } = program;
  const { app, dialog, powerMonitor } = electron;
  const texts = () => textsIn(preferences.get().language);
  const icon = windowIcon(platform);

  const quit = createQuit({ app, dialog, host, texts, log, remember: () => window.remember() });
  const end = () => void quit.end();
  const window = openWindow(
    {
      electron,
      preferences,
      preload: PRELOAD,
      icon,
      log,
      onClose: (event) => {
        const { hasTray } = status;
        closeWindow({ event, window, hasTray, preferences, notifier, texts: texts(), quit });
      },
      onSessionEnd: end,
    },
    context.isHidden,
  );
  const notifier = createNotifier({
    electron,
    icon,
    preferences: preferences.get,
    isWatched: window.isWatched,
    open: window.show,
  });
  const status = createStatus({
    ...{ program, host, window, notifier, texts, log },
    askToQuit: () => void quit.ask(),
  });
  const setLanguage = (language: Language): void => {
    preferences.keep({ language });
    status.show();
  };
  connect(context, { window, quit, setLanguage });
  watchCrashes({
    ...{ electron, dialog, window, texts, log },
    reload: () => window.load(own().origin ?? ''),
    isEnding: quit.isEnding,
    now: () => performance.now(),
  });
  followPower({ powerMonitor, host, sendEvent: window.sendEvent, log, end });
  app.on('activate', () => window.show());
  // Ctrl+C, and signals of a system shutdown: Chromium would first ask every window.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) program.process.on(signal, end);
  status.show();

  let first = context.path;
  const onStarted = (started: Started): void => {
    const { origin } = started.running;
    // At the same address the page that requested the restart reloads itself.
    if (!window.isAt(origin)) window.load(origin, first);
    first = undefined;
    status.follow(started);
  };
  host.onStarted(onStarted);
  const started = host.started();
  if (started) onStarted(started);
  return { window, quit };
};

interface Connected extends Desktop {
  setLanguage(language: Language): void;
}

/** Connects the page to the program. */
const connect = (context: DesktopContext, { window, quit, setLanguage }: Connected): void => {
  const { program, host, launcher, preferences, updates, own, log } = context;
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
  const login = createLogin({ app: electron.app, platform, env, home, execPath });
  const shell = createNativeShell({ electron, window, preferences, login, updates, own, texts, setLanguage });
  serveBridge({
    ipcMain: electron.ipcMain,
    window,
    bridge: createBridge({ host, shell, log }),
    afterStop: () => void bringBack(),
  });
};

interface PowerContext {
  powerMonitor: PowerMonitor;
  host: Pick<Host, 'wake'>;
  sendEvent: SendEvent;
  log: Log;
  /** Ends in order and without a question. */
  end(): void;
}

interface Preventable {
  preventDefault?(): void;
}

/** https://www.electronjs.org/docs/latest/api/power-monitor */
const followPower = ({ powerMonitor, host, sendEvent, log, end }: PowerContext): void => {
  powerMonitor.on('suspend', () => log.info('The computer goes to sleep.'));
  powerMonitor.on('resume', () => {
    log.info('The computer is awake again: what is due is done.');
    host.wake();
  });
  powerMonitor.on('lock-screen', () => sendEvent({ type: 'lock' }));
  // Linux and macOS; the typings know of no event, the documentation does. Windows: see window.ts, session-end.
  powerMonitor.on('shutdown', ((event?: Preventable) => {
    event?.preventDefault?.();
    log.info('The computer shuts down: Kramar stops.');
    end();
  }) as () => void);
};

/** They stop the service, and its restart may fail. */
const STOPPING: ReadonlySet<unknown> = new Set(['service.restart', 'backups.restore', 'shop.switch']);

interface TransportContext {
  ipcMain: IpcMain;
  window: Pick<ShopWindow, 'contents'>;
  bridge: Bridge;
  /** Called after a call that may have left no service running. */
  afterStop(): void;
}

/** Carries the bridge over Electron's IPC; the bridge itself checks the caller. */
const serveBridge = ({ ipcMain, window, bridge, afterStop }: TransportContext): void => {
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
