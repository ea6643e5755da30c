import type { MenuItemConstructorOptions, Tray } from 'electron';
import type { Log } from '../platform/log.ts';
import type { ServiceHandle } from '../safekeeping/installation.ts';
import { salesSeries } from '../shop/reports/series.ts';
import { daysOnClock, wallClock } from '../shop/shop-time.ts';
import type { Electron } from './electron.ts';
import type { Texts } from './texts.ts';

interface TrayState {
  /** Undefined while no service runs. */
  takings: Takings | undefined;
  isPractice: boolean;
  /** The service's address where it is another than usual. */
  address?: string | undefined;
  texts: Texts;
}

interface TrayActions {
  /** Shows the window; with a path, at that screen. */
  open(path?: string): void;
  quit(): void;
}

const takingsLine = ({ takings, texts }: TrayState): string | undefined =>
  takings && texts.tray.takings(takings.gross, takings.count);

/** Windows shows at most 127 characters. */
export const trayTooltip = (state: TrayState): string =>
  ['Kramar', ...(state.isPractice ? [state.texts.tray.practice] : []), takingsLine(state), state.address]
    .filter((line) => line !== undefined)
    .join('\n');

const trayMenu = (state: TrayState, { open, quit }: TrayActions): MenuItemConstructorOptions[] => {
  const t = state.texts.tray;
  const takings = takingsLine(state);
  return [
    ...(state.isPractice ? [{ label: t.practice, enabled: false }] : []),
    ...(takings === undefined ? [] : [{ label: takings, click: () => open('/today') }]),
    { type: 'separator' },
    { label: t.newInvoice, click: () => open('/charge') },
    { label: t.open, click: () => open() },
    { type: 'separator' },
    { label: t.quit, click: () => quit() },
  ];
};

interface TrayContext {
  electron: Pick<Electron, 'Tray' | 'Menu'>;
  platform: NodeJS.Platform;
  icon: string;
  log: Log;
}

/** Undefined on a system without a tray: closing the window must not hide it there. */
export const openTray = (
  { electron, platform, icon, log }: TrayContext,
  actions: TrayActions,
): { show(state: TrayState): void } | undefined => {
  let tray: Tray;
  try {
    tray = new electron.Tray(icon);
  } catch (error) {
    log.warn('There is no icon in the tray: the system refused it.', { error });
    return undefined;
  }
  // On macOS a click opens the menu.
  if (platform !== 'darwin') tray.on('click', () => actions.open());
  let shown = '';
  return {
    show: (state) => {
      if (tray.isDestroyed()) return;
      const tooltip = trayTooltip(state);
      const now = JSON.stringify([tooltip, state.texts.tray.quit]);
      // Setting the menu on Linux closes an open one.
      if (now === shown) return;
      shown = now;
      tray.setToolTip(tooltip);
      tray.setContextMenu(electron.Menu.buildFromTemplate(trayMenu(state, actions)));
    },
  };
};

interface Takings {
  /** Minor units; the takings of the screen Today. */
  gross: number;
  /** Payments. */
  count: number;
}

/** The first moment of the shop's day; where clocks change at midnight, the day begins later. */
export const startOfDay = (timeZone: string, now: number): number =>
  daysOnClock(timeZone)(wallClock(timeZone)(now).day).from;

/** Takings of the current day in the shop's time zone. */
export const takingsToday = ({
  db,
  timeZone,
  now,
}: Pick<ServiceHandle, 'db' | 'timeZone' | 'now'>): Takings => {
  const { gross, count } = salesSeries(db, timeZone, 'hour', { from: startOfDay(timeZone, now()) }).totals;
  return { gross, count };
};
