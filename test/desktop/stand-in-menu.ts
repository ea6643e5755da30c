import type { Menu, MenuItemConstructorOptions } from 'electron';
import { type Part, standFor } from './part.ts';

/** Electron's menus without Electron: keeps the templates, and refuses what Electron does not support. */

/** https://www.electronjs.org/docs/latest/tutorial/keyboard-shortcuts#accelerators */
const MODIFIERS =
  /^(Command|Cmd|Control|Ctrl|CommandOrControl|CmdOrCtrl|Alt|Option|AltGr|Shift|Super|Meta)$/i;
const KEYS =
  /^([0-9A-Z]|F([1-9]|1\d|2[0-4])|[)!@#$%^&*(:;+=<,_\->.?/~`{\][|\\}"]|Plus|Space|Tab|Capslock|Numlock|Scrolllock|Backspace|Delete|Insert|Return|Enter|Up|Down|Left|Right|Home|End|PageUp|PageDown|Escape|Esc|num[0-9]|numdec|numadd|numsub|nummult|numdiv)$/i;

/** Electron's own: lib/browser/api/menu-item-roles.ts. */
const ROLES =
  /^(about|hide|hideOthers|unhide|quit|undo|redo|cut|copy|paste|pasteAndMatchStyle|delete|selectAll|minimize|close|reload|forceReload|toggleDevTools|togglefullscreen|resetZoom|zoomIn|zoomOut|windowMenu|editMenu|viewMenu|fileMenu|appMenu|help|services|window|front|zoom|startSpeaking|stopSpeaking)$/;

const faultOf = ({
  role,
  accelerator,
  label,
  type,
  submenu,
}: MenuItemConstructorOptions): string | undefined => {
  if (role !== undefined && !ROLES.test(role)) return `no role ${role}`;
  if (role === undefined && label === undefined && type !== 'separator') return 'an item without a label';
  if (type === 'submenu' && submenu === undefined) return 'a submenu without items';
  if (typeof accelerator !== 'string') return undefined;
  const parts = accelerator.split('+');
  const key = parts.pop() ?? '';
  return parts.every((part) => MODIFIERS.test(part)) && KEYS.test(key) ? undefined : `no key ${accelerator}`;
};

/** @throws where Electron would throw, or show an item that does nothing */
const checkTemplate = (items: readonly MenuItemConstructorOptions[]): void => {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== undefined) throw new TypeError(`Invalid template for MenuItem: ${fault}`);
    if (Array.isArray(item.submenu)) checkTemplate(item.submenu);
  }
};

const templates = new WeakMap<object, MenuItemConstructorOptions[]>();

/** The template that a menu was built from. */
export const templateOf = (menu: Menu | null): MenuItemConstructorOptions[] =>
  (menu && templates.get(menu)) ?? [];

export const standInMenus = () => {
  /** Templates of the application's menus, oldest first. */
  const menus: MenuItemConstructorOptions[][] = [];
  /** Templates of the context menus that popped up. */
  const popups: MenuItemConstructorOptions[][] = [];
  const build = (template: MenuItemConstructorOptions[]): Menu => {
    checkTemplate(template);
    const menu = standFor<Menu>({ popup: () => void popups.push(template) });
    templates.set(menu, template);
    return menu;
  };
  const MenuClass = {
    buildFromTemplate: (template) => build(template as MenuItemConstructorOptions[]),
    setApplicationMenu: (menu) => void menus.push(templateOf(menu)),
  } satisfies Part<typeof Menu>;
  return { Menu: standFor<typeof Menu>(MenuClass), menus, popups };
};
