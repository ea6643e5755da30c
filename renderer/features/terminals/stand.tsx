import { Portal } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import type { CashRegister } from '../../../shared/api/cash-registers.ts';
import classes from './register-qr.module.css';

export type PaperSize = 'a5' | 'a4';

interface StandProps {
  /** "" where the owner has set none. */
  shopName: string;
  merchant: string;
  register: CashRegister;
  /** What the code leads to. */
  address: string;
  size: PaperSize;
}

/** The page that stands at the counter. Beside everything else in the document, so that nothing else is printed. */
export const Stand = ({ shopName, merchant, register, address, size }: StandProps) => {
  const { t } = useTranslation('terminals');
  return (
    <Portal reuseTargetNode={false} className={classes.paper}>
      <div className={classes.stand} data-paper={size} aria-hidden>
        <p className={classes.merchant}>{shopName || merchant}</p>
        {shopName === '' || shopName === merchant ? null : <p className={classes.register}>{merchant}</p>}
        <QRCodeSVG value={address} level="M" className={classes.print} />
        <p className={classes.ask}>{t('stand.ask')}</p>
        <p className={classes.register}>
          {register.name === register.short_qr_id
            ? register.name
            : `${register.name} · ${register.short_qr_id}`}
        </p>
      </div>
    </Portal>
  );
};
