import { queryOptions } from '@tanstack/react-query';
import type { RefundRules } from '../../shared/api/refunds.ts';
import { callProgram, isDesktop } from './bridge.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';

export const ownPinQuery = queryOptions({
  queryKey: keys.ownPin,
  queryFn: () => callProgram('pin.state', {}),
  enabled: isDesktop,
});

/** Owner only: the accounts (ids) with a PIN. */
export const employeePinsQuery = queryOptions({
  queryKey: keys.employeePins,
  queryFn: async () => {
    const { employees } = await callProgram('employees.list', {});
    return employees.filter((each) => each.has_pin).map(({ id }) => id);
  },
  enabled: isDesktop,
});

/** The people who may approve a refund of this amount, minor units. */
export const approversQuery = (invoice: number, amount: number) =>
  queryOptions({
    queryKey: keys.approvers(invoice, amount),
    queryFn: () => callProgram('refunds.approvers', { invoice, amount }),
    enabled: isDesktop,
    gcTime: 0,
  });

/** The shop's rules of refunds, as they hold for the user. */
export const refundRulesQuery = queryOptions({
  queryKey: keys.refundRules,
  queryFn: ({ signal }) => call<RefundRules>('refunds/rules/', { signal }),
});
