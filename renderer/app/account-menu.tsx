import { Button, Divider, Popover, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconLock, IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type PropsWithChildren, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../shared/api/account.ts';
import { sessionStore } from '../data/session.ts';
import { lazyScreenPart } from './lazy-screen-part.ts';

const OnThisComputer = lazyScreenPart(
  [],
  async () => (await import('./on-this-computer.tsx')).OnThisComputer,
);

/** The account menu: lock, sign out and, for employees without Settings, the preferences of this window. */
export const AccountMenu = ({ account }: { account: Account }) => {
  const { t } = useTranslation();
  const name = account.full_name || account.username;
  const label = t('account.menu', { name });
  const navigate = useNavigate();
  const [isOpen, menu] = useDisclosure(false);
  const toSettings = (): void => {
    menu.close();
    void navigate({ to: '/settings' });
  };
  return (
    <Popover
      position="bottom-end"
      width={280}
      trapFocus
      returnFocus
      opened={isOpen}
      onChange={(opened) => (opened ? menu.open() : menu.close())}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          aria-label={label}
          onClick={menu.toggle}
          leftSection={<IconUserCircle size={20} stroke={1.7} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          <Text span size="sm" visibleFrom="xs" maw="12rem" truncate>
            {name}
          </Text>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={label}>
        <Text size="sm" c="dimmed" px="sm" pb={4}>
          {account.is_owner ? t('account.owner') : account.position || account.username}
        </Text>
        <Action icon={IconLock} keys="Alt L" onClick={() => sessionStore.end('locked')}>
          {t('account.lock')}
        </Action>
        <Action icon={IconLogout} onClick={() => sessionStore.end('signed-out')}>
          {t('account.signOut')}
        </Action>
        <Divider my="xs" />
        {account.is_owner ? (
          <Action icon={IconSettings} keys="Alt 7" onClick={toSettings}>
            {t('places.settings')}
          </Action>
        ) : (
          <Suspense>
            <OnThisComputer />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
};

const Action = ({
  icon: Icon,
  keys,
  onClick,
  children,
}: PropsWithChildren<{ icon: typeof IconLock; keys?: string; onClick(): void }>) => (
  <Button
    variant="subtle"
    color="gray"
    fullWidth
    justify="start"
    size="sm"
    leftSection={<Icon size={18} aria-hidden />}
    rightSection={
      keys === undefined ? null : (
        <Text span size="xs" c="dimmed" aria-hidden>
          {keys}
        </Text>
      )
    }
    onClick={onClick}
  >
    {children}
  </Button>
);
