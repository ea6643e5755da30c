import { EventEmitter } from 'node:events';
import type {
  BaseWindow,
  BrowserWindow,
  BrowserWindowConstructorOptions,
  CrashReporter,
  Dialog,
  Display,
  IpcMain,
  Menu,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NativeImage,
  NativeTheme,
  OpenDialogOptions,
  PowerMonitor,
  PowerSaveBlocker,
  SaveDialogOptions,
  Screen,
  Session,
  Shell,
  WebRequest,
} from 'electron';
import './quiet-stderr.ts';
import type { Electron } from '../../main/desktop/electron.ts';
import { type Part, standFor, standForClass, throwingAfterDestroy } from './part.ts';
import { StandInApp } from './stand-in-app.ts';
import { standInMenus, templateOf } from './stand-in-menu.ts';
import { standInNotifications } from './stand-in-notifications.ts';
import { StandInWindow } from './stand-in-window.ts';

/**
 * Electron without Electron: emits what a test makes it emit, and records its calls. No kinder than Electron: a page
 * may never become ready to show, a tray that the system lacks does not throw, destroyed objects throw.
 */

type Listener = (...args: never[]) => unknown;
type Call = (...args: unknown[]) => unknown;

class StandInTray extends EventEmitter {
  readonly icon: string;
  destroyed = false;
  tooltip = '';
  menu: MenuItemConstructorOptions[] = [];
  constructor(icon: string) {
    super();
    this.icon = icon;
    // biome-ignore lint/correctness/noConstructorReturn: the proxy is what Electron's destroyed objects are like
    return throwingAfterDestroy<StandInTray>(this);
  }
  setToolTip(text: string): void {
    this.tooltip = text;
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = templateOf(menu);
  }
  isDestroyed = (): boolean => this.destroyed;
}

export const standInSession = () => {
  const handlers: Record<string, Listener> = {};
  const keep = (name: string) => (handler: unknown) => {
    handlers[name] = handler as Listener;
  };
  const webRequest = standFor<WebRequest>({
    onBeforeRequest: keep('before'),
    onHeadersReceived: keep('headers'),
  });
  const session = standFor<Session>({
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
    webRequest,
  });
  return { handlers, session };
};

/** The questions of the system, answered as a test says. */
const standInDialogs = () => {
  const boxes: MessageBoxOptions[] = [];
  /** The windows to which the questions belonged; undefined: to none. */
  const parents: (BaseWindow | undefined)[] = [];
  const errorBoxes: [string, string][] = [];
  const answers: (string | (() => string))[] = [];
  /** The user's choices, one dialog after the other; undefined: the user cancels. */
  const chosen = { folders: [] as (string | undefined)[], saveTo: '' };
  const optionsOf = <Options extends object>(args: [BaseWindow, Options] | [Options]): Options => {
    const [first, second] = args;
    parents.push(second === undefined ? undefined : (first as BaseWindow));
    return second ?? (first as Options);
  };
  const Dialogs = {
    showMessageBox: (...args: [BaseWindow, MessageBoxOptions] | [MessageBoxOptions]) => {
      const options = optionsOf(args);
      boxes.push(options);
      const answer = answers.shift();
      const buttons = options.buttons ?? [];
      if (answer === undefined) throw new Error(`Nobody answers: ${options.message} ${buttons.join(' | ')}`);
      const response = buttons.indexOf(typeof answer === 'function' ? answer() : answer);
      if (response < 0) throw new Error(`There is no button ${answer} among ${buttons.join(' | ')}`);
      return Promise.resolve({ response, checkboxChecked: false });
    },
    showErrorBox: (title: string, content: string) => void errorBoxes.push([title, content]),
    showOpenDialog: (...args: [BaseWindow, OpenDialogOptions] | [OpenDialogOptions]) => {
      optionsOf(args);
      const folder = chosen.folders.shift();
      return Promise.resolve({
        canceled: folder === undefined,
        filePaths: folder === undefined ? [] : [folder],
      });
    },
    showSaveDialog: (...args: [BaseWindow, SaveDialogOptions] | [SaveDialogOptions]) => {
      optionsOf(args);
      return Promise.resolve({ canceled: chosen.saveTo === '', filePath: chosen.saveTo });
    },
  } satisfies Part<Dialog>;
  return { dialog: standFor<Dialog>(Dialogs), boxes, parents, errorBoxes, answers, chosen };
};

