import type { EmployeeRecord } from '../../api/employees.ts';
import { parsePrice, typedPrice } from '../../lib/money.ts';

/** The limits of refunds as they are typed; "" is none. Pure. */

export const LIMITS = ['largest', 'per_day'] as const;
export type LimitName = (typeof LIMITS)[number];
export type TypedLimits = Readonly<Record<LimitName, string>>;

export const NO_LIMITS: TypedLimits = { largest: '', per_day: '' };

const typed = (limit: number | null): string => (limit === null ? '' : typedPrice(limit));

/** The stored limits, as a person would type them. */
export const typedLimits = (
  stored: Pick<EmployeeRecord, 'refund_largest' | 'refund_per_day'>,
): TypedLimits => ({ largest: typed(stored.refund_largest), per_day: typed(stored.refund_per_day) });

/** Minor units; null: none; undefined: not an amount. */
export const readLimit = (typed: string): number | null | undefined => {
  if (typed.trim() === '') return null;
  return parsePrice(typed).minor;
};

/** As the program takes them. */
export const limitsOf = ({ largest, per_day }: TypedLimits) => ({
  largest: readLimit(largest) ?? null,
  per_day: readLimit(per_day) ?? null,
});
