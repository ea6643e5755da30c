import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { MenuItemConstructorOptions, MessageBoxOptions } from 'electron';
import './quiet-stderr.ts';
import type { Electron } from '../../main/desktop/electron.ts';

/** Electron without Electron: emits what a test makes it emit, and remembers what it was asked. */

type Listener = (...args: never[]) => unknown;

export class StandInContents extends EventEmitter {
  readonly mainFrame = { url: '' };
  readonly sent: unknown[] = [];
  crashes = 0;
  loading = false;
  printed = 0;
  printAnswer: [boolean, string] = [true, ''];
  windowOpen: ((details: { url: string }) => { action: string }) | undefined;

  send(channel: string, message: unknown): void {
    this.sent.push([channel, message]);
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.windowOpen = handler;
  }
  isLoadingMainFrame = () => this.loading;
  forcefullyCrashRenderer(): void {
    this.crashes += 1;
  }
  print(_options: object, done: (success: boolean, why: string) => void): void {
    this.printed += 1;
    done(...this.printAnswer);
  }
  printToPDF(): Promise<Buffer> {
    return Promise.resolve(Buffer.from('%PDF-'));
  }
}

export class StandInWindow extends EventEmitter {
  readonly webContents = new StandInContents();
  readonly loaded: string[] = [];
  readonly options: Record<string, unknown>;
  visible = false;
  focused = false;
  maximised = false;
  minimised = false;
  fullScreen = false;
  menuBar = true;
  bounds = { x: 0, y: 0, width: 1280, height: 860 };

  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    Object.assign(this.bounds, { width: options.width, height: options.height });
    if (options.x !== undefined) Object.assign(this.bounds, { x: options.x, y: options.y });
  }
  loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    this.webContents.mainFrame.url = url;
    return Promise.resolve();
  }
  /** As Chromium does once the page is there. */
  finishLoading(): void {
    this.webContents.emit('did-finish-load');
    this.emit('ready-to-show');
  }
  show(): void {
    this.visible = true;
  }
  focus(): void {
    this.focused = true;
  }
  hide(): void {
    this.visible = false;
    this.focused = false;
  }
  maximize(): void {
    this.maximised = true;
    this.visible = true;
  }
  restore(): void {
    this.minimised = false;
  }
  isMinimized = () => this.minimised;
  isMaximized = () => this.maximised;
  isVisible = () => this.visible;
  isFocused = () => this.focused;
  isDestroyed = () => false;
  isFullScreen = () => this.fullScreen;
  setFullScreen(on: boolean): void {
    this.fullScreen = on;
    this.emit('leave-full-screen');
  }
  setMenuBarVisibility(on: boolean): void {
    this.menuBar = on;
  }
  getNormalBounds = () => this.bounds;
  /** What a click on the cross does; gives whether it was prevented. */
  close(): boolean {
    let prevented = false;
    this.emit('close', { preventDefault: () => (prevented = true) });
    return prevented;
  }
}

class StandInTray extends EventEmitter {
  readonly icon: string;
  tooltip = '';
  menu: MenuItemConstructorOptions[] = [];
  constructor(icon: string) {
    super();
    this.icon = icon;
  }
  setToolTip(text: string): void {
    this.tooltip = text;
  }
  setContextMenu(menu: MenuItemConstructorOptions[]): void {
    this.menu = menu;
  }
}

class StandInNotification extends EventEmitter {
  readonly options: { title: string; body: string; silent: boolean };
  constructor(options: { title: string; body: string; silent: boolean }) {
    super();
    this.options = options;
  }
  show(): void {
    this.emit('show');
  }
}

class StandInApp extends EventEmitter {
  isPackaged = false;
  hasLock = true;
  exits: number[] = [];
  sandboxed = false;
  protocols: string[] = [];
  modelId = '';
  about: object = {};
  loginItem = { openAtLogin: false };
  loginCalls: object[] = [];
  handed: unknown;
  order: string[] = [];
  paths: Record<string, string>;
  readonly switches: string[];
  constructor(folder: string, switches: string[]) {
    super();
    this.switches = switches;
    this.paths = {
      userData: join(folder, 'Kramar'),
      appData: folder,
      downloads: join(folder, 'downloads'),
    };
  }
  commandLine = { hasSwitch: (name: string) => this.switches.includes(name) };
  getPath = (name: string) => this.paths[name];
  setPath(name: string, path: string): void {
    this.order.push('path');
    this.paths[name] = path;
  }
  requestSingleInstanceLock(data: unknown): boolean {
    this.order.push('lock');
    this.handed = data;
    return this.hasLock;
  }
  enableSandbox(): void {
    this.order.push('sandbox');
    this.sandboxed = true;
  }
  whenReady(): Promise<void> {
    this.order.push('ready');
    return Promise.resolve();
  }
  exit(code: number): void {
    this.exits.push(code);
  }
  setAsDefaultProtocolClient(protocol: string): void {
    this.protocols.push(protocol);
  }
  setAppUserModelId(id: string): void {
    this.modelId = id;
  }
  setAboutPanelOptions(options: object): void {
    this.about = options;
  }
  getLoginItemSettings = () => this.loginItem;
  setLoginItemSettings(settings: { openAtLogin: boolean }): void {
    this.loginCalls.push(settings);
    this.loginItem = { openAtLogin: settings.openAtLogin };
  }
}

