import { basketDiscount, DISCOUNT_SCALE } from '../../../shared/money.ts';
import type { ChargeDiscount } from '../../api/mutations.ts';
import { formatScaled, readScaled } from '../../lib/decimals.ts';
import { parsePrice } from '../../lib/money.ts';
import type { Details } from './form.ts';

/** The discount on the whole basket, or the extra charge, that was typed. Pure. */

type TypedDiscount = Pick<Details, 'discount' | 'discountKind'>;

const isPercent = ({ discountKind }: TypedDiscount): boolean =>
  discountKind === 'percentOff' || discountKind === 'percentOn';

const isExtraCharge = ({ discountKind }: TypedDiscount): boolean =>
  discountKind === 'percentOn' || discountKind === 'amountOn';

/** Hundredths of a percent, or minor units; 0: none; undefined: unreadable. */
const readSize = (typed: TypedDiscount): number | undefined => {
  if (typed.discount.trim() === '') return 0;
  if (isPercent(typed)) return readScaled(typed.discount, DISCOUNT_SCALE);
  const parsed = parsePrice(typed.discount);
  return 'minor' in parsed ? parsed.minor : undefined;
};

/** Unparsed input is passed as typed, so that the schema, which is the service's own, refuses it. */
export const discountsOf = (
  typed: TypedDiscount,
): { discounts?: (Omit<ChargeDiscount, 'amount'> & { amount?: number | string })[] } => {
  const value = readSize(typed);
  if (value === 0) return {};
  const type = isExtraCharge(typed) ? { type: 'extra_charge' as const } : {};
  const size = isPercent(typed)
    ? { percent: value === undefined ? typed.discount : formatScaled(value, DISCOUNT_SCALE, '.') }
    : { amount: value ?? typed.discount };
  return { discounts: [{ ...type, ...size }] };
};

/** A sum of lines with the discount, minor units, which may be less than nothing; undefined while it is unreadable. */
export const discountedSum = (sum: number, typed: TypedDiscount): number | undefined => {
  const value = readSize(typed);
  if (value === undefined) return undefined;
  const change = Number(
    basketDiscount(BigInt(sum), isPercent(typed) ? { percent: value } : { amount: value }),
  );
  return isExtraCharge(typed) ? sum + change : sum - change;
};
