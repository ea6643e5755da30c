import { Button, type ButtonProps, type ElementProps } from '@mantine/core';
import { IconArrowsSplit2, IconCash, IconQrcode } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import { Key } from '../../kit/key.tsx';
import classes from './charge.module.css';
import { amountOf } from './charge-of.ts';
import type { Form } from './form.ts';

interface TenderRowProps {
  form: Form;
  isByEnter: boolean;
  /** What the button says while the sale is created; undefined: it can be pressed. */
  busy: string | undefined;
  /** Without it there is cash alone. */
  hasBank: boolean;
  /** undefined: the shop takes no cash. */
  onCash: ((pane: 'cash' | 'parts') => void) | undefined;
}

/** How it is paid: the button that makes the QR, and where the shop takes cash, that too. */
export const TenderRow = ({ form, isByEnter, busy, hasBank, onCash }: TenderRowProps) => {
  const { t } = useTranslation('charge');
  const amount = amountOf(form);
  return (
    <div className={classes.tenders}>
      <TenderButton
        isMain
        type="submit"
        icon={<IconQrcode size={20} aria-hidden />}
        keyName={isByEnter ? 'Enter' : 'Ctrl Enter'}
        busy={busy}
        isOff={!hasBank}
        text={amount ? t('create.amount', { amount: formatAmount(amount) }) : t('words.qr')}
      />
      {onCash ? (
        <>
          <TenderButton
            icon={<IconCash size={20} aria-hidden />}
            keyName="F9"
            isOff={busy !== undefined}
            onClick={() => onCash('cash')}
            text={t('words.cash')}
          />
          <TenderButton
            icon={<IconArrowsSplit2 size={20} aria-hidden />}
            keyName="F10"
            isOff={busy !== undefined || !hasBank}
            onClick={() => onCash('parts')}
            text={t('words.inParts')}
          />
        </>
      ) : null}
    </div>
  );
};

interface TenderButtonProps extends ElementProps<'button', keyof ButtonProps> {
  /** The way that is taken by default. */
  isMain?: boolean;
  icon: ReactNode;
  text: string;
  keyName: string;
  /** What the button says while the sale is written; undefined: it can be pressed. */
  busy?: string | undefined;
  isOff?: boolean;
}

/** A way to pay: its icon at the start, its key at the end. */
export const TenderButton = ({ isMain, icon, text, keyName, busy, isOff, ...button }: TenderButtonProps) => (
  <Button
    {...(isMain
      ? { w: '100%', mih: 56, py: 6, px: 14, fz: 17, 'data-busy': busy !== undefined }
      : { variant: 'default', flex: 'auto', mih: 48, py: 4, px: 12, fz: 15 })}
    h="auto"
    classNames={{ label: classes.tenderLabel ?? '' }}
    leftSection={icon}
    aria-disabled={isOff || busy !== undefined}
    {...(isOff && { 'data-disabled': true })}
    {...button}
  >
    <span {...(isMain && { className: 'figures', 'aria-live': 'polite' })}>{busy ?? text}</span>
    <Key name={keyName} />
  </Button>
);
