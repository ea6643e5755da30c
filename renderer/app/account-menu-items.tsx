import { Divider, Popover, Select, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDialpad, IconKeyboard, IconLock, IconLogout, IconSettings } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../shared/api/employees.ts';
import { isDesktop } from '../api/bridge.ts';
import { sessionStore } from '../api/session.ts';
import { signOut } from '../api/sign-in.ts';
import { Act, Hint } from '../kit/act.tsx';
import { LanguageSwitch } from '../kit/language-switch.tsx';
import { SchemeControl } from '../kit/scheme-switch.tsx';
import { LOCK_AFTER, preferencesStore, usePreferences } from '../lib/preferences.ts';
import { useShopFacts } from '../shop/use-shop-facts.ts';
import { OwnPin } from './own-pin.tsx';

interface AccountMenuItemsProps {
  account: Account;
  label: string;
  onClose(): void;
  onShortcuts(): void;
}

/** PIN, lock, sign out and, for employees without Settings, the preferences of this window. */
export const AccountMenuItems = ({ account, label, onClose, onShortcuts }: AccountMenuItemsProps) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { people } = useShopFacts();
  const [isPinOpen, pin] = useDisclosure(false);
  const closeAnd = (act: () => void) => (): void => {
    onClose();
    act();
  };
  return (
    <>
      <Popover.Dropdown p="xs" aria-label={label}>
        <Hint px="sm" pb={4}>
          {account.is_owner ? t('account.owner') : account.position || account.username}
        </Hint>
        <Action icon={IconLock} keys="Alt L" onClick={() => sessionStore.end('locked')}>
          {t(people ? 'account.switch' : 'account.lock')}
        </Action>
        {isDesktop ? (
          <Action icon={IconDialpad} onClick={closeAnd(pin.open)}>
            {t('account.pin')}
          </Action>
        ) : null}
        <Action icon={IconLogout} onClick={signOut}>
          {t('account.signOut')}
        </Action>
        <Action icon={IconKeyboard} keys="?" onClick={closeAnd(onShortcuts)}>
          {t('shortcuts.title')}
        </Action>
        <Divider my="xs" />
        {account.is_owner ? (
          <Action
            icon={IconSettings}
            keys="Alt 5"
            onClick={closeAnd(() => void navigate({ to: '/settings' }))}
          >
            {t('places.settings')}
          </Action>
        ) : (
          <OnThisComputer />
        )}
      </Popover.Dropdown>
      {isPinOpen ? <OwnPin onClose={pin.close} /> : null}
    </>
  );
};

const Action = ({
  icon: Icon,
  keys,
  onClick,
  children,
}: PropsWithChildren<{ icon: typeof IconLock; keys?: string; onClick(): void }>) => (
  <Act
    tone="faint"
    icon={Icon}
    fullWidth
    justify="start"
    size="sm"
    rightSection={
      keys === undefined ? null : (
        <Text span size="xs" c="dimmed" aria-hidden>
          {keys}
        </Text>
      )
    }
    onClick={onClick}
    text={children}
  />
);

/** The preferences of this window, for employees without Settings. */
const OnThisComputer = () => {
  const { t } = useTranslation();
  const { sound, lockAfter } = usePreferences();
  return (
    <Stack gap="sm" p="xs">
      <LanguageSwitch />
      <SchemeControl />
      <Switch
        label={t('account.sound')}
        checked={sound}
        onChange={(event) => preferencesStore.set({ sound: event.currentTarget.checked })}
      />
      <Select
        size="xs"
        label={t('account.lockAfter')}
        comboboxProps={{ withinPortal: false }}
        value={String(lockAfter)}
        onChange={(value) => preferencesStore.set({ lockAfter: Number(value) })}
        data={LOCK_AFTER.map((minutes) => ({
          value: String(minutes),
          label: minutes === 0 ? t('account.never') : t('account.minutes', { count: minutes }),
        }))}
      />
    </Stack>
  );
};
