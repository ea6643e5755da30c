import { IconArrowBackUp, IconCash, IconHelpHexagon, IconQrcode } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import { formatAmount } from '../../../shared/money.ts';
import { invalidate } from '../../api/keys.ts';
import { useAction } from '../../kit/use-action.ts';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { useKeyed } from '../../kit/use-keyed.ts';
import { useScreenKeys } from '../../shop/session/hotkeys.ts';
import { ChargeCallout } from './charge-callout.tsx';
import { Choice } from './declined.tsx';
import { OutcomeScreen } from './outcome-screen.tsx';

interface PartsRestProps {
  sale: CashSale;
  /** Shows the QR again; undefined: it can be paid no more. */
  onAgain: (() => void) | undefined;
  onNew(): void;
}

/** The rest of a sale in parts is not paid: the cash goes back to the buyer, or the rest is taken in cash too. */
export const PartsRest = ({ sale, onAgain, onNew }: PartsRestProps) => {
  const { t } = useTranslation('charge');
  const failureText = useFailureText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const send = useKeyed('shift');
  const { isBusy, failure, run } = useAction();
  const end = (by: 'cash' | 'give_back'): void => {
    if (isBusy) return;
    void run(async () => {
      try {
        await send<CashSale>(`cash-sales/${sale.id}/rest/`, { by });
        if (by === 'give_back') onNew();
        else void navigate({ to: '/charge', search: { cash: sale.id } });
      } finally {
        // The QR was ended at the bank, or paid meanwhile.
        void invalidate(queries, 'invoice');
      }
    });
  };
  useScreenKeys([['F9', () => end('cash')]]);
  const given = formatAmount(sale.amount);
  const rest = formatAmount(sale.rest_in_cash);
  return (
    <OutcomeScreen
      tone="doubt"
      icon={IconHelpHexagon}
      title={t('parts.giveBack')}
      amount={given}
      words={t('parts.notPaid')}
      hint={t('due.facts', { number: sale.number_display, time: '' }).replace(/ · $/u, '')}
      facts={[]}
      onClose={onAgain ?? onNew}
    >
      <Choice
        isMain
        icon={IconArrowBackUp}
        keyName="Enter"
        title={t('parts.givenBack', { amount: given })}
        text={t('parts.givenBackText')}
        onClick={() => end('give_back')}
      />
      <Choice
        icon={IconCash}
        keyName="F9"
        title={t('parts.restInCash', { amount: rest })}
        text={t('failed.cashText')}
        onClick={() => end('cash')}
      />
      {onAgain ? (
        <Choice
          icon={IconQrcode}
          keyName="Esc"
          title={t('failed.again')}
          text={t('failed.againText')}
          onClick={onAgain}
        />
      ) : null}
      {failure ? (
        <ChargeCallout tone="working" title={t('parts.notEnded')}>
          {failureText(failure)}
        </ChargeCallout>
      ) : null}
    </OutcomeScreen>
  );
};
