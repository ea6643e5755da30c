import type { Log } from '../platform/log.ts';
import { windowIcon } from '../platform/places-on-disk.ts';
import { issueTabCode } from '../platform/tab-code.ts';
import { logFolder } from '../safekeeping/installation.ts';
import { watchCrashes } from './crash.ts';
import type { Desktop } from './desktop.ts';
import type { Program } from './electron.ts';
import type { RunningElsewhere } from './launcher.ts';
import { showContextMenu } from './menu.ts';
import type { PreferenceStore } from './preferences.ts';
import { createQuit } from './quit.ts';
import { menuActions, showMenu } from './status.ts';
import { textsIn } from './texts.ts';
import { openWindow } from './window.ts';

interface AttachedContext {
  program: Program;
  elsewhere: RunningElsewhere;
  preferences: PreferenceStore;
  log: Log;
  /** The first screen. */
  path: string | undefined;
}

/** Nothing of the service runs in this process, so an end of the window stops nothing. */
const NO_HOST = { started: () => undefined, stop: async () => undefined, stopNow: () => undefined };

/**
 * Opens a window on a service that another process runs. Its page is the owner's tab, as a browser opens it by a one-time
 * address: without the bridge, by which this program would restart or restore a service that is not its own. Closing it
 * ends this program and not the service.
 */
export const openAttached = (context: AttachedContext): Desktop => {
  const { program, elsewhere, preferences, log, path } = context;
  const { electron, platform } = program;
  const texts = () => textsIn(preferences.get().language);
  const quit = createQuit({ electron, host: NO_HOST, texts, log, window: () => window });
  const end = () => void quit.end();
  const window = openWindow(
    {
      electron,
      preferences,
      log,
      preload: undefined,
      icon: windowIcon(platform),
      onClose: (event) => {
        if (quit.isEnding()) return;
        event.preventDefault();
        end();
      },
      onSessionEnd: quit.endNow,
    },
    false,
  );
  const load = (to = '/'): void => {
    const { address } = issueTabCode(elsewhere.dataDir, elsewhere.origin, Date.now());
    window.load(elsewhere.origin, to + new URL(address).hash);
  };
  const folder = () => logFolder(elsewhere.dataDir);
  const actions = menuActions(electron, window, folder, log, end);
  showMenu(program, window, texts(), actions);
  showContextMenu(electron, window, texts);
  watchCrashes({ electron, window, texts, log, reload: () => load(), isEnding: quit.isEnding });
  electron.app.on('activate', () => window.show());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) program.process.on(signal, end);
  log.info('Kramar runs in another process: this window shows it.', { origin: elsewhere.origin });
  load(path);
  return { window, quit };
};
