import type * as v from 'valibot';
import { choice, count, flag, nullable, shape } from './answers.ts';

/** How the shop deals with cash and discounts at its counter: settings of the owner that screens and tills read. Beyond version 1. */

export const CASH_ROUNDINGS = ['off', '10', '50'] as const;
export const CASH_RECEIPTS = ['elsewhere', 'not_needed'] as const;

export const counterSettings = shape('CounterSettings', {
  takes_cash: flag('Whether the shop takes cash.', true),
  cash_rounding: choice(
    CASH_ROUNDINGS,
    'To how many kopiykas a sum in cash is rounded; off: it is not.',
    'off',
  ),
  cash_receipts: choice(
    CASH_RECEIPTS,
    'Where the fiscal receipt of a cash sale comes from: a register of the shop elsewhere, or none is needed.',
  ),
  discount_limit: nullable(
    count(),
    'The largest discount of a sale without a second person, percent of the full price of its lines; null: any.',
    10,
  ),
  held_carts: flag(
    'Whether carts can be set aside. Those that are set aside already can be taken in any case.',
    true,
  ),
  customer_screen: flag('Whether the counter has a screen for customers.', true),
});
export type CounterSettings = v.InferOutput<typeof counterSettings>;
