import type { Notifier } from './notifications.ts';
import type { PreferenceStore } from './preferences.ts';
import type { Quit } from './quit.ts';
import type { Texts } from './texts.ts';
import { hide, type ShopWindow } from './window.ts';

interface ClosingContext {
  event: { preventDefault(): void };
  window: ShopWindow;
  hasTray: boolean;
  preferences: PreferenceStore;
  notifier: Notifier;
  texts: Texts;
  quit: Quit;
}

/** Closing the window hides it in the tray, where the owner wants that and there is one; else it ends the program. */
export const closeWindow = ({ event, quit, ...context }: ClosingContext): void => {
  if (quit.isEnding()) return;
  event.preventDefault();
  const { window, hasTray, preferences, notifier, texts } = context;
  const { closes_to_tray, tray_told } = preferences.get();
  if (!hasTray || !closes_to_tray) {
    void quit.ask();
    return;
  }
  hide(window.window);
  if (tray_told) return;
  // Once, so that nobody looks for what they take for ended.
  notifier.say(texts.news.inTray, texts.news.inTrayText);
  preferences.keep({ tray_told: true });
};
