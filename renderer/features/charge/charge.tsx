import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ChangeDue } from './change-due.tsx';
import { ChargeForm } from './charge-form.tsx';
import { Payment } from './payment.tsx';
import { LateScans } from './scan/late-scans.tsx';
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
