import * as v from 'valibot';
import { MAX_AMOUNT } from '../money.ts';
import { choice, currency, minorUnits, nullable, shape, string, timestamp } from './answers.ts';
import { EXAMPLE_TOKENS } from './auth.ts';
import { described } from './described.ts';
import { boolean, integer, list, MAX_LENGTH, pk, requestBody, text } from './fields.ts';

/** The screen that faces the customer. Beyond version 1. */

const MAX_LINES = 200;
/** Seconds; below the 30 after which many clients give up. */
const MAX_WAIT_S = 25;

const device = () =>
  described(
    text(64),
    'A name of the till that only its own programs know, as a random UUID: what is shown under it is seen by its customer screen.',
    '7d0f5c1e-3c47-4b0e-9a52-1f4f7a1f6c11',
  );

const line = requestBody('CustomerLineToShow', {
  name: described(text(MAX_LENGTH.name), 'Name of the product.'),
  quantity: described(text(20), 'Quantity, as it is shown.'),
  amount: described(integer(0, MAX_AMOUNT), 'Sum of the line, minor units.'),
});

/** Either an invoice, or what is about to be charged; without both the screen is neutral. */
export const customerShow = requestBody('CustomerShow', {
  device: device(),
  invoice: described(
    v.optional(pk()),
    'Id of the invoice to show: everything about it comes from the bank’s answers.',
  ),
  amount: described(v.optional(integer(0, MAX_AMOUNT)), 'What is about to be charged, minor units.'),
  lines: described(v.optional(list(line, MAX_LINES)), 'Its lines.'),
  is_cash: described(
    v.optional(boolean(), false),
    'Whether the amount is paid in cash: it is the rounded one then.',
  ),
  received: described(
    v.optional(integer(1, MAX_AMOUNT)),
    'What the customer has given in cash, minor units: the screen says what they get back.',
  ),
});

export const customerTokenRequest = requestBody('CustomerTokenRequest', { device: device() });

export const customerToken = shape('CustomerToken', {
  token: string('Reads the customer screen of this device, and nothing else; a JWT.', EXAMPLE_TOKENS.access),
  expires_at: timestamp('12 hours later, UTC.', '2026-03-02T19:30:00.000Z'),
});
export type CustomerToken = v.InferOutput<typeof customerToken>;

export const customerRead = requestBody('CustomerRead', {
  token: described(text(MAX_LENGTH.token), 'The token of the customer screen.'),
  version: described(
    v.optional(text(64, { blank: true })),
    'The version that you have: with it the answer comes once there is another, or the time is over.',
  ),
  wait: described(v.optional(integer(1, MAX_WAIT_S)), 'Seconds to wait for another version.'),
});

const CUSTOMER_STATES = ['idle', 'cart', 'cash', 'to_pay', 'processing', 'paid', 'failed'] as const;

const shownLine = v.strictObject({
  name: string('', 'Капучино'),
  quantity: string('', '2'),
  amount: minorUnits('', 17_100),
});

export const customerScreen = shape('CustomerScreen', {
  version: string('Changes with what is shown.', '5f1c'),
  shop_name: string('What the shop is called; empty when it is not set.', 'Кав’ярня на розі'),
  state: choice(
    CUSTOMER_STATES,
    'idle: nothing to show. cart: what is about to be charged. cash: what is paid in cash. to_pay: the QR code waits for the customer. processing, paid, failed: as the bank has said.',
    'to_pay',
  ),
  amount: nullable(minorUnits(), 'Minor units.', 17_100),
  received: nullable(minorUnits(), 'What the customer gave in cash, minor units; null: nothing yet.', null),
  ccy: currency(),
  lines: described(v.array(shownLine), 'What is sold; empty for an amount without goods.'),
  qr: string(
    "Address of the bank's page of the payment, to show as a QR code; empty when there is nothing to pay.",
    'https://pay.mbnk.biz/p2_9ZgpZVsl3',
  ),
});
export type CustomerScreen = v.InferOutput<typeof customerScreen>;