export const standInSession = () => {
  const handlers: Record<string, Listener> = {};
  const keep = (name: string) => (handler: Listener) => {
    handlers[name] = handler;
  };
  return {
    handlers,
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
    webRequest: { onBeforeRequest: keep('before'), onHeadersReceived: keep('headers') },
  };
};

interface Options {
  folder: string;
  switches?: string[];
  tray?: boolean;
}

/** @param answers which button is pressed at each message box, in order; by its words */
export const standInElectron = ({ folder, switches = [], tray = true }: Options) => {
  const app = new StandInApp(folder, switches);
  const windows: StandInWindow[] = [];
  const trays: StandInTray[] = [];
  const notifications: StandInNotification[] = [];
  const boxes: MessageBoxOptions[] = [];
  const errorBoxes: [string, string][] = [];
  const opened: string[] = [];
  const external: string[] = [];
  const menus: unknown[] = [];
  const calls = new Map<string, (...args: unknown[]) => unknown>();
  const answers: (string | (() => string))[] = [];
  const state = {
    dark: false,
    displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
    /** What is chosen, one dialog after the other; undefined: the user thinks better of it. */
    folders: [] as (string | undefined)[],
    saveTo: '',
    openPathAnswer: '',
  };
  const powerMonitor = new EventEmitter();
  const session = standInSession();

  const BrowserWindow = class extends StandInWindow {
    constructor(options: Record<string, unknown>) {
      super(options);
      windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }
  };
  const Tray = class extends StandInTray {
    constructor(icon: string) {
      super(icon);
      if (!tray) throw new Error('no tray');
      trays.push(this);
    }
  };
  const Notification = class extends StandInNotification {
    static isSupported = () => true;
    constructor(options: { title: string; body: string; silent: boolean }) {
      super(options);
      notifications.push(this);
    }
  };
  const dialog = {
    showMessageBox: (options: MessageBoxOptions) => {
      boxes.push(options);
      const answer = answers.shift();
      const buttons = options.buttons ?? [];
      if (answer === undefined) throw new Error(`Nobody answers: ${options.message} ${buttons.join(' | ')}`);
      const response = buttons.indexOf(typeof answer === 'function' ? answer() : answer);
      if (response < 0) throw new Error(`There is no button ${answer} among ${buttons.join(' | ')}`);
      return Promise.resolve({ response, checkboxChecked: false });
    },
    showErrorBox: (title: string, content: string) => errorBoxes.push([title, content]),
    showOpenDialog: () => {
      const folder = state.folders.shift();
      return Promise.resolve({
        canceled: folder === undefined,
        filePaths: folder === undefined ? [] : [folder],
      });
    },
    showSaveDialog: () => Promise.resolve({ canceled: state.saveTo === '', filePath: state.saveTo }),
  };
  const electron = {
    app,
    BrowserWindow,
    dialog,
    ipcMain: { handle: (name: string, call: (...args: unknown[]) => unknown) => calls.set(name, call) },
    Menu: {
      buildFromTemplate: (template: unknown) => template,
      setApplicationMenu: (menu: unknown) => menus.push(menu),
    },
    nativeTheme: {
      get shouldUseDarkColors() {
        return state.dark;
      },
    },
    Notification,
    powerMonitor,
    screen: { getAllDisplays: () => state.displays },
    session: { defaultSession: session },
    shell: {
      openPath: (path: string) => {
        opened.push(path);
        return Promise.resolve(state.openPathAnswer);
      },
      openExternal: (url: string) => {
        external.push(url);
        return Promise.resolve();
      },
    },
    Tray,
  };
  return {
    electron: electron as unknown as Electron,
    ...{ app, windows, trays, notifications, boxes, errorBoxes, opened, external, menus, calls, answers },
    ...{ powerMonitor, session, state },
  };
};
export type StandIn = ReturnType<typeof standInElectron>;
