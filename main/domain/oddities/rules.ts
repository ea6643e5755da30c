import { ODDITY_RULES, type OddityRule } from '../../../shared/actions.ts';
import { refundsAfterClosing } from './after-closing.ts';
import { salesAtAnothersPin } from './anothers-pin.ts';
import { cancelsAfterQr } from './cancels.ts';
import type { Found, Rule, ShopDay } from './shop-day.ts';
import { manySmallRefunds } from './small-refunds.ts';

const RULES: Record<OddityRule, Rule> = {
  refund_after_closing: refundsAfterClosing,
  many_small_refunds: manySmallRefunds,
  cancels_after_qr: cancelsAfterQr,
  sale_at_anothers_pin: salesAtAnothersPin,
};

/** Days before the examined one from which the rules learn what is usual: eight of each weekday. */
export const LEARNT_DAYS = 56;

/**
 * What was odd on a day. Pure.
 * @param before the days before it, oldest first
 */
export const odditiesOf = (today: ShopDay, before: readonly ShopDay[]): (Found & { rule: OddityRule })[] =>
  ODDITY_RULES.flatMap((rule) => RULES[rule](today, before).map((found) => ({ ...found, rule })));
