import { UnstyledButton } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import type { CashRegister } from '../../../../shared/api/cash-registers.ts';
import classes from './board.module.css';

interface SmallQrProps {
  register: CashRegister;
  /** undefined until it is known; "" where the bank told none. */
  address: string | undefined;
  onShow(): void;
}

/** Leads to the large one, and to the stand to print. */
export const SmallQr = ({ register, address, onShow }: SmallQrProps) => {
  const { t } = useTranslation('board');
  return (
    <UnstyledButton
      className={classes.qr}
      aria-label={t('showQr', { name: register.name })}
      title={t('showQr', { name: register.name })}
      onClick={onShow}
    >
      {address ? <QRCodeSVG value={address} size={56} level="L" aria-hidden /> : null}
    </UnstyledButton>
  );
};
