import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { contextMenu, menuTemplate } from '../../main/desktop/menu.ts';
import { newsOf } from '../../main/desktop/news.ts';
import { screenOfActivation } from '../../main/desktop/notifications.ts';
import { textsIn } from '../../main/desktop/texts.ts';
import { trayTooltip } from '../../main/desktop/tray.ts';
import type { EventRow } from '../../main/store/events.ts';

const paid = (id: number, amount = 100, status = 'success', ccy: number | undefined = 980): EventRow => ({
  id,
  type: 'invoice.status_changed',
  invoice_id: id,
  terminal_id: 1,
  created_at: 0,
  data: JSON.stringify({
    number: id,
    reference: `INV-${id}`,
    status,
    amount,
    ccy,
    final_amount: null,
    previous_status: 'created',
  }),
});

describe('notifications', () => {
  const texts = textsIn('uk');
  test('are shown for payments, and nothing else', () => {
    expect(
      newsOf([paid(1, 100, 'failure'), paid(2, 100, 'expired'), paid(3, 100, 'reversed')], texts),
    ).toEqual([]);
    expect(newsOf([paid(4)], texts).map(({ path }) => path)).toEqual(['/invoices/4']);
  });
  test('combine several payments into one', () => {
    expect(
      newsOf(
        [1, 2, 3].map((id) => paid(id)),
        texts,
      ),
    ).toHaveLength(3);
    const [all, ...others] = newsOf(
      [1, 2, 3, 4].map((id) => paid(id, 25_000)),
      texts,
    );
    expect([all, others]).toEqual([
      { title: '4 продажі оплачено: 1\u00a0000,00\u00a0₴', body: texts.news.manyPaidText, path: '/today' },
      [],
    ]);
  });
  test('name every currency, and add none to another', () => {
    const old = paid(1, 100, 'success');
    const { ccy: _, ...without } = JSON.parse(old.data);
    const [first, dollars] = newsOf(
      [{ ...old, data: JSON.stringify(without) }, paid(2, 7000, 'success', 840)],
      texts,
    );
    expect([first?.title, dollars?.title]).toEqual(['Оплачено 1,00\u00a0₴', 'Оплачено 70,00\u00a0USD']);
    const [all] = newsOf(
      [1, 2, 3, 4].map((id) => paid(id, 25_000, 'success', id > 3 ? 840 : 980)),
      texts,
    );
    expect(all?.title).toBe('4 продажі оплачено: 750,00\u00a0₴, 250,00\u00a0USD');
  });
  test('a backup that failed', () => {
    const failed: EventRow = {
      id: 1,
      type: 'backup.failed',
      invoice_id: null,
      terminal_id: null,
      created_at: 0,
      data: '{"detail":"The disk is full."}',
    };
    expect(newsOf([failed], texts)).toEqual([
      { title: texts.news.backupFailed, body: 'The disk is full.', path: '/settings' },
    ]);
  });
});

describe('texts', () => {
  /** Every leaf: its path and its text. */
  const leaves = (value: unknown, path: string): [string, string][] => {
    if (typeof value === 'string') return [[path, value]];
    if (typeof value === 'function') return [[path, (value as (...args: unknown[]) => string)(5, 5)]];
    return Object.entries(value as object).flatMap(([key, part]) => leaves(part, `${path}.${key}`));
  };
  test('English has the keys of Ukrainian, and English texts', () => {
    const uk = leaves(textsIn('uk'), '');
    const en = leaves(textsIn('en'), '');
    expect(en.map(([path]) => path)).toEqual(uk.map(([path]) => path));
    expect(en.filter(([, text]) => /[а-яіїєґ]/i.test(text))).toEqual([]);
    expect(uk.filter(([, text]) => !/[а-яіїєґ]/i.test(text))).toEqual([]);
  });
  test.each([
    [0, '0 оплат'],
    [1, '1 оплата'],
    [3, '3 оплати'],
    [11, '11 оплат'],
    [22, '22 оплати'],
  ])('plurals: %i', (count, words) => {
    expect(textsIn('uk').tray.takings(0, count)).toContain(`(${words})`);
  });
  test('the tooltip fits what Windows shows', () => {
    const takings = { gross: 99_999_999_999, count: 99_999 };
    const tooltip = trayTooltip({ takings, isPractice: true, texts: textsIn('uk') });
    expect(tooltip.length).toBeLessThanOrEqual(127);
  });
});

