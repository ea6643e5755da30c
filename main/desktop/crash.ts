import type { Event } from 'electron';
import type { Log } from '../platform/log.ts';
import { ask } from './dialogs.ts';
import type { Electron } from './electron.ts';
import type { Texts } from './texts.ts';
import type { ShopWindow } from './window.ts';

/** Recovers the window after a crash; the service, in another process, sells on. */

const MOST = 3;
const WITHIN_MS = 60_000;

/** Allows at most three reloads in a minute. @param now milliseconds of any clock that never goes back */
export const createReloadLimit = (now: () => number): (() => boolean) => {
  let times: number[] = [];
  return () => {
    times = times.filter((at) => now() - at < WITHIN_MS);
    if (times.length >= MOST) return false;
    times.push(now());
    return true;
  };
};

interface CrashContext {
  electron: Pick<Electron, 'app' | 'dialog'>;
  window: Pick<ShopWindow, 'window' | 'contents' | 'parent'>;
  reload(): void;
  texts(): Texts;
  isEnding(): boolean;
  log: Log;
}

export const watchCrashes = (context: CrashContext): void => {
  const { electron, window, reload, texts, isEnding, log } = context;
  const { app, dialog } = electron;
  const canReload = createReloadLimit(() => performance.now());

  const onGone = async (reason: string): Promise<void> => {
    if (reason === 'clean-exit' || isEnding()) return;
    if (canReload()) return reload();
    const t = texts().crash;
    const buttons = [t.again];
    await ask(dialog, { type: 'error', message: t.window, detail: t.windowText, buttons }, window.parent());
    reload();
  };
  let isAsking = false;
  const onHang = async (): Promise<void> => {
    if (isAsking || isEnding()) return;
    isAsking = true;
    const t = texts().crash;
    const buttons = [t.reload, t.wait];
    const question = { type: 'warning', message: t.hangs, detail: t.hangsText, buttons } as const;
    const chosen = await ask(dialog, question, window.parent());
    isAsking = false;
    // A hanging page does not end by itself; its end is noticed above and reloads it.
    if (chosen === 0) window.contents.forcefullyCrashRenderer();
  };
  const failed = (error: unknown) => log.error('A dialog could not be shown.', { error });

  window.contents.on('render-process-gone', (_event: Event, { reason, exitCode }) => {
    log.error("The window's process ended.", { reason, exitCode });
    onGone(reason).catch(failed);
  });
  window.window.on('unresponsive', () => {
    log.warn('The window does not answer.');
    onHang().catch(failed);
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) =>
    log.warn('A process of the window ended; Chromium starts another.', { type, reason, exitCode, name }),
  );
};
