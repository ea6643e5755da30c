import { NO_LIMITS } from '../money/guard/rights.ts';
import type { RefundLimits } from '../store/refund-limits.ts';

/** Minor units. */
export const presentLimits = ({ largest, per_day }: RefundLimits = NO_LIMITS) => ({
  refund_largest: largest,
  refund_per_day: per_day,
});
