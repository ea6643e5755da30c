import type { BrowserWindow, Display } from 'electron';
import type { CustomerScreenWindow } from '../bridge/native-shell.ts';
import type { Log } from '../platform/log.ts';
import type { Electron } from './electron.ts';
import type { PreferenceStore } from './preferences.ts';
import { webPreferences } from './security/contents.ts';
import { overlap, type ShopWindow } from './window.ts';

interface CustomerWindowContext {
  electron: Pick<Electron, 'app' | 'BrowserWindow' | 'screen'>;
  preferences: PreferenceStore;
  window: Pick<ShopWindow, 'window'>;
  icon: string;
  log: Log;
  /** False under Wayland, where no program chooses the display of its window. */
  canPlace: boolean;
}

/** A small window that can be moved: on the only display, or where it may open in front of the shop's window. */
const SMALL = { width: 800, height: 480 };

/** The display that shows the least of the shop's window; undefined: there is one display only. */
const otherDisplay = ({ electron, window }: CustomerWindowContext): Display | undefined => {
  const displays = electron.screen.getAllDisplays();
  if (displays.length < 2) return undefined;
  const bounds = window.window.getNormalBounds();
  return displays.toSorted(
    (one, other) => overlap(bounds, one.workArea) - overlap(bounds, other.workArea),
  )[0];
};

/**
 * The window that faces the customer: full screen on another display where there is one and it can be chosen. It has no bridge. When its
 * display is unplugged it closes, and comes back with it, until somebody closes it.
 */
export const createCustomerWindow = (context: CustomerWindowContext): CustomerScreenWindow => {
  const { electron, preferences, icon, log, canPlace } = context;
  let shown: { window: BrowserWindow; display: number | undefined } | undefined;
  let at: string | undefined;

  const closeNow = (): void => {
    const { window } = shown ?? {};
    shown = undefined;
    if (window && !window.isDestroyed()) window.destroy();
  };
  const openAt = (origin: string): void => {
    closeNow();
    const display = canPlace ? otherDisplay(context) : undefined;
    const { preload: _, ...rights } = webPreferences('', electron.app.isPackaged);
    const window = new electron.BrowserWindow({
      ...(display ? { ...display.workArea, fullscreen: true } : SMALL),
      title: 'Kramar',
      icon,
      autoHideMenuBar: true,
      webPreferences: rights,
    });
    shown = { window, display: display?.id };
    // Emitted when somebody closes it; not by destroy(), nor when the program ends, after which it comes back.
    window.on('close', () => {
      if (shown?.window !== window) return;
      shown = undefined;
      preferences.keep({ customer_screen: false });
    });
    window
      .loadURL(`${origin}/customer`)
      .catch((error: unknown) => log.debug('The customer screen was not loaded.', { error }));
  };

  electron.screen.on('display-removed', (_event, { id }) => {
    if (shown?.display === id) closeNow();
  });
  electron.screen.on('display-added', () => {
    if (!shown && at !== undefined && preferences.get().customer_screen) openAt(at);
  });

  return {
    open: (origin) => {
      at = origin;
      openAt(origin);
      preferences.keep({ customer_screen: true });
    },
    close: () => {
      closeNow();
      preferences.keep({ customer_screen: false });
    },
    restore: (origin) => {
      at = origin;
      if (preferences.get().customer_screen && (shown || otherDisplay(context))) openAt(origin);
    },
    state: () => ({ is_open: shown !== undefined, has_other_display: otherDisplay(context) !== undefined }),
  };
};
