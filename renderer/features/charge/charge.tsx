import { getRouteApi } from '@tanstack/react-router';
import { ChargeForm } from './charge-form.tsx';
import { Payment } from './payment.tsx';
import { LateScans } from './scan/late-scans.tsx';
import { useSettling } from './use-create.ts';

const route = getRouteApi('/charge');

/** The charge screen: the form, then the created invoice. */
export const Charge = () => {
  const { invoice } = route.useSearch();
  useSettling();
  if (invoice === undefined) return <ChargeForm />;
  return (
    <>
      <LateScans key={`scans ${invoice}`} />
      <Payment key={invoice} id={invoice} />
    </>
  );
};
