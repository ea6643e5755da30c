import * as v from 'valibot';
import { choice, count, flag, nullable, shape, string } from './answers.ts';
import { described } from './described.ts';

export const setting = v.strictObject({
  name: string('Name of the setting.', 'time_zone'),
  value: string('The value in force.', 'Europe/Kyiv'),
  is_default: flag('Whether that is the default.', true),
  default: string('The value without a setting.', 'Europe/Kyiv'),
  description: string('What it does.', "The shop's time zone, a name of the IANA list."),
  takes_effect: string('When a change takes effect.', 'at the next start of the service'),
});
export type SettingState = v.InferOutput<typeof setting>;

/** The owner's settings, by name. They are changed outside the interface. */
export const settings = shape('Settings', {
  settings: described(v.array(setting), 'Every setting, in the order of the command line.'),
});
export type Settings = v.InferOutput<typeof settings>;

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

/** The shop's logo, which stands on papers in the place of its name. Beyond version 1. */

/** Of the file, and of its width and height in pixels. */
export const LOGO_LIMITS = { bytes: 300_000, leastPixels: 32, mostPixels: 1500 } as const;

export const logo = shape('Logo', {
  image: nullable(
    v.string(),
    'The picture (PNG or JPEG) as a data: URL, of a file of at most 300,000 bytes; null: the owner has set none, and the ' +
      "shop's name stands in its place.",
    'data:image/png;base64,iVBORw0KGgo…',
  ),
  width: count('Its width in pixels; 0 without a logo.', 600),
  height: count('Its height in pixels; 0 without a logo.', 200),
});
export type Logo = v.InferOutput<typeof logo>;
