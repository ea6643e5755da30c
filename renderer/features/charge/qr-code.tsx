import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import classes from './waiting.module.css';

/** Modules of white around the code that a reader needs: ISO/IEC 18004. */
const QUIET_ZONE = 4;

/** Black on white in the dark scheme too: many readers do not know it inverted. */
export const QrCode = ({ url, amount }: { url: string; amount: number }) => {
  const { t } = useTranslation('charge');
  return (
    <div className={classes.qr}>
      <QRCodeSVG
        value={url}
        level="M"
        marginSize={QUIET_ZONE}
        bgColor="transparent"
        fgColor="currentColor"
        title={t('waiting.qr', { amount: formatAmount(amount) })}
      />
    </div>
  );
};
