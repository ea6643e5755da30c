import { EventEmitter } from 'node:events';
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  PrinterInfo,
  WebContents,
  WebContentsPrintOptions,
  WebFrameMain,
} from 'electron';
import { type Part, standFor, throwingAfterDestroy } from './part.ts';

/** The window and its page without Electron: they do what a test makes them do, and no more. */

export class StandInContents extends EventEmitter implements Part<WebContents> {
  readonly frame = { url: '' };
  readonly sent: [string, unknown][] = [];
  readonly prints: WebContentsPrintOptions[] = [];
  readonly printers: PrinterInfo[] = [];
  readonly edits: string[] = [];
  crashes = 0;
  loading = false;
  destroyed = false;
  printAnswer: [boolean, string] = [true, ''];
  webRtc: string | undefined;
  windowOpen: Parameters<WebContents['setWindowOpenHandler']>[0] | undefined;

  constructor() {
    super();
    // biome-ignore lint/correctness/noConstructorReturn: the proxy is what Electron's destroyed objects are like
    return throwingAfterDestroy<StandInContents>(this);
  }
  /** The properties that Electron sets for it. */
  get whole(): WebContents {
    return standFor<WebContents>(this);
  }
  get mainFrame(): WebFrameMain {
    return standFor<WebFrameMain>(this.frame);
  }
  send(channel: string, message: unknown): void {
    this.sent.push([channel, message]);
  }
  setWindowOpenHandler(handler: Parameters<WebContents['setWindowOpenHandler']>[0]): void {
    this.windowOpen = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtc = policy;
  }
  isDestroyed = (): boolean => this.destroyed;
  isLoadingMainFrame(): boolean {
    return this.loading;
  }
  forcefullyCrashRenderer(): void {
    this.crashes += 1;
  }
  print(
    options: WebContentsPrintOptions = {},
    done: (success: boolean, why: string) => void = () => undefined,
  ): void {
    this.prints.push(options);
    done(...this.printAnswer);
  }
  printToPDF(): Promise<Buffer> {
    return Promise.resolve(Buffer.from('%PDF-'));
  }
  getPrintersAsync(): Promise<PrinterInfo[]> {
    return Promise.resolve(this.printers);
  }
}

export class StandInWindow extends EventEmitter implements Part<Omit<BrowserWindow, 'webContents'>> {
  readonly page = new StandInContents();
  readonly webContents = this.page.whole;
  readonly loaded: string[] = [];
  readonly options: BrowserWindowConstructorOptions;
  visible = false;
  focused = false;
  maximised = false;
  minimised = false;
  fullScreen = false;
  menuBar = true;
  destroyed = false;
  bounds = { x: 0, y: 0, width: 1280, height: 860 };

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    this.options = options;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    Object.assign(this.bounds, { x, y, width, height });
    // biome-ignore lint/correctness/noConstructorReturn: the proxy is what Electron's destroyed objects are like
    return throwingAfterDestroy<StandInWindow>(this);
  }
  get whole(): BrowserWindow {
    return standFor<BrowserWindow>(this);
  }
  loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    this.page.frame.url = url;
    return Promise.resolve();
  }
  /** As Chromium does once the page is there. On Wayland `ready-to-show` may never come: electron#48859. */
  finishLoading(): void {
    this.page.emit('did-finish-load');
  }
  /** The first paint, where it comes at all. */
  paint(): void {
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
  isMinimized(): boolean {
    return this.minimised;
  }
  isMaximized(): boolean {
    return this.maximised;
  }
  isVisible(): boolean {
    return this.visible;
  }
  isFocused(): boolean {
    return this.focused;
  }
  isDestroyed = (): boolean => this.destroyed;
  isFullScreen(): boolean {
    return this.fullScreen;
  }
  setFullScreen(on: boolean): void {
    this.fullScreen = on;
    this.emit('leave-full-screen');
  }
  setMenuBarVisibility(on: boolean): void {
    this.menuBar = on;
  }
  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return this.bounds;
  }
  /** Emits `closed`, not `close`: https://www.electronjs.org/docs/latest/api/browser-window#windestroy */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.page.destroyed = true;
    this.emit('closed');
  }
  /** The effect of a click on the cross. */
  close(): void {
    this.clickClose();
  }
  /** Returns whether the close was prevented; otherwise the window is gone. */
  clickClose(): boolean {
    let prevented = false;
    this.emit('close', { preventDefault: () => (prevented = true) });
    if (!prevented) this.destroy();
    return prevented;
  }
}