describe('the menu', () => {
  const actions = {
    go: () => undefined,
    close: () => undefined,
    exportLogs: () => undefined,
    openLogs: () => undefined,
    quit: () => undefined,
  };
  const rolesOf = (items: MenuItemConstructorOptions[]): unknown[] =>
    items.flatMap(({ role, submenu }) => [role, ...(Array.isArray(submenu) ? rolesOf(submenu) : [])]);
  test.each(['darwin', 'win32', 'linux'] as const)(
    '%s: a packaged program neither reloads nor opens the tools',
    (platform) => {
      const roles = rolesOf(menuTemplate(platform, textsIn('uk'), actions, true));
      for (const role of ['reload', 'forceReload', 'toggleDevTools']) expect(roles).not.toContain(role);
      expect(rolesOf(menuTemplate(platform, textsIn('uk'), actions, false))).toContain('toggleDevTools');
    },
  );
  test.each(['darwin', 'win32', 'linux'] as const)('%s: every key that people zoom with', (platform) => {
    const keysOf = (items: MenuItemConstructorOptions[]): string[] =>
      items.flatMap(({ role, accelerator, submenu }) => [
        ...(accelerator ? [`${role} ${accelerator}`] : []),
        ...(Array.isArray(submenu) ? keysOf(submenu) : []),
      ]);
    expect(keysOf(menuTemplate(platform, textsIn('uk'), actions, true))).toEqual(
      expect.arrayContaining([
        'zoomIn CmdOrCtrl+=',
        'zoomIn CmdOrCtrl+numadd',
        'zoomOut CmdOrCtrl+numsub',
        'resetZoom CmdOrCtrl+num0',
      ]),
    );
  });
  describe('on a right click', () => {
    const flags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true };
    const rest = { canUndo: false, canRedo: false, canDelete: false, canEditRichly: false };
    const editFlags = { ...flags, ...rest };
    const menu = (isEditable: boolean, selectionText: string, able = editFlags) =>
      contextMenu({ isEditable, selectionText, editFlags: able }, textsIn('uk'))?.map(
        ({ role, type, enabled }) => [role ?? type, enabled ?? true],
      );
    test('in a field: cut, copy, paste, select all, each where it is possible', () => {
      expect(menu(true, '', { ...editFlags, canCut: false, canCopy: false })).toEqual([
        ['cut', false],
        ['copy', false],
        ['paste', true],
        ['separator', true],
        ['selectAll', true],
      ]);
    });
    test('on selected text: copy; on anything else there is none', () => {
      expect(menu(false, 'INV-1')).toEqual([['copy', true]]);
      expect(menu(false, ' ')).toBeUndefined();
    });
  });
  test('macOS: the standard items', () => {
    const menu = menuTemplate('darwin', textsIn('uk'), actions, true);
    expect(rolesOf(menu)).toEqual(
      expect.arrayContaining(['about', 'services', 'hide', 'copy', 'paste', 'windowMenu', 'help']),
    );
    // Each has its words: Electron's own are English alone.
    const bare = (items: MenuItemConstructorOptions[]): unknown[] =>
      items.flatMap((item) => [
        ...(item.type === 'separator' || item.label ? [] : [item]),
        ...(Array.isArray(item.submenu) ? bare(item.submenu) : []),
      ]);
    expect(bare(menu)).toEqual([]);
  });
});

test.each([
  ['type=click&tag=/invoices/12', '/invoices/12'],
  ['type=click&tag=/today', '/today'],
  ['tag=/invoices/12&type=click', '/invoices/12'],
  ['type=click&tag=/invoices/12/../../settings', undefined],
  ['type=click&tag=6f1c2d3e-random', undefined],
  ['type=click&tag=//evil.example', undefined],
  ['', undefined],
])('a click in the Action Center: %s', (args, screen) => expect(screenOfActivation(args)).toBe(screen));
