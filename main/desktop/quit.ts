import { setTimeout } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';
import type { Host } from '../start/host.ts';
import { payableInvoices } from '../store/invoices/open.ts';
import { ask } from './dialogs.ts';
import type { Electron } from './electron.ts';
import type { Notifier } from './notifications.ts';
import type { PreferenceStore } from './preferences.ts';
import type { Texts } from './texts.ts';
import { hide, type ShopWindow } from './window.ts';

export interface Quit {
  /** Asks for confirmation while a payment is open. */
  ask(): Promise<void>;
  /** Ends in order and without a question. @param lastWords called when all has stopped */
  end(exitCode?: number, lastWords?: () => void): Promise<void>;
  /** Ends within this call: Windows ends the process as soon as the listeners of the session's end return. */
  endNow(): void;
  /** Stops everything except the process: the installer of an update ends it. */
  stopForUpdate(): Promise<void>;
  /** Continues after an update that did not come. */
  resume(): void;
  isEnding(): boolean;
}

interface QuitContext {
  electron: Pick<Electron, 'app' | 'dialog'>;
  host: Pick<Host, 'started' | 'stop' | 'stopNow'>;
  texts(): Texts;
  log: Log;
  /** Its own, in a function: the window's end needs this, and this the window. */
  window(): Pick<ShopWindow, 'parent' | 'remember'>;
  /** A service that takes longer to stop ends with the process: its database survives that. */
  limitMs?: number;
}

const LIMIT_MS = 15_000;

export const createQuit = (context: QuitContext): Quit => {
  const { electron, host, log, window, limitMs = LIMIT_MS } = context;
  const { app } = electron;
  let ending: Promise<void> | undefined;
  let isAsking = false;
  let isUpdating = false;

  const finish = async (exitCode: number, lastWords?: () => void): Promise<void> => {
    log.info('Kramar stops.');
    window().remember();
    await stopWithin(limitMs, host, log);
    await log.close();
    lastWords?.();
    app.exit(exitCode);
  };
  const end = (exitCode = 0, lastWords?: () => void): Promise<void> => {
    ending ??= finish(exitCode, lastWords);
    return ending;
  };

  const askFirst = async (): Promise<void> => {
    if (isAsking || ending) return;
    isAsking = true;
    try {
      if (await isEndConfirmed(context)) await end();
    } finally {
      isAsking = false;
    }
  };

  app.on('before-quit', (event) => {
    if (isUpdating) return;
    event.preventDefault();
    askFirst().catch((error: unknown) => log.error('The question before the end failed.', { error }));
  });
  // It lives on in the tray: without a listener Electron would quit.
  app.on('window-all-closed', () => undefined);

  return {
    ask: askFirst,
    end,
    endNow: () => {
      if (ending) return;
      ending = Promise.resolve();
      log.info('The session of Windows ends: Kramar stops at once.');
      window().remember();
      host.stopNow();
      log.closeNow();
      app.exit(0);
    },
    stopForUpdate: async () => {
      isUpdating = true;
      window().remember();
      await stopWithin(limitMs, host, log);
    },
    resume: () => {
      isUpdating = false;
    },
    isEnding: () => isUpdating || ending !== undefined,
  };
};

const stopWithin = async (limitMs: number, host: Pick<Host, 'stop'>, log: Log): Promise<void> => {
  const late = setTimeout(limitMs, 'late' as const, { ref: false });
  const outcome = await Promise.race([host.stop(), late]).catch((error: unknown) =>
    log.error('Kramar did not stop in order.', { error }),
  );
  if (outcome === 'late') log.warn('Kramar was not done stopping in time, and is ended.', { limitMs });
};

/** Asks the user when customers may pay an invoice just now: after the end nothing would notice the payment. */
const isEndConfirmed = async ({ host, electron, texts, window }: QuitContext): Promise<boolean> => {
  const service = host.started()?.running.handle;
  const payable = service ? payableInvoices(service.db, service.now()) : [];
  const [newest] = payable;
  if (!newest) return true;
  const t = texts().quit;
  const question = {
    type: 'question',
    message: t.message(payable.length),
    detail: t.detail(payable.length, newest.amount),
    buttons: [t.quit, t.stay],
    defaultButton: 1,
  } as const;
  return (await ask(electron.dialog, question, window().parent())) === 0;
};

interface ClosingContext {
  event: { preventDefault(): void };
  window: ShopWindow;
  hasTray(): boolean;
  preferences: PreferenceStore;
  notifier: Notifier;
  texts: Texts;
  quit: Quit;
}

/** Hides the window in the tray if the owner wants that and there is one; otherwise ends the program. */
export const closeWindow = async ({ event, quit, ...context }: ClosingContext): Promise<void> => {
  if (quit.isEnding()) return;
  event.preventDefault();
  const { window, hasTray, preferences, notifier, texts } = context;
  const { closes_to_tray, tray_told } = preferences.get();
  if (!closes_to_tray || !hasTray()) return quit.ask();
  hide(window.window);
  if (tray_told) return;
  // Shown once, so that the user does not take the program for ended.
  notifier.showMessage(texts.news.inTray, texts.news.inTrayText);
  preferences.keep({ tray_told: true });
};
