import type { BrowserWindow, Rectangle, WebContents } from 'electron';
import { EVENT_CHANNEL } from '../../shared/bridge/channels.ts';
import type { SendEvent } from '../bridge/native-shell.ts';
import type { Log } from '../platform/log.ts';
import type { Electron } from './electron.ts';
import type { PreferenceStore, WindowState } from './preferences.ts';
import { webPreferences } from './security/contents.ts';

/** The only window: hidden and shown, never closed before the program ends. */
export interface ShopWindow {
  /** Loads the page of the service, again if it is loaded already. */
  load(origin: string, path?: string): void;
  /** Whether the page was loaded from there. */
  isAt(origin: string): boolean;
  /** Brings it to the front; with a path, at that screen. */
  show(path?: string): void;
  sendEvent: SendEvent;
  /** Whether it is visible and focused. */
  isWatched(): boolean;
  /** The window as the parent of dialogs; undefined while it is hidden: a dialog of a hidden window is hidden too. */
  parent(): BrowserWindow | undefined;
  /** Saves its position for the next start. */
  remember(): void;
  window: BrowserWindow;
  contents: WebContents;
}

interface WindowContext {
  electron: Pick<Electron, 'app' | 'BrowserWindow' | 'nativeTheme' | 'screen'>;
  preferences: PreferenceStore;
  /** Undefined: the page has no bridge to this program. */
  preload: string | undefined;
  icon: string;
  log: Log;
  /** Called on close, which hides it or ends the program. */
  onClose(event: { preventDefault(): void }): void;
  /** Windows: the user signs out, or the computer shuts down. */
  onSessionEnd(): void;
}

/** The page's own colours (renderer/kit/theme.ts): no white flash before the first paint. */
const BACKGROUND = { light: '#ffffff', dark: '#1d2025' };

const make = ({ electron, preferences, preload, icon }: WindowContext) => {
  const saved = preferences.get().window;
  const areas = electron.screen.getAllDisplays().map(({ workArea }) => workArea);
  const place = saved ? placeOn(saved, areas) : undefined;
  const window = new electron.BrowserWindow({
    ...(place ?? defaultSize(electron.screen.getPrimaryDisplay().workArea)),
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    title: 'Kramar',
    icon,
    backgroundColor: electron.nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: webPreferences(preload, electron.app.isPackaged),
  });
  return { window, isToBeMaximised: saved?.maximised === true && place !== undefined };
};

/** The page in the window: what was loaded, and whether it came. */
interface ShopPage {
  load(origin: string, path?: string): void;
  isAt(origin: string): boolean;
  /** Shows that screen; loads a page again that failed. */
  go(path: string | undefined): void;
  sendEvent: SendEvent;
}

interface PageContext {
  window: BrowserWindow;
  log: Log;
  /** The page is there, or will not come: the window may be shown. May be called more than once. */
  onReady(): void;
}

/** Waits for a page at most that long before the window is shown without it. */
const SHOW_AFTER_MS = 10_000;

const followPage = ({ window, log, onReady }: PageContext): ShopPage => {
  const { webContents } = window;
  let at: string | undefined;
  let isLoaded = false;
  let hasFailed = false;

  const load = (origin: string, path = '/'): void => {
    at = origin;
    isLoaded = false;
    hasFailed = false;
    // A load that another one replaced is no failure worth more.
    window
      .loadURL(origin + path)
      .catch((error: { code?: string }) => log.debug('The page was not loaded.', { why: error.code }));
    setTimeout(onReady, SHOW_AFTER_MS).unref();
  };
  const sendEvent: SendEvent = (event) => {
    if (!window.isDestroyed()) webContents.send(EVENT_CHANNEL, event);
  };

  // https://www.electronjs.org/docs/latest/api/browser-window#using-the-ready-to-show-event; on Wayland it may never come
  // for a hidden window (https://github.com/electron/electron/issues/48859), so the first of all signs counts.
  window.once('ready-to-show', onReady);
  webContents.on('did-finish-load', () => {
    isLoaded = true;
    onReady();
  });
  webContents.on('did-fail-load', (_event, code, description, url, isMainFrame) => {
    // -3: another load replaced it.
    if (!isMainFrame || code === -3) return;
    hasFailed = true;
    isLoaded = false;
    // The part behind the # may be a code that opens the shop.
    log.warn('The window could not load its page.', { url: url.split('#', 1)[0], description });
    // Once shown it is loaded again; after that at each show, and at each start of the service.
    onReady();
  });

  return {
    load,
    isAt: (origin) => at === origin && !hasFailed,
    go: (path) => {
      if (at === undefined || (path === undefined && !hasFailed)) return;
      // A page that is still loading or failed to load hears no event.
      const isListening = isLoaded && !webContents.isLoadingMainFrame();
      if (isListening && path !== undefined) sendEvent({ type: 'go', path });
      else load(at, path);
    },
    sendEvent,
  };
};

