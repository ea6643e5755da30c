import type { KnownCard } from './cards.ts';
import type { Journal } from './journal.ts';
import type { Merchant, Register } from './merchants.ts';
import { settleDue } from './refund-state.ts';
import type { InvoiceRequest } from './requests.ts';

type InvoiceStatus = 'created' | 'processing' | 'hold' | 'success' | 'failure' | 'reversed' | 'expired';

export type RefundStatus = 'processing' | 'success' | 'failure';

export const PAYMENT_SCHEMES = ['full', 'bnpl_later_30', 'bnpl_parts_4'] as const;
export type PaymentScheme = (typeof PAYMENT_SCHEMES)[number];

/** An attempt to pay, with its outcome so far. Times are milliseconds UTC, amounts minor units. */
export interface Payment extends KnownCard {
  readonly at: number;
  /** What was authorised; after a finalize, what was captured. */
  readonly amount: number;
  readonly terminal: string;
  readonly tranId: string;
  /** Of `amount`, what the payer added. */
  readonly tip?: number | undefined;
  /** `full` when absent. */
  readonly scheme?: PaymentScheme | undefined;
  readonly approvalCode?: string | undefined;
  readonly rrn?: string | undefined;
  readonly fee?: number | undefined;
}

export interface Refund {
  readonly status: RefundStatus;
  readonly amount: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly approvalCode?: string | undefined;
  readonly rrn?: string | undefined;
  readonly extRef?: string | undefined;
  /** When and how the bank comes to an end with it by itself. */
  readonly settles?: { readonly at: number; readonly outcome: 'success' | 'failure' } | undefined;
  /** Until then no answer shows it, but that to the call which asked for it. */
  readonly shownFrom?: number | undefined;
  /** What answers show of the invoice until then. */
  readonly before?: { readonly status: InvoiceStatus; readonly modifiedAt: number } | undefined;
}

type MerchantPaymInfo = NonNullable<InvoiceRequest['merchantPaymInfo']>;

/** One line of the ledger; never changed in place. Times are milliseconds UTC, amounts minor units. */
export interface Invoice {
  readonly invoiceId: string;
  readonly merchantId: string;
  readonly status: InvoiceStatus;
  readonly amount: number;
  readonly ccy: number;
  readonly createdAt: number;
  /** When it was asked for: earlier than `createdAt` where the bank worked late. */
  readonly requestedAt?: number | undefined;
  readonly modifiedAt: number;
  readonly validitySeconds: number;
  readonly paymentType: 'debit' | 'hold';
  readonly finalAmount?: number | undefined;
  readonly shortQrId?: string | undefined;
  /** Its amount is the one now set on its register. */
  readonly onRegister?: boolean | undefined;
  /** Invalidated by the merchant, not by the clock; both read `expired` on the wire. */
  readonly removed?: boolean | undefined;
  readonly info?: MerchantPaymInfo | undefined;
  readonly redirectUrl?: string | undefined;
  readonly webHookUrl?: string | undefined;
  readonly errCode?: string | undefined;
  readonly failureReason?: string | undefined;
  readonly payment?: Payment | undefined;
  readonly refunds: readonly Refund[];
}

/** The ledger's pages: who there is and what was written. The rules of money are in the files beside it. */
export interface Book {
  readonly merchants: readonly Merchant[];
  /** Milliseconds UTC. */
  now(): number;
  find(invoiceId: string): Invoice | undefined;
  all(): Invoice[];
  /** The invoice whose amount is now set on the register. */
  current(register: Register): Invoice | undefined;
  merchantOf(invoice: Invoice): Merchant;
  write(invoices: readonly Invoice[]): void;
  /** Writes the invoice with the changes and the time of change. */
  change(invoice: Invoice, changes: Partial<Invoice>): Invoice;
}

export interface BookPorts {
  readonly merchants: readonly Merchant[];
  readonly now: () => number;
  readonly journal: Journal;
  readonly onChange: (after: Invoice, before: Invoice | undefined) => void;
}

/** When an unpaid invoice ends, in milliseconds UTC. */
export const expiresAt = (invoice: Invoice) => invoice.createdAt + invoice.validitySeconds * 1000;

export const isUnpaid = (invoice: Invoice) => invoice.status === 'created' || invoice.status === 'failure';

export function openBook({ merchants, now, journal, onChange }: BookPorts): Book {
  const invoices = new Map<string, Invoice>();
  const currentByRegister = new Map<string, string>();

  function enter(invoice: Invoice): void {
    invoices.set(invoice.invoiceId, invoice);
    if (!invoice.shortQrId) return;
    if (invoice.onRegister) currentByRegister.set(invoice.shortQrId, invoice.invoiceId);
    else if (currentByRegister.get(invoice.shortQrId) === invoice.invoiceId) {
      currentByRegister.delete(invoice.shortQrId);
    }
  }

  function write(written: readonly Invoice[]): void {
    journal.append(written);
    for (const invoice of written) {
      const before = invoices.get(invoice.invoiceId);
      enter(invoice);
      onChange(invoice, before);
    }
  }

  /** No timer ends an invoice or a refund: one that is read after its time is ended then. */
  function settled(invoice: Invoice): Invoice {
    const refunded = settleDue(invoice, now());
    if (refunded !== invoice) {
      write([refunded]);
      return refunded;
    }
    if (!isUnpaid(invoice) || now() < expiresAt(invoice)) return invoice;
    const ended = {
      ...invoice,
      status: 'expired',
      onRegister: false,
      modifiedAt: expiresAt(invoice),
    } as const;
    write([ended]);
    return ended;
  }

  function find(invoiceId: string): Invoice | undefined {
    const invoice = invoices.get(invoiceId);
    return invoice && settled(invoice);
  }

  for (const invoice of journal.read()) enter(invoice);

  return {
    merchants,
    now,
    find,
    all: () => Array.from(invoices.values(), settled),
    current(register) {
      const invoiceId = currentByRegister.get(register.shortQrId);
      const invoice = invoiceId === undefined ? undefined : find(invoiceId);
      return invoice?.onRegister ? invoice : undefined;
    },
    merchantOf(invoice) {
      const merchant = merchants.find((each) => each.merchantId === invoice.merchantId);
      if (!merchant) throw new Error(`the journal names a merchant that is not here: ${invoice.merchantId}`);
      return merchant;
    },
    write,
    change(invoice, changes) {
      const changed = { ...invoice, ...changes, modifiedAt: now() };
      write([changed]);
      return changed;
    },
  };
}
