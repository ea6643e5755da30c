import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { JumpListItem } from 'electron';
import type { EventType } from '../../shared/api/events.ts';
import type { Log } from '../platform/log.ts';
import { zipLogs } from '../platform/log-reader.ts';
import { trayIcon, windowIcon } from '../platform/places-on-disk.ts';
import { logFolder, type ServiceHandle } from '../safekeeping/installation.ts';
import type { Host, Started } from '../start/host.ts';
import { type EventRow, eventsAfter, lastEventId } from '../store/events.ts';
import type { Electron, Program } from './electron.ts';
import { LINK_PROTOCOL } from './links.ts';
import { aboutPanel, menuTemplate } from './menu.ts';
import { suggestedPath } from './native-shell.ts';
import { NEWS_TYPES, newsOf } from './news.ts';
import type { Notifier } from './notifications.ts';
import type { Texts } from './texts.ts';
import { openTray, takingsToday } from './tray.ts';
import type { ShopWindow } from './window.ts';

/** The shop outside its window: tray, menu, notifications. */
export interface Status {
  /** Whether closing the window may hide it. */
  hasTray(): boolean;
  /** Shows all in the present language. */
  show(): void;
  /** Shows new events until that service stops. */
  follow(started: Started): void;
}

type MenuProgram = Pick<Program, 'electron' | 'platform' | 'execPath'>;

interface StatusContext {
  program: MenuProgram;
  host: Host;
  window: ShopWindow;
  notifier: Notifier;
  texts(): Texts;
  log: Log;
  askToQuit(): void;
}

/** The actions of the menus and the tray. @param folder the folder of the logs */
export const menuActions = (
  electron: Electron,
  window: ShopWindow,
  folder: () => string,
  log: Log,
  quit: () => void,
) => ({
  open: window.show,
  go: window.show,
  close: () => window.window.close(),
  openLogs: () => void electron.shell.openPath(folder()),
  exportLogs: () => {
    exportLogs(electron, window, folder()).catch((error: unknown) =>
      log.error('The logs could not be saved.', { error }),
    );
  },
  quit,
});

/** Puts up the menu, the panel about the program, and the tasks of its icon. */
export const showMenu = (
  program: MenuProgram,
  window: ShopWindow,
  texts: Texts,
  actions: ReturnType<typeof menuActions>,
): void => {
  const { electron, platform } = program;
  const { app, Menu } = electron;
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, texts, actions, app.isPackaged)));
  // Windows and Linux: shortcuts still work; with autoHideMenuBar the Alt key would show it.
  window.window.setMenuBarVisibility(false);
  app.setAboutPanelOptions(aboutPanel(texts, windowIcon(platform)));
  showTasks(program, texts, window.show);
};

export const createStatus = (context: StatusContext): Status => {
  const { program, host, window, notifier, texts, log, askToQuit } = context;
  const { electron, platform } = program;
  const folder = () => logFolder(host.config().dataDir);
  const actions = menuActions(electron, window, folder, log, askToQuit);
  const tray = openTray({ electron, platform, icon: trayIcon(platform), log }, actions);

  const showTray = (): void => {
    const running = host.started()?.running;
    const takings = running && takingsToday(running.handle);
    const address = running?.replaced && running.origin;
    tray?.show({ takings, isPractice: host.isPractice(), address, texts: texts() });
  };
  return {
    // Electron makes an icon on any Linux desktop, also where nothing shows it (plain GNOME), and reports no failure.
    hasTray: () => platform !== 'linux' && tray !== undefined,
    show: () => {
      showMenu(program, window, texts(), actions);
      showTray();
    },
    follow: ({ running }) => {
      showTray();
      const { replaced, origin } = running;
      const t = texts().news;
      if (replaced) notifier.showMessage(t.port, t.portText(replaced.wished, origin));
      void followEvents(running.handle, log, (rows) => {
        notifier.notify(newsOf(rows, texts()));
        showTray();
      });
    },
  };
};

const BATCH = 200;
/** The day may end without an event. */
const REFRESH_MS = 60_000;
const TRY_AGAIN_MS = 5_000;

const TYPES: readonly EventType[] = [...NEWS_TYPES, 'invoice.refunded', 'invoice.found', 'invoice.adopted'];

/**
 * Follows new events until their service stops.
 * @param onEvents gets the events since the last call; an empty list when only time has passed
 */
const followEvents = async (
  { db, feed }: Pick<ServiceHandle, 'db' | 'feed'>,
  log: Log,
  onEvents: (rows: readonly EventRow[]) => void,
): Promise<void> => {
  let position = lastEventId(db);

  const readEvents = async (): Promise<void> => {
    const newest = lastEventId(db);
    const rows = eventsAfter(db, position, { types: TYPES }, BATCH);
    const lastRead = rows.at(-1)?.id ?? position;
    position = rows.length === BATCH ? lastRead : Math.max(lastRead, newest);
    onEvents(rows);
    if (rows.length < BATCH) await feed.waitFor(position, REFRESH_MS, feed.closed);
  };

  while (!feed.closed.aborted) {
    try {
      await readEvents();
    } catch (error) {
      if (feed.closed.aborted) return;
      log.error('The tray and the notifications lost sight of what happens; they look again.', { error });
      await setTimeout(TRY_AGAIN_MS, undefined, { ref: false, signal: feed.closed }).catch(() => undefined);
    }
  }
};

/** Help → saves the logs as one file, and shows it in the system's file manager. @throws when it cannot be written */
const exportLogs = async (
  { app, dialog, shell }: Electron,
  { window }: ShopWindow,
  folder: string,
): Promise<void> => {
  const defaultPath = suggestedPath(app, 'kramar-logs.zip');
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath });
  if (canceled || filePath === '') return;
  await writeFile(filePath, await zipLogs(folder));
  shell.showItemInFolder(filePath);
};

const SCREENS = ['charge', 'today'] as const;

/**
 * Puts the two screens of a cashier into the menu of the program's icon: the jump list of Windows, the dock of macOS.
 * https://www.electronjs.org/docs/latest/api/app#appsetjumplistcategories-windows
 */
const showTasks = (
  { electron: { app, Menu }, platform, execPath }: MenuProgram,
  { tray }: Texts,
  open: (path: string) => void,
): void => {
  const titles = { charge: tray.newInvoice, today: tray.today };
  if (platform === 'darwin')
    app.dock?.setMenu(
      Menu.buildFromTemplate(
        SCREENS.map((screen) => ({ label: titles[screen], click: () => open(`/${screen}`) })),
      ),
    );
  // In development the executable is Electron, which a link would start without a program.
  if (platform !== 'win32' || !app.isPackaged) return;
  const items = SCREENS.map(
    (screen): JumpListItem => ({
      type: 'task',
      title: titles[screen],
      program: execPath,
      // Alone: Electron ends the program when anything follows an argument that looks like an address.
      args: `${LINK_PROTOCOL}://${screen}`,
      iconPath: execPath,
      iconIndex: 0,
    }),
  );
  app.setJumpList([{ type: 'tasks', items }]);
};
