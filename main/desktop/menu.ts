import type { AboutPanelOptionsOptions, MenuItemConstructorOptions } from 'electron';
import { version } from '../../shared/version.ts';
import type { Texts } from './texts.ts';

interface MenuActions {
  go(path: string): void;
  close(): void;
  openLogs(): void;
  quit(): void;
}

type Item = MenuItemConstructorOptions;
const LINE: Item = { type: 'separator' };

/** Electron's labels of roles are English only, so each gets its own. */
export const menuTemplate = (
  platform: NodeJS.Platform,
  { menu: t }: Texts,
  actions: MenuActions,
  isPackaged: boolean,
): Item[] =>
  platform === 'darwin' ? macMenu(t, actions, isPackaged) : shortcutItems(t, actions, isPackaged);

const close = (t: Texts['menu'], { close }: MenuActions): Item => ({
  label: t.close,
  accelerator: 'CmdOrCtrl+W',
  click: () => close(),
});

const zoom = (t: Texts['menu']): Item[] => [
  { role: 'resetZoom', label: t.actualSize },
  { role: 'zoomIn', label: t.zoomIn },
  { role: 'zoomOut', label: t.zoomOut },
  { role: 'togglefullscreen', label: t.fullScreen },
];

/** Reload and developer tools are for developers: a cashier must not lose a page to F5. */
const developerItems = (isPackaged: boolean): Item[] =>
  isPackaged ? [] : [LINE, { role: 'reload' }, { role: 'toggleDevTools' }];

/** https://developer.apple.com/design/human-interface-guidelines/the-menu-bar */
const macMenu = (t: Texts['menu'], actions: MenuActions, isPackaged: boolean): Item[] => [
  {
    label: 'Kramar',
    submenu: [
      { role: 'about', label: t.about },
      LINE,
      { label: t.settings, accelerator: 'Cmd+,', click: () => actions.go('/settings') },
      LINE,
      { role: 'services', label: t.services },
      LINE,
      { role: 'hide', label: t.hide },
      { role: 'hideOthers', label: t.hideOthers },
      { role: 'unhide', label: t.showAll },
      LINE,
      { label: t.quit, accelerator: 'Cmd+Q', click: () => actions.quit() },
    ],
  },
  {
    label: t.edit,
    submenu: [
      { role: 'undo', label: t.undo },
      { role: 'redo', label: t.redo },
      LINE,
      { role: 'cut', label: t.cut },
      { role: 'copy', label: t.copy },
      { role: 'paste', label: t.paste },
      { role: 'selectAll', label: t.selectAll },
    ],
  },
  { label: t.view, submenu: [...zoom(t), ...developerItems(isPackaged)] },
  {
    role: 'windowMenu',
    label: t.window,
    submenu: [{ role: 'minimize', label: t.minimise }, close(t, actions)],
  },
  { role: 'help', label: t.help, submenu: [{ label: t.logs, click: () => actions.openLogs() }] },
];

/** Windows and Linux: the bar is hidden (window.ts), its shortcuts work. */
const shortcutItems = (t: Texts['menu'], actions: MenuActions, isPackaged: boolean): Item[] => [
  {
    label: t.view,
    submenu: [
      ...zoom(t),
      close(t, actions),
      { label: t.quit, accelerator: 'Ctrl+Q', click: () => actions.quit() },
      ...developerItems(isPackaged),
    ],
  },
];

export const aboutPanel = ({ about }: Texts, icon: string): AboutPanelOptionsOptions => ({
  applicationName: 'Kramar',
  applicationVersion: version,
  // macOS would add the build number.
  version: '',
  credits: about.credits,
  copyright: 'MIT License',
  iconPath: icon,
});
