import { setTimeout } from 'node:timers/promises';
import type { EventType } from '../../shared/api/events.ts';
import { logFolder, type ServiceHandle } from '../domain/installation.ts';
import type { Log } from '../platform/log.ts';
import { trayIcon, windowIcon } from '../platform/places-on-disk.ts';
import type { Host, Started } from '../start/host.ts';
import { type EventRow, eventsAfter, lastEventId } from '../store/events.ts';
import type { Program } from './electron.ts';
import { aboutPanel, menuTemplate } from './menu.ts';
import { NEWS_TYPES, newsOf } from './news.ts';
import type { Notifier } from './notifications.ts';
import type { Texts } from './texts.ts';
import { openTray, takingsToday } from './tray.ts';
import type { ShopWindow } from './window.ts';

/** What is seen of the shop without its window: tray, menu, notifications. */
interface Status {
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
    const inside = host.started()?.running.handle;
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
        inside: running.handle,
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

const BATCH = 200;
/** The day may have ended without an event. */
const LOOK_MS = 60_000;
const TRY_AGAIN_MS = 5_000;

interface Followed {
  inside: Pick<ServiceHandle, 'db' | 'feed'>;
  types: readonly EventType[];
  /** Told of what has happened since; with nothing, now and then, that time has passed. */
  onEvents(rows: readonly EventRow[]): void;
  log: Log;
}

/** Tells of events from now on, until the service that they come from stops. */
const followEvents = ({ inside: { db, feed }, types, onEvents, log }: Followed): Promise<void> => {
  let position = lastEventId(db);

  const look = async (): Promise<void> => {
    const newest = lastEventId(db);
    const rows = eventsAfter(db, position, types, BATCH);
    const told = rows.at(-1)?.id ?? position;
    position = rows.length === BATCH ? told : Math.max(told, newest);
    onEvents(rows);
    if (rows.length < BATCH) await feed.waitFor(position, LOOK_MS, feed.closed);
  };

  const run = async (): Promise<void> => {
    while (!feed.closed.aborted) {
      try {
        await look();
      } catch (error) {
        if (feed.closed.aborted) return;
        log.error('The tray and the notifications lost sight of what happens; they look again.', { error });
        await setTimeout(TRY_AGAIN_MS, undefined, { ref: false, signal: feed.closed }).catch(() => undefined);
      }
    }
  };
  return run();
};
