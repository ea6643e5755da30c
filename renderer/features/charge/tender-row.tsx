import { Button } from '@mantine/core';
import { IconArrowsSplit2, IconCash, IconQrcode, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import classes from './charge.module.css';
import { amountOf } from './charge-of.ts';
import type { Form } from './form.ts';
import { Key } from './key.tsx';

interface TenderRowProps {
  form: Form;
  isByEnter: boolean;
  /** What the button says while the sale is created; undefined: it can be pressed. */
  busy: string | undefined;
  /** undefined: the shop takes no cash. */
  onCash: ((pane: 'cash' | 'parts') => void) | undefined;
}

/** How it is paid: the button that makes the QR, and where the shop takes cash, that too. */
export const TenderRow = ({ form, isByEnter, busy, onCash }: TenderRowProps) => {
  const { t } = useTranslation('charge');
  const amount = amountOf(form);
  return (
    <div className={classes.tenders}>
      <Button
        type="submit"
        data-busy={busy !== undefined}
        aria-disabled={busy !== undefined}
        classNames={{
          root: classes.tender ?? '',
          inner: classes.tenderInner ?? '',
          label: classes.tenderLabel ?? '',
        }}
        leftSection={<IconQrcode size={20} aria-hidden />}
      >
        <span className="figures" aria-live="polite">
          {busy ?? (amount ? t('create.amount', { amount: formatAmount(amount) }) : t('words.qr'))}
        </span>
        <Key name={isByEnter ? 'Enter' : 'Ctrl Enter'} />
      </Button>
      {onCash ? (
        <>
          <Other
            icon={IconCash}
            text={t('words.cash')}
            keyName="F9"
            isOff={busy !== undefined}
            onClick={() => onCash('cash')}
          />
          <Other
            icon={IconArrowsSplit2}
            text={t('words.inParts')}
            keyName="F10"
            isOff={busy !== undefined}
            onClick={() => onCash('parts')}
          />
        </>
      ) : null}
    </div>
  );
};

interface OtherProps {
  icon: TablerIcon;
  text: string;
  keyName: string;
  isOff: boolean;
  onClick(): void;
}

const Other = ({ icon: Icon, text, keyName, isOff, onClick }: OtherProps) => (
  <Button
    variant="default"
    flex="auto"
    h="auto"
    mih={48}
    py={4}
    px={12}
    fz={15}
    classNames={{ inner: classes.tenderInner ?? '', label: classes.tenderLabel ?? '' }}
    leftSection={<Icon size={20} aria-hidden />}
    aria-disabled={isOff}
    onClick={onClick}
  >
    {text}
    <Key name={keyName} />
  </Button>
);
