import { logFolder } from '../domain/installation.ts';
import type { Log } from '../platform/log.ts';
import type { Host, Started } from '../start/host.ts';
import { aboutPanel } from './about.ts';
import type { Program } from './electron.ts';
import { followEvents } from './follow.ts';
import { trayIcon, windowIcon } from './icons.ts';
import { menuTemplate } from './menu.ts';
import { NEWS_TYPES, newsOf } from './news.ts';
import type { Notifier } from './notifications.ts';
import type { Texts } from './texts.ts';
import { takingsToday } from './today.ts';
import { openTray } from './tray.ts';
import type { ShopWindow } from './window.ts';

/** What is seen of the shop without its window: tray, menu, notifications. */
export interface Status {
  /** Closing the window may hide it. */
  hasTray: boolean;
  /** In the language of now. */
  show(): void;
  /** Tells what happens from now on, until that service stops. */
  follow(started: Started): void;
}

interface StatusContext {
  program: Pick<Program, 'electron' | 'platform'>;
  host: Host;
  window: ShopWindow;
  notifier: Notifier;
  texts(): Texts;
  log: Log;
  askToQuit(): void;
}

export const createStatus = (context: StatusContext): Status => {
  const { program, host, window, notifier, texts, log, askToQuit } = context;
  const { electron, platform } = program;
  const actions = {
    open: window.show,
    go: window.show,
    close: () => window.window.close(),
    openLogs: () => void electron.shell.openPath(logFolder(host.config().dataDir)),
    quit: askToQuit,
  };
  const tray = openTray({ electron, platform, icon: trayIcon(platform), log }, actions);

  const showTray = (): void => {
    const inside = host.started()?.running.inside;
    const takings = inside && takingsToday(inside);
    tray?.show({ takings, isPractice: host.isPractice(), texts: texts() });
  };
  const showMenu = (): void => {
    const { app, Menu } = electron;
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(platform, texts(), actions, app.isPackaged)));
    // Windows and Linux: its keys work all the same; with autoHideMenuBar the Alt key would show it.
    window.window.setMenuBarVisibility(false);
    app.setAboutPanelOptions(aboutPanel(texts(), windowIcon(platform)));
  };

  return {
    hasTray: tray !== undefined,
    show: () => {
      showMenu();
      showTray();
    },
    follow: ({ running }) => {
      showTray();
      void followEvents({
        inside: running.inside,
        types: [...NEWS_TYPES, 'invoice.refunded', 'invoice.found', 'invoice.adopted'],
        onEvents: (rows) => {
          notifier.tell(newsOf(rows, texts()));
          showTray();
        },
        log,
      });
    },
  };
};
