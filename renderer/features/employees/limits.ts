import type { EmployeeRecord } from '../../data/employees.ts';
import { parsePrice, typedPrice } from '../../lib/money.ts';

/** The limits of refunds as they are typed; "" is none. Pure. */

export const LIMITS = ['largest', 'per_day'] as const;
export type LimitName = (typeof LIMITS)[number];
export type TypedLimits = Readonly<Record<LimitName, string>>;

export const NO_LIMITS: TypedLimits = { largest: '', per_day: '' };

/** The stored limits, as a person would type them. */
export const typedLimits = ({ refund_limits }: Pick<EmployeeRecord, 'refund_limits'>): TypedLimits => {
  const { largest, per_day } = refund_limits;
  return {
    largest: largest === null ? '' : typedPrice(largest),
    per_day: per_day === null ? '' : typedPrice(per_day),
  };
};

/** Minor units; null: none; undefined: not an amount. */
export const readLimit = (typed: string): number | null | undefined => {
  if (typed.trim() === '') return null;
  const parsed = parsePrice(typed);
  return 'minor' in parsed ? parsed.minor : undefined;
};

export const limitsOf = ({ largest, per_day }: TypedLimits): EmployeeRecord['refund_limits'] => ({
  largest: readLimit(largest) ?? null,
  per_day: readLimit(per_day) ?? null,
});
