import { CURRENCY_UAH } from '../../../shared/money.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { timeZone } from '../../shop/settings.ts';
import { daysOnClock, wallClock } from '../../shop/shop-time.ts';
import type { ClockContext, Db } from '../../store/db/connection.ts';
import { findRefundLimits, type RefundLimits, refundedSince } from '../../store/refund-limits.ts';

/** The right that a route of each act asks for; the guard asks for it again, with what the body says. */
export const RIGHT_TO = {
  sell: 'can_create_invoices',
  capture: 'can_create_invoices',
  cancel: 'can_cancel_invoices',
  giveBack: 'can_cancel_invoices',
  /** Whoever made the invoice needs the first, anybody else the second. */
  withdraw: { anyOf: ['can_create_invoices', 'can_cancel_invoices'] },
} as const satisfies Record<string, Permission | { anyOf: readonly Permission[] }>;

/**
 * Limits of refunds: the sum that a person may refund alone. The owner has none; a key of a till has those set for it.
 * A refund counts for the person who answers for it: the second person if there is one, else the requester.
 */

export const NO_LIMITS: RefundLimits = { largest: null, per_day: null };

export const limitsOf = (db: Db, { id, isOwner }: { id: number; isOwner: boolean }): RefundLimits =>
  isOwner ? NO_LIMITS : (findRefundLimits(db, id) ?? NO_LIMITS);

export interface Allowance {
  /** The largest refund that is possible now without a second person; null: any. */
  allowed: number | null;
  /** The rest of the daily limit, minor units; null: no limit. */
  left_today: number | null;
}

/**
 * Pure.
 * @param refunded the sum of today, minor units
 */
export const allowanceOf = ({ largest, per_day }: RefundLimits, refunded: number): Allowance => {
  const left_today = per_day === null ? null : Math.max(0, per_day - refunded);
  const bounds = [largest, left_today].filter((bound) => bound !== null);
  return { allowed: bounds.length === 0 ? null : Math.min(...bounds), left_today };
};

/**
 * The refund that an account may make now. Limits are in hryvnias, and no rate is known: of another currency somebody with any
 * limit refunds nothing without a second person. Call it in the transaction that journals the refund.
 * @param ccy of the invoice, ISO 4217
 */
export const allowanceNow = (
  { db, now, bankNow }: ClockContext,
  account: { id: number; isOwner: boolean },
  ccy = CURRENCY_UAH,
): Allowance => {
  const limits = limitsOf(db, account);
  const isLimited = limits.largest !== null || limits.per_day !== null;
  if (isLimited && ccy !== CURRENCY_UAH)
    return { allowed: 0, left_today: limits.per_day === null ? null : 0 };
  if (limits.per_day === null) return allowanceOf(limits, 0);
  // By the bank's clock: setting the PC's forward would begin another day.
  const from = shopDayStart(timeZone(db), bankNow() ?? now());
  return allowanceOf(limits, refundedSince(db, account.id, from));
};

/** @param zone IANA; @param at ms UTC */
const shopDayStart = (zone: string, at: number): number => daysOnClock(zone)(wallClock(zone)(at).day).from;
