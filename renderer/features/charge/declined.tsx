import { Group, UnstyledButton } from '@mantine/core';
import { IconBan, IconCash, IconQrcode, IconX, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { Key } from '../../kit/key.tsx';
import { lastDigits } from '../../lib/invoices.ts';
import { useScreenKeys } from '../../shop/session/hotkeys.ts';
import { useDates } from '../../shop/use-dates.ts';
import { useDecline } from '../../shop/use-decline.ts';
import { CancelFailure, useCancel } from './cancel-invoice.tsx';
import outcome from './outcome-screen.module.css';
import { OutcomeScreen } from './outcome-screen.tsx';

interface DeclinedScreenProps {
  invoice: Invoice;
  /** Shows the same QR: its page lets the customer try another card. */
  onAgain(): void;
  /** Goes back to the cart, once the QR can no longer be paid. */
  onSame(): void;
  /** undefined: the shop takes no cash. */
  onCash: (() => void) | undefined;
}

/** The payment did not go through: its QR can still be paid until it is ended. */
export const DeclinedScreen = ({ invoice, onAgain, onSame, onCash }: DeclinedScreenProps) => {
  const { t } = useTranslation('charge');
  const dates = useDates();
  const end = useCancel(invoice, onSame);
  const { amount, ccy, number_display, masked_pan, modified_date } = invoice;
  const { reason, advice } = useDecline(invoice);
  const digits = lastDigits(masked_pan);
  useScreenKeys([['Delete', end.start]]);
  return (
    <OutcomeScreen
      tone="failed"
      icon={IconX}
      title={t('failed.title')}
      amount={formatAmount(amount, ccy)}
      words={reason || t('failed.noReason')}
      advice={advice}
      hint={t('failed.facts', {
        number: number_display,
        card: digits === '' ? '' : t('failed.card', { digits }),
        time: dates.time(modified_date ? Date.parse(modified_date) : Date.now()),
      })}
      facts={[]}
      onClose={onAgain}
      below={t('failed.alive')}
    >
      <Choice
        isMain
        icon={IconQrcode}
        keyName="Enter"
        title={t('failed.again')}
        text={t('failed.againText')}
        onClick={onAgain}
      />
      {onCash ? (
        <Choice
          icon={IconCash}
          keyName="F9"
          title={t('failed.cash', { amount: formatAmount(amount, ccy) })}
          text={t('failed.cashText')}
          onClick={onCash}
        />
      ) : null}
      <Choice
        icon={IconBan}
        keyName="Del"
        title={t(end.isBusy ? 'cancel.busy' : 'failed.cancel')}
        text={t('failed.cancelText')}
        onClick={end.start}
      />
      {end.failure ? <CancelFailure failure={end.failure} /> : null}
    </OutcomeScreen>
  );
};

interface ChoiceProps {
  isMain?: boolean;
  icon: TablerIcon;
  keyName: string;
  title: string;
  text: string;
  onClick(): void;
}

/** One way on: what it does, and what comes of it. */
export const Choice = ({ isMain = false, icon: Icon, keyName, title, text, onClick }: ChoiceProps) => (
  <UnstyledButton
    className={outcome.choice ?? ''}
    data-main={isMain}
    {...(isMain && { autoFocus: true, 'data-autofocus': true })}
    onClick={onClick}
  >
    <Group justify="space-between">
      <Icon size={22} aria-hidden />
      <Key name={keyName} />
    </Group>
    <strong>{title}</strong>
    <span>{text}</span>
  </UnstyledButton>
);
