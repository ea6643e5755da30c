import { Button, Popover, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconUserCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../shared/api/account.ts';
import { withTexts } from './lazy-screen-part.ts';

const loadItems = withTexts(
  ['people'],
  async () => (await import('./account-menu-items.tsx')).AccountMenuItems,
);

/** The account menu. Its items load when it is first opened, and it opens with all of them, so that one has the focus. */
export const AccountMenu = ({ account, onShortcuts }: { account: Account; onShortcuts(): void }) => {
  const { t } = useTranslation();
  const name = account.full_name || account.username;
  const label = t('account.menu', { name });
  const [isOpen, menu] = useDisclosure(false);
  const [Items, setItems] = useState<Awaited<ReturnType<typeof loadItems>>>();
  const toggle = async (): Promise<void> => {
    const part = await loadItems();
    setItems(() => part);
    menu.toggle();
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
          onClick={() => void toggle()}
          leftSection={<IconUserCircle size={20} stroke={1.7} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          <Text span size="sm" visibleFrom="xs" maw="12rem" truncate>
            {name}
          </Text>
        </Button>
      </Popover.Target>
      {Items ? (
        <Items account={account} label={label} onClose={menu.close} onShortcuts={onShortcuts} />
      ) : null}
    </Popover>
  );
};
