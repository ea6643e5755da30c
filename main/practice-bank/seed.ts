import type { Book } from './book.ts';
import { type Card, knownCard } from './cards.ts';
import { DEFAULT_DECLINE, declineReason, NotPossible } from './errors.ts';
import type { Merchant } from './merchants.ts';
import { approved, attempt } from './payments.ts';
import { afterRefunds, type Draw, drawnInvoiceId, expiresAt, type Invoice, newInvoiceId } from './records.ts';
import { newRefund } from './refunds.ts';
import type { InvoiceRequest } from './requests.ts';

/** One invoice of an inserted history. Amounts are minor units, times milliseconds UTC. */
export interface SeededInvoice {
  /** The merchant's token. */
  readonly token: string;
  readonly amount: number;
  readonly createdAt: number;
  /** Its end; `success` with refunds that add up to the amount reads `reversed`. */
  readonly outcome: 'success' | 'failure' | 'expired';
  readonly invoiceId?: string;
  /** Where its id and codes come from; default: chance. */
  readonly draw?: Draw;
  /** Time of the payment or its failure; default a minute after the creation. */
  readonly paidAt?: number;
  readonly validitySeconds?: number;
  readonly shortQrId?: string;
  readonly merchantPaymInfo?: InvoiceRequest['merchantPaymInfo'];
  readonly card?: Card;
  /** Code of a failure; default `59`, not enough money. */
  readonly errCode?: string;
  readonly refunds?: readonly { readonly amount: number; readonly at: number; readonly extRef?: string }[];
}

type Ending = Pick<Invoice, 'status' | 'modifiedAt'> & Partial<Invoice>;

function paid(bare: Invoice, seeded: SeededInvoice, terminal: string, at: number): Ending {
  const { draw } = seeded;
  const payment = approved(attempt(bare, terminal, knownCard(seeded.card), at, draw), draw);
  const refunds = (seeded.refunds ?? []).map((each) =>
    newRefund(each.amount, 'success', each.at, each.extRef, draw),
  );
  const invoice: Invoice = { ...bare, status: 'success', payment };
  const modifiedAt = Math.max(at, ...refunds.map((refund) => refund.modifiedAt));
  return { ...invoice, ...afterRefunds(invoice, refunds), modifiedAt };
}

function failed(bare: Invoice, seeded: SeededInvoice, terminal: string, at: number): Ending {
  const payment = attempt(bare, terminal, knownCard(seeded.card), at, seeded.draw);
  return { ...declineReason(seeded.errCode ?? DEFAULT_DECLINE), status: 'failure', payment, modifiedAt: at };
}

const ended = (bare: Invoice): Ending => ({ status: 'expired', modifiedAt: expiresAt(bare) });

function seededInvoice(seeded: SeededInvoice, merchant: Merchant, now: number): Invoice {
  const bare: Invoice = {
    invoiceId: seeded.invoiceId ?? (seeded.draw ? drawnInvoiceId(seeded.draw) : newInvoiceId()),
    merchantId: merchant.merchantId,
    status: 'created',
    amount: seeded.amount,
    ccy: 980,
    createdAt: seeded.createdAt,
    modifiedAt: seeded.createdAt,
    validitySeconds: seeded.validitySeconds ?? 86_400,
    paymentType: 'debit',
    shortQrId: seeded.shortQrId,
    info: seeded.merchantPaymInfo,
    refunds: [],
  };
  const at = seeded.paidAt ?? Math.min(seeded.createdAt + 60_000, now);
  if (seeded.outcome === 'expired') return { ...bare, ...ended(bare) };
  if (seeded.outcome === 'success') return { ...bare, ...paid(bare, seeded, merchant.terminal, at) };
  const attempted = { ...bare, ...failed(bare, seeded, merchant.terminal, at) };
  return now >= expiresAt(bare) ? { ...attempted, ...ended(bare) } : attempted;
}

/** Returns the ids in the given order; one invalid invoice prevents all. */
export function seedInvoices(book: Book, seeded: readonly SeededInvoice[]): string[] {
  const byToken = new Map(book.merchants.map((merchant) => [merchant.token, merchant]));
  const invoices = seeded.map((each) => {
    const merchant = byToken.get(each.token);
    if (!merchant) throw new NotPossible('no merchant with that token');
    return seededInvoice(each, merchant, book.now());
  });
  book.write(invoices);
  return invoices.map((invoice) => invoice.invoiceId);
}