/** @param isHidden waits in the tray until it is shown */
export const openWindow = (context: WindowContext, isHidden: boolean): ShopWindow => {
  const { preferences, log } = context;
  const { window, isToBeMaximised } = make(context);
  let isWanted = !isHidden;
  // Maximizing shows a window, so it waits for that.
  let isMaximiseDue = isToBeMaximised;

  const remember = (): void => {
    if (window.isDestroyed()) return;
    const { x, y, width, height } = window.getNormalBounds();
    preferences.keep({ window: { x, y, width, height, maximised: isMaximiseDue || window.isMaximized() } });
  };
  const reveal = (path?: string): void => {
    if (window.isDestroyed()) return;
    isWanted = false;
    page.go(path);
    if (isMaximiseDue) window.maximize();
    isMaximiseDue = false;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  const page = followPage({
    window,
    log,
    onReady: () => {
      if (isWanted) reveal();
    },
  });
  window.on('close', (event) => {
    remember();
    context.onClose(event);
  });
  // https://www.electronjs.org/docs/latest/api/browser-window#event-session-end-windows
  window.on('session-end', () => context.onSessionEnd());

  return {
    load: page.load,
    isAt: page.isAt,
    sendEvent: page.sendEvent,
    // The user opens the window, so it does not wait until the page is drawn.
    show: reveal,
    isWatched: () => !window.isDestroyed() && window.isVisible() && window.isFocused(),
    parent: () => (!window.isDestroyed() && window.isVisible() ? window : undefined),
    remember,
    window,
    contents: window.webContents,
  };
};

/** Leaves full screen first: macOS would otherwise keep a black screen. */
export const hide = (window: BrowserWindow): void => {
  if (window.isFullScreen()) {
    window.once('leave-full-screen', () => window.hide());
    window.setFullScreen(false);
  } else window.hide();
};

/**
 * The smallest size at which every screen is usable. A screen of 1920 × 1080 has 960 × 540 at 200 %, and at 150 % 720
 * lines, of which the task bar and the title bar leave about 670.
 */
export const MIN_WIDTH = 800;
export const MIN_HEIGHT = 560;

const DEFAULT_SIZE = { width: 1280, height: 860 };

/** The default size, within the screen. */
const defaultSize = (area: Rectangle) => ({
  width: Math.max(MIN_WIDTH, Math.min(DEFAULT_SIZE.width, area.width)),
  height: Math.max(MIN_HEIGHT, Math.min(DEFAULT_SIZE.height, area.height)),
});

/** The common area of two rectangles, in dots. */
export const overlap = (one: Rectangle, other: Rectangle): number => {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
};

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

/**
 * Places the window where it was, on a present screen and wholly within it; undefined without that screen: the system
 * then chooses.
 * @param areas of the screens, without task bars
 */
export const placeOn = (saved: WindowState, areas: readonly Rectangle[]): Rectangle | undefined => {
  const [area] = areas
    .filter((candidate) => overlap(saved, candidate) > 0)
    .toSorted((one, other) => overlap(saved, other) - overlap(saved, one));
  if (!area) return undefined;
  // A screen smaller than the smallest window shows its upper left part.
  const width = clamp(saved.width, MIN_WIDTH, Math.max(MIN_WIDTH, area.width));
  const height = clamp(saved.height, MIN_HEIGHT, Math.max(MIN_HEIGHT, area.height));
  return {
    x: clamp(saved.x, area.x, Math.max(area.x, area.x + area.width - width)),
    y: clamp(saved.y, area.y, Math.max(area.y, area.y + area.height - height)),
    width,
    height,
  };
};
