import type { Notification } from 'electron';
import type { Log } from '../platform/log.ts';
import type { Electron } from './electron.ts';
import type { News } from './news.ts';
import type { Preferences } from './preferences.ts';

export interface Notifier {
  /** Shows nothing when the user disabled notifications, or looks at the window, which shows the news itself. */
  notify(news: readonly News[]): void;
  /** Shows a message regardless of the preference. */
  showMessage(title: string, body: string): void;
}

interface NotifierContext {
  electron: Pick<Electron, 'Notification'>;
  platform: NodeJS.Platform;
  log: Log;
  icon: string;
  /** False: macOS shows no notification of an unsigned program. */
  isSigned: boolean;
  preferences(): Pick<Preferences, 'notifications' | 'notification_sound'>;
  isWatched(): boolean;
  open(path?: string): void;
}

/** The id of a notification is the screen that it opens: the newest about an invoice replaces the one before. */
const SCREEN = /(?:^|&)tag=(\/(?:invoices\/[1-9]\d{0,15}|today|settings))(?:&|$)/;

/**
 * The screen of a notification that the user clicked, from what Windows passes on.
 * shell/browser/notifications/win/windows_toast_activator.cc
 */
export const screenOfActivation = (args: string): string | undefined => SCREEN.exec(args)?.[1];

export const createNotifier = ({
  electron,
  platform,
  log,
  icon,
  isSigned,
  preferences,
  isWatched,
  open,
}: NotifierContext): Notifier => {
  // One that has left the screen for the Action Center is collected: Windows passes its click on by its id alone.
  const isActivatedById = platform === 'win32';
  if (isActivatedById)
    electron.Notification.handleActivation(({ arguments: args }) => open(screenOfActivation(args)));

  /** An unreferenced notification is garbage-collected, and its click listener with it. */
  const shown = new Set<Notification>();

  const show = (title: string, body: string, silent: boolean, path?: string): void => {
    if (!isSigned || !electron.Notification.isSupported()) return;
    const id = path === undefined ? {} : { id: path };
    const notification = new electron.Notification({ title, body, silent, icon, ...id });
    shown.add(notification);
    notification.on('click', () => {
      shown.delete(notification);
      if (!isActivatedById) open(path);
    });
    notification.on('failed', (_event, error) => {
      shown.delete(notification);
      log.warn('The system did not show a notification.', { error });
    });
    notification.on('close', () => shown.delete(notification));
    notification.show();
  };

  return {
    notify: (news) => {
      const { notifications, notification_sound } = preferences();
      if (!notifications || isWatched()) return;
      for (const { title, body, path } of news) show(title, body, !notification_sound, path);
    },
    showMessage: (title, body) => show(title, body, true),
  };
};
