import type { HotkeyItem, UseDisclosureHandlers } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, Suspense } from 'react';
import type { Account } from '../../shared/api/employees.ts';
import { sessionStore } from '../api/session.ts';
import { openGuide } from '../lib/guide.ts';
import { catchKeysFor } from '../shop/session/early-keys.ts';
import { useGlobalKeys, useKeysOutsideFields } from '../shop/session/hotkeys.ts';
import { lazyScreenPart } from './lazy-screen-part.ts';
import { shortcutsOf } from './screens.ts';

const ShortcutSheet = lazyScreenPart([], async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

/** Physical keys: on a Ukrainian layout the K key types л. */
const PHYSICAL = { usePhysicalKeys: true };

interface ShortcutsProps {
  account: Account;
  searchField: RefObject<HTMLInputElement | null>;
  isSheetOpen: boolean;
  sheet: UseDisclosureHandlers;
}

/** Registers the global shortcuts and opens the sheet that lists them. */
export const Shortcuts = ({ account, searchField, isSheetOpen, sheet }: ShortcutsProps) => {
  const navigate = useNavigate();

  const keys: HotkeyItem[] = [
    ['mod+K', () => toggle(searchField.current), PHYSICAL],
    ['alt+L', () => sessionStore.end('locked'), PHYSICAL],
    ['F1', () => openGuide(location.pathname)],
    ...shortcutsOf(account).map(
      ({ key, path }): HotkeyItem => [
        key,
        () => {
          if (path === '/charge' && location.pathname + location.search !== path) catchKeysFor('charge');
          if (path === '/catalog' && !location.pathname.startsWith(path)) catchKeysFor('catalog');
          void navigate({ to: path });
        },
        PHYSICAL,
      ],
    ),
  ];
  useGlobalKeys(keys);
  // A question mark and a slash are also typed, so these work only outside of fields.
  useKeysOutsideFields([
    ['shift+Slash', sheet.toggle, PHYSICAL],
    ['Slash', () => (listSearch() ?? searchField.current)?.focus(), PHYSICAL],
  ]);

  return isSheetOpen ? (
    <Suspense>
      <ShortcutSheet account={account} onClose={sheet.close} />
    </Suspense>
  ) : null;
};

/** Lists mark their search field with this attribute; where there is none, the search for everything takes its key. */
const listSearch = () => document.querySelector<HTMLElement>('[data-list-search]');

const toggle = (field: HTMLInputElement | null): void => {
  if (field === document.activeElement) field?.blur();
  else field?.focus();
};
