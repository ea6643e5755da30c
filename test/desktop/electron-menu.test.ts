import { beforeAll, describe, expect, test } from 'vitest';
import { contextMenu, menuTemplate } from '../../main/desktop/menu.ts';
import { textsIn } from '../../main/desktop/texts.ts';
import { type BuiltItem, bundleMenus, menusOf } from './electron-menu.ts';
import { ELECTRON_SOURCE, hasElectronSource } from './electron-source.ts';

/** Our menus, built by Electron's own code. */

const nothing = () => undefined;
const actions = { go: nothing, close: nothing, openLogs: nothing, exportLogs: nothing, quit: nothing };

const flat = (items: readonly BuiltItem[]): BuiltItem[] =>
  items.flatMap((item) => [item, ...flat(item.submenu?.items ?? [])]);

describe.skipIf(!hasElectronSource)("by Electron's own code (skipped without ELECTRON_SOURCE)", () => {
  let code = '';
  beforeAll(async () => {
    code = await bundleMenus(ELECTRON_SOURCE);
  });

  describe.each(['darwin', 'win32', 'linux'] as const)('%s', (platform) => {
    const built = () =>
      flat(menusOf(code, platform).build(menuTemplate(platform, textsIn('uk'), actions, true)));

    test('every role is known to Electron, and has our own words', () => {
      const menus = menusOf(code, platform);
      expect(menus.labelOfRole('zoomin')).toBe('Zoom In');
      const items = built().filter(({ type }) => type !== 'separator');
      const unknown = items.filter(({ role }) => typeof role === 'string' && !menus.labelOfRole(role));
      expect(unknown.map(({ role }) => role)).toEqual([]);
      for (const { label } of items) expect(label).toMatch(/[а-яіїєґ]|Kramar/i);
    });

    test('no key means two things, and the hidden ones work', () => {
      const keys = built().flatMap((item) => item.accelerator ?? item.getDefaultRoleAccelerator() ?? []);
      expect(keys).toEqual(
        expect.arrayContaining(['CommandOrControl+Plus', 'CmdOrCtrl+=', 'CmdOrCtrl+numadd']),
      );
      expect(new Set(keys).size).toBe(keys.length);
      const hidden = built().filter(({ visible }) => !visible);
      expect(hidden.map(({ acceleratorWorksWhenHidden }) => acceleratorWorksWhenHidden)).toEqual(
        Array.from({ length: 4 }, () => true),
      );
    });

    test('the context menu is built', () => {
      const able = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true };
      const rest = { canUndo: true, canRedo: true, canDelete: true, canEditRichly: true };
      const params = { isEditable: true, selectionText: '', editFlags: { ...able, ...rest } };
      const items = menusOf(code, platform).build(contextMenu(params, textsIn('uk')) ?? []);
      expect(items.map(({ role, type }) => role ?? type)).toEqual([
        ...['cut', 'copy', 'paste', 'separator', 'selectall'],
      ]);
    });
  });
});
