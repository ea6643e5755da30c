import { Kbd, Modal, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../shared/api/employees.ts';
import { counterQuery } from '../api/queries.ts';
import { shortcutsOf } from './screens.ts';

/** Lists the shortcuts that this user has. */
export const ShortcutSheet = ({ account, onClose }: { account: Account; onClose(): void }) => {
  const { t } = useTranslation();
  const takesCash = useQuery(counterQuery).data?.takes_cash ?? false;
  const lines = [
    ...shortcutsOf(account).map(({ name, shown }) => [shown, t(`places.${name}`)]),
    ...(takesCash && shortcutsOf(account).some(({ name }) => name === 'charge')
      ? ([
          ['F9', t('words.inCash')],
          ['F10', t('shortcuts.parts')],
        ] as const)
      : []),
    ['Ctrl K', t('shortcuts.palette')],
    ['/', t('shortcuts.search')],
    ['E', t('shortcuts.export')],
    ['Alt L', t('shortcuts.lock')],
    ['Esc', t('shortcuts.close')],
    ['F1', t('shortcuts.guide')],
    ['?', t('shortcuts.help')],
  ] as const;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Table verticalSpacing={6} withRowBorders={false} highlightOnHover={false}>
        <Table.Tbody>
          {lines.map(([shown, does]) => (
            <Table.Tr key={shown}>
              <Table.Td w="7rem">
                <Kbd>{shown}</Kbd>
              </Table.Td>
              <Table.Td>
                <Text size="sm">{does}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
};
