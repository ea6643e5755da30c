import { Text } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { canOperate } from '../../api/bridge.ts';
import { EmptyState } from '../../kit/query-view.tsx';
import { ChangeElsewhere } from '../../shop/change-elsewhere.tsx';
import { useAccount } from '../../shop/session/account.ts';
import { AddTerminalButton } from '../../shop/token-buttons.tsx';

/** There is no terminal: only the owner can enter a bank token, and not in a browser. */
export const NoTerminal = () => {
  const { t } = useTranslation('charge');
  return (
    <EmptyState
      isCard
      icon={<IconBuildingStore size={40} stroke={1.4} aria-hidden />}
      title={t('noTerminal.title')}
      action={<NoTerminalAction />}
    >
      {t('noTerminal.text')}
    </EmptyState>
  );
};

export const NoTerminalAction = () => {
  const { t } = useTranslation('charge');
  const { is_owner: isOwner } = useAccount();
  if (!isOwner) return <Text size="sm">{t('noTerminal.others')}</Text>;
  if (canOperate) return <AddTerminalButton />;
  return <ChangeElsewhere screen="terminals" />;
};
