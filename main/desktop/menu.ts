import type { AboutPanelOptionsOptions, ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { version } from '../../shared/version.ts';
import type { Electron } from './electron.ts';
import type { Texts } from './texts.ts';
import type { ShopWindow } from './window.ts';

interface MenuActions {
  go(path: string): void;
  close(): void;
  openLogs(): void;
  exportLogs(): void;
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

const ZOOM_KEYS = [
  ['zoomIn', 'CmdOrCtrl+='],
  ['zoomIn', 'CmdOrCtrl+numadd'],
  ['zoomOut', 'CmdOrCtrl+numsub'],
  ['resetZoom', 'CmdOrCtrl+num0'],
] as const;

const zoom = (t: Texts['menu']): Item[] => [
  { role: 'resetZoom', label: t.actualSize },
  { role: 'zoomIn', label: t.zoomIn },
  { role: 'zoomOut', label: t.zoomOut },
  { role: 'togglefullscreen', label: t.fullScreen },
  // Electron's own key for "zoom in" needs Shift on most keyboards and knows no numeric pad
  // (https://github.com/electron/electron/issues/40674).
  ...ZOOM_KEYS.map(([role, accelerator]): Item => ({ role, accelerator, label: t.view, visible: false })),
];

/** Reload and developer tools are for developers: a cashier must not lose a page to F5. */
const developerItems = (isPackaged: boolean): Item[] =>
  isPackaged ? [] : [LINE, { role: 'reload' }, { role: 'toggleDevTools' }];

const help = (t: Texts['menu'], { openLogs, exportLogs }: MenuActions): Item => ({
  role: 'help',
  label: t.help,
  submenu: [
    { label: t.logs, click: () => openLogs() },
    { label: t.exportLogs, click: () => exportLogs() },
  ],
});

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
  help(t, actions),
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
  help(t, actions),
];

/**
 * Electron shows no context menu by itself. Undefined: nothing could be done there.
 * https://www.electronjs.org/docs/latest/tutorial/context-menu
 */
export const contextMenu = (
  {
    isEditable,
    editFlags,
    selectionText,
  }: Pick<ContextMenuParams, 'isEditable' | 'editFlags' | 'selectionText'>,
  { menu: t }: Texts,
): Item[] | undefined => {
  if (!isEditable && selectionText.trim() === '') return undefined;
  const copy: Item = { role: 'copy', label: t.copy, enabled: editFlags.canCopy };
  if (!isEditable) return [copy];
  return [
    { role: 'cut', label: t.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: t.paste, enabled: editFlags.canPaste },
    LINE,
    { role: 'selectAll', label: t.selectAll, enabled: editFlags.canSelectAll },
  ];
};

/** Pops it up where the user asks for it. */
export const showContextMenu = (
  { Menu }: Pick<Electron, 'Menu'>,
  { window, contents }: Pick<ShopWindow, 'window' | 'contents'>,
  texts: () => Texts,
): void => {
  contents.on('context-menu', (_event, params) => {
    const items = contextMenu(params, texts());
    if (items) Menu.buildFromTemplate(items).popup({ window });
  });
};

export const aboutPanel = ({ about }: Texts, icon: string): AboutPanelOptionsOptions => ({
  applicationName: 'Kramar',
  applicationVersion: version,
  // macOS would add the build number.
  version: '',
  credits: about.credits,
  copyright: 'MIT License',
  iconPath: icon,
});
