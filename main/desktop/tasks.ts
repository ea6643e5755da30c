import type { JumpListItem } from 'electron';
import type { Electron } from './electron.ts';
import { LINK_PROTOCOL } from './links.ts';
import type { Texts } from './texts.ts';

interface TasksContext {
  electron: Pick<Electron, 'app' | 'Menu'>;
  platform: NodeJS.Platform;
  execPath: string;
  texts: Texts;
  open(path: string): void;
}

const SCREENS = ['charge', 'today'] as const;

/**
 * Puts the two screens of a cashier into the menu of the program's icon: the jump list of Windows, the dock of macOS.
 * https://www.electronjs.org/docs/latest/api/app#appsetjumplistcategories-windows
 */
export const showTasks = ({ electron, platform, execPath, texts: { tray }, open }: TasksContext): void => {
  const { app, Menu } = electron;
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
