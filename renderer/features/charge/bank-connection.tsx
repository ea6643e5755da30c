import { useTranslation } from 'react-i18next';
import { preferencesStore } from '../../lib/preferences.ts';
import { useCanGiveTokens } from '../../shop/session/account.ts';
import { TerminalPicker } from '../../shop/terminal-picker.tsx';
import { GiveTokenButton } from '../../shop/token-buttons.tsx';
import { ChargeCallout } from './charge-callout.tsx';
import { NoTerminalAction } from './no-terminal.tsx';
import { useTerminalSelection } from './use-terminal-selection.ts';

/** The bank connection, where there are several; what is missing of it. */
export const BankConnection = () => {
  const { t } = useTranslation('charge');
  const { terminals, terminal, hasNone, isTokenMissing } = useTerminalSelection();
  const canGiveTokens = useCanGiveTokens();
  if (hasNone)
    return <ChargeCallout tone="waiting" title={t('noTerminal.title')} action={<NoTerminalAction />} />;
  return (
    <>
      {terminals.length < 2 ? null : (
        <TerminalPicker
          size="xs"
          comboboxProps={{ withinPortal: false }}
          from={terminals}
          value={terminal?.id}
          onChange={(id) => preferencesStore.set({ terminal: id ?? null, cashRegister: null })}
        />
      )}
      {terminal && isTokenMissing ? (
        <ChargeCallout
          tone="failed"
          title={t('tokenMissing.title')}
          action={canGiveTokens ? <GiveTokenButton terminal={terminal.id} /> : null}
        >
          {t('tokenMissing.text')}
        </ChargeCallout>
      ) : null}
    </>
  );
};
