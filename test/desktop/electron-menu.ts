import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { bundleElectron, ENTRY } from './electron-source.ts';

/** Electron's own menu code (lib/browser/api) without Electron: its native half is replaced by a stub. */

export interface BuiltItem {
  label: string;
  /** Null for an item without one. */
  role?: string | null;
  type: string;
  visible: boolean;
  acceleratorWorksWhenHidden: boolean;
  accelerator?: string;
  submenu?: { items: BuiltItem[] };
  getDefaultRoleAccelerator(): string | undefined;
}

export interface ElectronMenus {
  build(template: readonly MenuItemConstructorOptions[]): BuiltItem[];
  /** The label that Electron itself uses for a role; "" for an unknown role. */
  labelOfRole(role: string): string;
}

const NATIVE = [
  ...['insertItem', 'insertCheckItem', 'insertRadioItem', 'insertSeparator', 'insertSubMenu'],
  ...['setToolTip', 'setIcon', 'setRole', 'setCustomType', 'setSublabel', 'setBadge'],
];

/** @param folder of Electron's sources */
export const bundleMenus = (folder: string): Promise<string> => {
  const api = (name: string) => join(folder, 'lib', 'browser', 'api', `${name}.ts`);
  return bundleElectron(folder, {
    'electron/main': `
      import MenuItem from ${JSON.stringify(api('menu-item'))};
      const { Menu } = process._linkedBinding('electron_browser_menu');
      const none = { getFocusedWindow: () => null, getAllWindows: () => [] };
      const app = { name: 'Kramar', applicationMenu: null };
      export { app, Menu, MenuItem, none as BaseWindow, none as webContents, none as session };`,
    '@electron/internal/browser/default-menu': 'export const setApplicationMenuWasSet = () => undefined;',
    [ENTRY]: `
      import ${JSON.stringify(api('menu'))};
      export { Menu, MenuItem } from 'electron/main';`,
  });
};

/** Runs the bundle as on that platform, which its modules read once. */
export const menusOf = (code: string, platform: NodeJS.Platform): ElectronMenus => {
  class Menu {
    items: BuiltItem[] = [];
    constructor() {
      const init: unknown = Reflect.get(this, '_init');
      if (typeof init === 'function') Reflect.apply(init, this, []);
    }
    getItemCount(): number {
      return this.items.length;
    }
  }
  for (const name of NATIVE) Reflect.set(Menu.prototype, name, () => undefined);
  const own: { exports: Record<string, unknown> } = { exports: {} };
  const process = { platform, _linkedBinding: () => ({ Menu }) };
  new Function('module', 'exports', 'process', code)(own, own.exports, process);
  const built = own.exports as {
    Menu: { buildFromTemplate(template: readonly MenuItemConstructorOptions[]): { items: BuiltItem[] } };
    MenuItem: new (options: { role: string }) => BuiltItem;
  };
  return {
    build: (template) => built.Menu.buildFromTemplate(template).items,
    labelOfRole: (role) => new built.MenuItem({ role }).label,
  };
};
