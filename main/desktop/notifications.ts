import type { Notification } from 'electron';
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
  icon: string;
  preferences(): Pick<Preferences, 'notifications' | 'notification_sound'>;
  isWatched(): boolean;
  open(path?: string): void;
}

export const createNotifier = ({
  electron,
  icon,
  preferences,
  isWatched,
  open,
}: NotifierContext): Notifier => {
  /** An unreferenced notification is garbage-collected, and its click listener with it. */
  const shown = new Set<Notification>();

  const show = (title: string, body: string, silent: boolean, path?: string): void => {
    if (!electron.Notification.isSupported()) return;
    const notification = new electron.Notification({ title, body, silent, icon });
    shown.add(notification);
    notification.on('click', () => {
      shown.delete(notification);
      open(path);
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
