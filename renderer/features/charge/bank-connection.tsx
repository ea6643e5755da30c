import { Text } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { canOperate } from '../../api/bridge.ts';
import { EmptyState } from '../../kit/query-view.tsx';
import { preferencesStore } from '../../lib/preferences.ts';
import { ChangeElsewhere } from '../../shop/change-elsewhere.tsx';
import { useAccount, useCanGiveTokens } from '../../shop/session/account.ts';
import { TerminalPicker } from '../../shop/terminal-picker.tsx';
import { AddTerminalButton, GiveTokenButton } from '../../shop/token-buttons.tsx';
import { ChargeCallout } from './charge-callout.tsx';
import { useTerminalSelection } from './use-terminal-selection.ts';

/** What is missing of the bank connection. */
export const BankConnection = () => {
  const { t } = useTranslation('charge');
  const { terminal, hasNone, isTokenMissing } = useTerminalSelection();
  const canGiveTokens = useCanGiveTokens();
  if (hasNone)
    return <ChargeCallout tone="waiting" title={t('noTerminal.title')} action={<NoTerminalAction />} />;
  return terminal && isTokenMissing ? (
    <ChargeCallout
      tone="failed"
      title={t('tokenMissing.title')}
      action={canGiveTokens ? <GiveTokenButton terminal={terminal.id} /> : null}
    >
      {t('tokenMissing.text')}
    </ChargeCallout>
  ) : null;
};

/** The bank connection of the sale, where there are several. */
export const Location = () => {
  const { t } = useTranslation();
  const { terminals, terminal } = useTerminalSelection();
  return terminals.length < 2 ? null : (
    <TerminalPicker
      size="xs"
      px={16}
      py={6}
      aria-label={t('place.terminal')}
      styles={{ label: { display: 'none' } }}
      comboboxProps={{ withinPortal: false }}
      from={terminals}
      value={terminal?.id}
      onChange={(id) => preferencesStore.set({ terminal: id ?? null, cashRegister: null })}
    />
  );
};

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

const NoTerminalAction = () => {
  const { t } = useTranslation('charge');
  const { is_owner: isOwner } = useAccount();
  if (!isOwner) return <Text size="sm">{t('noTerminal.others')}</Text>;
  if (canOperate) return <AddTerminalButton />;
  return <ChangeElsewhere screen="terminals" />;
};
