import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type {
  AboutPanelOptionsOptions,
  App,
  CommandLine,
  Dock,
  JumpListCategory,
  LoginItemSettings,
  LoginItemSettingsOptions,
  MenuItemConstructorOptions,
  Settings,
} from 'electron';
import { type Part, standFor } from './part.ts';
import { templateOf } from './stand-in-menu.ts';

type Path = Parameters<App['getPath']>[0];

/** The application without Electron, as the platform has it. */
export class StandInApp extends EventEmitter implements Part<App> {
  readonly platform: NodeJS.Platform;
  readonly switches: Map<string, string | undefined>;
  isPackaged = false;
  hasLock = true;
  exits: number[] = [];
  protocols: string[] = [];
  modelId = '';
  appName = 'Kramar';
  about: AboutPanelOptionsOptions = {};
  jumpList: JumpListCategory[] | null | undefined;
  dockMenu: MenuItemConstructorOptions[] = [];
  /** The system opened it at login; only macOS reports that. */
  openedAtLogin = false;
  /** The login item as the system has it: arguments on Windows only. */
  loginItem = { openAtLogin: false, args: '' };
  /** Windows: switched off in the Task Manager, which leaves the entry and `openAtLogin` as they are. */
  isLoginDisabled = false;
  loginCalls: Settings[] = [];
  lockData: unknown;
  order: string[] = [];
  isAccelerated = true;
  paths: Partial<Record<Path, string>>;
  /** Set by the stand-in: `exit` closes every window and tray at once. */
  closeAll: () => void = () => undefined;
  readonly commandLine = standFor<CommandLine>({
    hasSwitch: (name) => this.switches.has(name),
    appendSwitch: (name, value) => void this.switches.set(name, value),
  });
  readonly dock = standFor<Dock>({
    setMenu: (menu) => {
      this.dockMenu = templateOf(menu);
    },
  });

  constructor(folder: string, platform: NodeJS.Platform, switches: readonly string[]) {
    super();
    this.platform = platform;
    this.switches = new Map(switches.map((name) => [name, undefined]));
    this.paths = { userData: join(folder, 'Kramar'), appData: folder, downloads: join(folder, 'downloads') };
  }
  get whole(): App {
    return standFor<App>(this);
  }
  /** Throws where the system has no such folder, as for a redirected one that is lost (docs/api/app.md). */
  getPath = (name: Path): string => {
    const path = this.paths[name];
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  };
  setPath(name: string, path: string): void {
    this.order.push(name === 'userData' ? 'path' : name);
    this.paths[name as Path] = path;
  }
  requestSingleInstanceLock(data: unknown): boolean {
    this.order.push('lock');
    this.lockData = data;
    return this.hasLock;
  }
  disableHardwareAcceleration(): void {
    if (this.order.includes('ready')) throw new Error('disableHardwareAcceleration() after the app is ready');
    this.isAccelerated = false;
  }
  whenReady(): Promise<void> {
    this.order.push('ready');
    return Promise.resolve();
  }
  exit(code = 0): void {
    this.exits.push(code);
    this.closeAll();
  }
  setAsDefaultProtocolClient(protocol: string): boolean {
    this.protocols.push(protocol);
    return true;
  }
  setAppUserModelId(id: string): void {
    this.modelId = id;
  }
  setName(name: string): void {
    this.appName = name;
  }
  setAboutPanelOptions(options: AboutPanelOptionsOptions): void {
    this.about = options;
  }
  setJumpList(categories: JumpListCategory[] | null): 'ok' {
    this.jumpList = categories;
    return 'ok';
  }
  /** https://www.electronjs.org/docs/latest/api/app#appgetloginitemsettingsoptions-macos-windows */
  getLoginItemSettings({ args = [] }: LoginItemSettingsOptions = {}): LoginItemSettings {
    const isMac = this.platform === 'darwin';
    const isOurs = isMac || this.loginItem.args === args.join(' ');
    const openAtLogin = this.loginItem.openAtLogin && isOurs;
    return {
      openAtLogin,
      wasOpenedAtLogin: isMac && this.openedAtLogin,
      status: openAtLogin ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: openAtLogin && !this.isLoginDisabled,
      launchItems: [],
    };
  }
  setLoginItemSettings(settings: Settings): void {
    this.loginCalls.push(settings);
    const args = this.platform === 'darwin' ? '' : (settings.args ?? []).join(' ');
    this.loginItem = { openAtLogin: settings.openAtLogin ?? false, args };
    // `enabled` is true unless it is given (docs/api/app.md), and undoes the Task Manager's switch.
    this.isLoginDisabled = settings.enabled === false;
  }
}
