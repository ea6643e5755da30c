import { Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScanner } from '../../shop/session/scan/use-scanner.ts';
import { ChangeDue } from './change-due.tsx';
import { ChargeForm } from './charge-form.tsx';
import { Payment } from './payment.tsx';
import classes from './scan/scan-notice.module.css';
import { useSettling } from './use-create.ts';

const route = getRouteApi('/charge');

/** The charge screen: the form, then the created invoice, or the change of a sale for cash. */
export const Charge = () => {
  const { invoice, cash, parts } = route.useSearch();
  const navigate = useNavigate();
  /** With which the next sale begins. */
  const [scan, setScan] = useState<string>();
  useSettling();
  if (cash !== undefined)
    return (
      <ChangeDue
        key={cash}
        id={cash}
        onScan={(code) => {
          setScan(code);
          void navigate({ to: '/charge', search: {} });
        }}
      />
    );
  if (invoice === undefined) return <ChargeForm firstScan={scan} onFirstScan={() => setScan(undefined)} />;
  return (
    <>
      <LateScans key={`scans ${invoice}`} />
      <Payment key={invoice} id={invoice} parts={parts} />
    </>
  );
};

/** Says that a scan adds nothing to an invoice that was created. */
const LateScans = () => {
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
