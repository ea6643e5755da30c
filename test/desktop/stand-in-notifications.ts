import { EventEmitter } from 'node:events';
import type { ActivationArguments, Notification, NotificationConstructorOptions } from 'electron';
import { standForClass } from './part.ts';

class StandInNotification extends EventEmitter {
  readonly options: NotificationConstructorOptions;
  constructor(options: NotificationConstructorOptions = {}) {
    super();
    this.options = options;
  }
  show(): void {
    this.emit('show');
  }
}

/** Notifications as the system keeps them: one that timed out is collected, and only its id is left. */
export const standInNotifications = (platform: NodeJS.Platform) => {
  const notifications: StandInNotification[] = [];
  let activated: ((details: ActivationArguments) => void) | undefined;

  const NotificationClass = class extends StandInNotification {
    static isSupported = () => true;
    static handleActivation = (callback: (details: ActivationArguments) => void): void => {
      if (platform !== 'win32') throw new TypeError('Notification.handleActivation is not a function');
      activated = callback;
    };
    constructor(options?: NotificationConstructorOptions) {
      super(options);
      notifications.push(this);
    }
  };

  /** shell/browser/notifications/win/windows_toast_activator.cc: the callback comes besides the object's event. */
  const click = (notification: StandInNotification | undefined): void => {
    if (!notification) throw new Error('There is no such notification.');
    notification.emit('click', {});
    activated?.({ type: 'click', arguments: `type=click&tag=${notification.options.id ?? 'random'}` });
  };
  /** It leaves the screen for the Action Center, and the object is collected with its listeners. */
  const timeOut = (notification: StandInNotification | undefined): void => {
    notification?.emit('close', { reason: 'timedOut' });
    notification?.removeAllListeners();
  };
  return {
    Notification: standForClass<typeof Notification>(NotificationClass),
    notifications,
    click,
    timeOut,
  };
};
