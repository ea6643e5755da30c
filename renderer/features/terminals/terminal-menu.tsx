import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDotsVertical, IconKey, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { useMayGiveTokens } from '../../session/account.ts';
import { DeleteTerminal } from './delete-terminal.tsx';

/** What is done seldom. */
export const TerminalMenu = ({ terminal }: { terminal: Terminal }) => {
  const { t } = useTranslation('terminals');
  const mayGiveTokens = useMayGiveTokens();
  const navigate = useNavigate();
  const [isDeleting, deleting] = useDisclosure(false);
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('menu', { name: terminal.name })}>
            <IconDotsVertical size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayGiveTokens ? (
            <Menu.Item
              leftSection={<IconKey size={18} stroke={1.7} aria-hidden />}
              onClick={() => void navigate({ to: '/terminals', search: { token: terminal.id } })}
            >
              {t('give.changeOpen')}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconTrash size={18} stroke={1.7} aria-hidden />} onClick={deleting.open}>
            {t('delete.open')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteTerminal terminal={terminal} isOpen={isDeleting} onClose={deleting.close} />
    </>
  );
};
