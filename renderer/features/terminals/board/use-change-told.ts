import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashRegister } from '../../../../shared/api/cash-registers.ts';
import type { RegisterState } from '../../../../shared/api/register-state.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { useAnnounce } from './announcer.tsx';

/** Reads out that something else is on a register than before; what is there at first is read by whoever goes there. */
export const useChangeTold = ({ name }: CashRegister, state: RegisterState | undefined): void => {
  const { t } = useTranslation('board');
  const announce = useAnnounce();
  const before = useRef<RegisterState>(undefined);
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (!was || !state) return;
    if (was.invoice_id === state.invoice_id && was.amount === state.amount) return;
    announce(
      state.amount === null
        ? t('told.free', { name })
        : t('told.amount', { name, amount: formatAmount(state.amount) }),
    );
  }, [state, announce, name, t]);
};
