import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScanner } from '../../../shop/session/scan/use-scanner.ts';
import classes from './scan-notice.module.css';

/** Says that a scan adds nothing to an invoice that was created. */
export const LateScans = () => {
  const { t } = useTranslation('charge');
  const [isLate, setLate] = useState(false);
  const tell = (): void => setLate(true);
  useScanner({ onScan: tell, onNoise: tell });
  return (
    <div role="status" className={classes.place}>
      {isLate ? (
        <Text size="sm" data-tone="working" className={classes.notice ?? ''} mb="md">
          {t('scan.later')}
        </Text>
      ) : null}
    </div>
  );
};