const standInShell = () => {
  const opened: string[] = [];
  const shown: string[] = [];
  const external: string[] = [];
  const outcome = { openPath: '' };
  /** The umask that each program started by the system inherits. */
  const umasks: number[] = [];
  const shell = standFor<Shell>({
    openPath: (path) => {
      opened.push(path);
      umasks.push(process.umask());
      return Promise.resolve(outcome.openPath);
    },
    showItemInFolder: (path) => void shown.push(path),
    openExternal: (url) => {
      external.push(url);
      return Promise.resolve();
    },
  });
  return { shell, opened, shown, external, outcome, umasks };
};

const standInPowerSaving = () => {
  const blockers = new Set<number>();
  let last = 0;
  const powerSaveBlocker = standFor<PowerSaveBlocker>({
    start: () => {
      last += 1;
      blockers.add(last);
      return last;
    },
    stop: (id) => blockers.delete(id),
    isStarted: (id) => blockers.has(id),
  });
  return { powerSaveBlocker, blockers };
};

const DISPLAY = { x: 0, y: 0, width: 1920, height: 1040 };

interface Options {
  folder: string;
  platform?: NodeJS.Platform;
  switches?: readonly string[];
}

export const standInElectron = ({ folder, platform = 'win32', switches = [] }: Options) => {
  const app = new StandInApp(folder, platform, switches);
  const windows: StandInWindow[] = [];
  const trays: StandInTray[] = [];
  const calls = new Map<string, Call>();
  const state = { dark: false, displays: [{ id: 1, workArea: DISPLAY }] };
  const displays = new EventEmitter();
  const powerMonitor = Object.assign(new EventEmitter(), { isOnBatteryPower: () => false });
  const menus = standInMenus();
  const dialogs = standInDialogs();
  const shells = standInShell();
  const notices = standInNotifications(platform);
  const power = standInPowerSaving();
  const { session, handlers } = standInSession();
  const theme = { source: 'system' as NativeTheme['themeSource'] };
  const crashReports: object[] = [];
  const bankRequests: { partition: string; method: string; headers: Headers }[] = [];

  const Window = class extends StandInWindow {
    constructor(options?: BrowserWindowConstructorOptions) {
      super(options);
      windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }
  };
  const Tray = class extends StandInTray {
    constructor(icon: string | NativeImage) {
      super(String(icon));
      trays.push(this);
    }
  };
  app.closeAll = () => {
    for (const window of windows) window.destroy();
    for (const tray of trays) tray.destroyed = true;
  };

  const electron = {
    app: app.whole,
    BrowserWindow: standForClass<typeof BrowserWindow>(Window),
    dialog: dialogs.dialog,
    ipcMain: standFor<IpcMain>({ handle: (name, call) => void calls.set(name, call as Call) }),
    Menu: menus.Menu,
    nativeTheme: standFor<NativeTheme>({
      get shouldUseDarkColors() {
        return theme.source === 'system' ? state.dark : theme.source === 'dark';
      },
      get themeSource() {
        return theme.source;
      },
      set themeSource(source) {
        theme.source = source;
      },
    }),
    Notification: notices.Notification,
    powerMonitor: standFor<PowerMonitor>(powerMonitor),
    screen: standFor<Screen>(
      Object.assign(displays, {
        getAllDisplays: () => state.displays.map((display) => standFor<Display>(display)),
        getPrimaryDisplay: () => standFor<Display>(state.displays[0] ?? { workArea: DISPLAY }),
      }),
    ),
    crashReporter: standFor<CrashReporter>({ start: (options = {}) => void crashReports.push(options) }),
    powerSaveBlocker: power.powerSaveBlocker,
    session: standFor<Electron['session']>({
      defaultSession: session,
      fromPartition: (partition) =>
        standFor<Session>({
          fetch: (input, init) => {
            bankRequests.push({
              partition,
              method: init?.method ?? 'GET',
              headers: new Headers(init?.headers),
            });
            return fetch(input, init);
          },
        }),
    }),
    shell: shells.shell,
    Tray: standForClass<Electron['Tray']>(Tray),
  };
  return {
    electron,
    app,
    windows,
    trays,
    calls,
    handlers,
    powerMonitor,
    session,
    state,
    theme,
    crashReports,
    bankRequests,
    displays,
    menus: menus.menus,
    popups: menus.popups,
    notifications: notices.notifications,
    notices,
    ...dialogs,
    ...shells,
    ...power,
  };
};
export type StandIn = ReturnType<typeof standInElectron>;
