import { Button, Stack } from '@mantine/core';
import { type HotkeyItem, useDisclosure } from '@mantine/hooks';
import { IconHelp, IconKeyboard } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../shared/api/account.ts';
import { sessionStore } from '../api/session.ts';
import { openGuide } from '../lib/guide.ts';
import { useGlobalKeys, useKeysOutsideFields } from '../shop/session/hotkeys.ts';
import { lazyScreenPart } from './lazy-screen-part.ts';
import { navItemsOf } from './nav-items.ts';

const ShortcutSheet = lazyScreenPart([], async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

/** Physical keys: on a Ukrainian layout the K key types л. */
const PHYSICAL = { usePhysicalKeys: true };

const LOOK = { variant: 'subtle', color: 'gray', size: 'xs', justify: 'start' } as const;

interface ShortcutsProps {
  account: Account;
  onPalette(): void;
}

/** Registers the global shortcuts and opens the sheet that lists them. */
export const Shortcuts = ({ account, onPalette }: ShortcutsProps) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isOpen, sheet] = useDisclosure(false);
  const items = navItemsOf(account);

  const keys: HotkeyItem[] = [
    ['mod+K', onPalette, PHYSICAL],
    ['alt+L', () => sessionStore.end('locked'), PHYSICAL],
    ['F1', () => openGuide(location.pathname)],
    ...items.map(({ key, path }): HotkeyItem => [key, () => void navigate({ to: path }), PHYSICAL]),
  ];
  useGlobalKeys(keys);
  // A question mark and a slash are also typed, so these work only outside of fields.
  useKeysOutsideFields([
    ['shift+Slash', sheet.toggle, PHYSICAL],
    ['Slash', focusSearch, PHYSICAL],
  ]);

  return (
    <>
      <Stack gap={0}>
        <Button
          {...LOOK}
          leftSection={<IconHelp size={18} stroke={1.7} aria-hidden />}
          onClick={() => openGuide(location.pathname)}
        >
          {t('shortcuts.guideOpen')}
        </Button>
        <Button
          {...LOOK}
          leftSection={<IconKeyboard size={18} stroke={1.7} aria-hidden />}
          onClick={sheet.open}
        >
          {t('shortcuts.open')}
        </Button>
      </Stack>
      {isOpen ? (
        <Suspense>
          <ShortcutSheet account={account} onClose={sheet.close} />
        </Suspense>
      ) : null}
    </>
  );
};

/** Lists mark their search field with this attribute. */
const focusSearch = (): void => document.querySelector<HTMLElement>('[data-list-search]')?.focus();
