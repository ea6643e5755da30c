import { Flex } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { useAccount, useCanGiveTokens } from '../../shop/session/account.ts';
import { GiveTokenButton } from '../../shop/token-buttons.tsx';

/** Explains a missing token: what still works, and what to do. */
export const TokenMissing = ({ terminal }: { terminal: Terminal }) => {
  const { t } = useTranslation('terminals');
  const { is_owner: isOwner } = useAccount();
  const canGiveTokens = useCanGiveTokens();
  return (
    <Flex className="tinted" gap="sm" px="md" py="sm" fz="sm" lh={1.5} data-tone="failed">
      <IconAlertTriangle size={20} stroke={1.8} aria-hidden style={{ marginTop: 1 }} />
      <div>
        <strong>{t('token.missingTitle')}</strong> {t('token.missingText')}{' '}
        {isOwner ? null : t('token.others')}
      </div>
      {canGiveTokens ? (
        <GiveTokenButton terminal={terminal.id} flex="none" ms="auto" style={{ alignSelf: 'center' }} />
      ) : null}
    </Flex>
  );
};
