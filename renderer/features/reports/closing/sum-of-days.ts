import type { ClosureSums, ShopDay } from '../../../../shared/api/closures.ts';

const SUMS = [
  ...(['takings', 'qr', 'qr_count', 'qr_refunds', 'qr_refund_count'] as const),
  ...(['sales', 'sale_count', 'refunds', 'refund_count', 'cash_in', 'cash_out'] as const),
  ...(['rounding', 'discounts', 'part_count'] as const),
] as const;

/** The sums of several days together, other currencies left out. */
export const sumOfDays = (days: readonly ShopDay[]): ClosureSums => {
  const total = Object.fromEntries(
    SUMS.map((name) => [name, days.reduce((all, { sums }) => all + sums[name], 0)]),
  ) as Record<(typeof SUMS)[number], number>;
  return { ...total, others: [] };
};
