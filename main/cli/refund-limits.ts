import { formatAmount, MAX_AMOUNT, parseScaled } from '../../shared/money.ts';
import { NO_LIMITS } from '../money/guard/limits.ts';
import { UsageError } from '../platform/config.ts';
import type { RefundLimits } from '../store/refund-limits.ts';
import type { Call } from './command.ts';
import type { OptionName } from './options.ts';

/** An amount in hryvnias, or none. @throws UsageError */
const amountOrNone = (option: OptionName, value: string): number | null => {
  if (value === 'none') return null;
  const amount = parseScaled(value.replace(',', '.'), 2);
  if (typeof amount === 'bigint' && amount >= 0n && amount <= MAX_AMOUNT) return Number(amount);
  throw new UsageError(
    `--${option} has a wrong value. Expected: an amount in hryvnias, as 500 or 99.50, or none.`,
  );
};

/** The limits that --refund-limit and --refund-day-limit give; none: nothing stays limited. @throws UsageError */
export const limitsGiven = ({
  'refund-limit': largest,
  'refund-day-limit': perDay,
}: Call['values']): { refund_limits?: Partial<RefundLimits> } =>
  largest === undefined && perDay === undefined
    ? {}
    : {
        refund_limits: {
          ...(largest === undefined ? {} : { largest: amountOrNone('refund-limit', largest) }),
          ...(perDay === undefined ? {} : { per_day: amountOrNone('refund-day-limit', perDay) }),
        },
      };

/** A sentence, with a space before it; "" without limits. */
export const describeLimits = ({ largest, per_day }: RefundLimits = NO_LIMITS): string => {
  const parts = [
    largest === null ? '' : `${formatAmount(largest)} at once`,
    per_day === null ? '' : `${formatAmount(per_day)} a day`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` Refunds without a second person: ${parts.join(', ')}.`;
};

/** Minor units. */
export const limitsJson = ({ largest, per_day }: RefundLimits = NO_LIMITS) => ({
  refund_largest: largest,
  refund_per_day: per_day,
});
