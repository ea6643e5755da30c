import { getRouteApi } from '@tanstack/react-router';
import { ChargeForm } from './charge-form.tsx';
import { Payment } from './payment.tsx';

const route = getRouteApi('/charge');

/** From "that will be 340 hryvnias" to "paid": the form, and then the invoice that came of it. */
export const Charge = () => {
  const { invoice } = route.useSearch();
  return invoice === undefined ? <ChargeForm /> : <Payment key={invoice} id={invoice} />;
};
