import type { InvoiceHold } from '../../shared/api/holds.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import { isOpenStatus } from '../../shared/api/statuses.ts';

/** Formats and amounts of an invoice: pure. */

/** `444403******1902` → `1902`; "" when nobody has paid. */
export const lastDigits = (maskedPan: string): string => /\d{4}$/u.exec(maskedPan)?.[0] ?? '';

/** `visa` → `Visa`: the names of the systems are the same in every language. */
export const systemName = (paymentSystem: string): string =>
  paymentSystem.charAt(0).toUpperCase() + paymentSystem.slice(1);

/** The order number; "" where it only repeats the invoice's own number (`INV-000123`). */
export const ownReference = ({
  reference,
  number_display,
}: Pick<Invoice, 'reference' | 'number_display'>): string =>
  reference === `INV-${number_display}` ? '' : reference;

/** The refundable amount of a paid invoice, minor units. */
export const leftOf = ({ amount, final_amount }: Pick<Invoice, 'amount' | 'final_amount'>): number =>
  final_amount ?? amount;

/**
 * What was taken of the payer's money, minor units: of a hold, the captured part.
 * @param hold undefined: not loaded
 */
export const takenOf = (
  { amount }: Pick<Invoice, 'amount'>,
  hold: Pick<InvoiceHold, 'state' | 'captured_amount'> | undefined,
): number => {
  if (hold?.state === 'released') return 0;
  return hold?.captured_amount ?? amount;
};

/** The refunded amount of a paid invoice, minor units. @param taken of a hold, the captured part */
export const refundedOf = (
  invoice: Pick<Invoice, 'status' | 'amount' | 'final_amount'>,
  taken = invoice.amount,
): number => {
  if (invoice.status === 'reversed') return taken;
  return invoice.status === 'success' ? taken - leftOf(invoice) : 0;
};

export const isOpen = ({ status }: Pick<Invoice, 'status'>): boolean => isOpenStatus(status);

/** `1.5` → `1,5` in both languages, as amounts are written. */
export const formatDecimal = (value: number): string => String(value).replace('.', ',');

/** The id in an address; undefined: not a possible id. */
export const readId = (text: string): number | undefined => {
  const id = /^[1-9]\d{0,15}$/u.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
};
