import { getRouteApi } from '@tanstack/react-router';
import { ChargeForm } from './charge-form.tsx';
import { Payment } from './payment.tsx';

const route = getRouteApi('/charge');

/** The charge screen: the form, then the created invoice. */
export const Charge = () => {
  const { invoice } = route.useSearch();
  return invoice === undefined ? <ChargeForm /> : <Payment key={invoice} id={invoice} />;
};
