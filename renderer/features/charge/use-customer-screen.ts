import { useEffect } from 'react';
import { QUANTITY_SCALE } from '../../../shared/money.ts';
import { type CustomerShow, showToCustomer } from '../../api/customer-screen.ts';
import { useConnection } from '../../api/live-provider.tsx';
import { formatScaled, readScaled } from '../../lib/decimals.ts';
import { amountOf, totalOf } from './charge-of.ts';
import type { Form } from './form.ts';

/** Shows it on the customer screen while the component is mounted. @param show memoised by its content */
export const useCustomerScreen = (show: CustomerShow): void => {
  const content = JSON.stringify(show);
  // A service that was started again shows nothing.
  const isLive = useConnection().state === 'live';
  useEffect(() => {
    if (isLive) showToCustomer(JSON.parse(content));
    return () => showToCustomer({});
  }, [content, isLive]);
};

/** What the customer sees of the form: complete lines and the sum. @param toPay in cash, minor units */
export const cartOf = (form: Form, toPay?: number): CustomerShow => {
  const amount = amountOf(form);
  const shown = form.lines.flatMap((line) => {
    const [total, quantity] = [totalOf(line), readScaled(line.quantity, QUANTITY_SCALE)];
    if (total === undefined || quantity === undefined || line.name.trim() === '') return [];
    const text = `${formatScaled(quantity, QUANTITY_SCALE)} ${line.unit}`.trim();
    return [{ name: line.name, quantity: text, amount: Number(total) }];
  });
  if (toPay !== undefined) return { amount: toPay, lines: shown, is_cash: true };
  return { ...(amount === undefined ? {} : { amount }), ...(shown.length > 0 ? { lines: shown } : {}) };
};
