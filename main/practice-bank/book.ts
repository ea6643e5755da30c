import type { Journal } from './journal.ts';
import type { Merchant, Register } from './merchants.ts';
import { expiresAt, holdEndsAt, type Invoice, isUnpaid, settleDue } from './records.ts';

/** The ledger's data: merchants and invoices. The rules of money are in the files beside it. */
export type Book = ReturnType<typeof openBook>;

interface BookPorts {
  readonly merchants: readonly Merchant[];
  /** Milliseconds UTC. */
  readonly now: () => number;
  readonly journal: Journal;
  readonly onChange: (after: Invoice, before: Invoice | undefined) => void;
}

export function openBook({ merchants, now, journal, onChange }: BookPorts) {
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

  /** Ends overdue invoices and refunds when they are read, without timers. */
  function settleOverdue(invoice: Invoice): Invoice {
    const settled = settledAt(invoice, now());
    if (settled !== invoice) write([settled]);
    return settled;
  }

  function find(invoiceId: string): Invoice | undefined {
    const invoice = invoices.get(invoiceId);
    return invoice && settleOverdue(invoice);
  }

  for (const invoice of journal.read()) enter(invoice);

  return {
    merchants,
    now,
    find,
    all: () => Array.from(invoices.values(), settleOverdue),
    /** The invoice whose amount is set on the register. */
    current(register: Register): Invoice | undefined {
      const invoiceId = currentByRegister.get(register.shortQrId);
      const invoice = invoiceId === undefined ? undefined : find(invoiceId);
      return invoice?.onRegister ? invoice : undefined;
    },
    merchantOf(invoice: Invoice): Merchant {
      const merchant = merchants.find((each) => each.merchantId === invoice.merchantId);
      if (!merchant) throw new Error(`the journal names a merchant that is not here: ${invoice.merchantId}`);
      return merchant;
    },
    write,
    /** Writes the invoice with the changes and the time of change. */
    change(invoice: Invoice, changes: Partial<Invoice>): Invoice {
      const changed = { ...invoice, ...changes, modifiedAt: now() };
      write([changed]);
      return changed;
    },
  };
}

/** The invoice as it is at `at`, milliseconds UTC; the same object when nothing was overdue. */
function settledAt(invoice: Invoice, at: number): Invoice {
  const refunded = settleDue(invoice, at);
  if (refunded !== invoice) return refunded;
  if (invoice.status === 'hold' && at >= holdEndsAt(invoice))
    return {
      ...invoice,
      status: 'reversed',
      finalAmount: 0,
      holdOver: true,
      modifiedAt: holdEndsAt(invoice),
    };
  if (!isUnpaid(invoice) || at < expiresAt(invoice)) return invoice;
  return { ...invoice, status: 'expired', onRegister: false, modifiedAt: expiresAt(invoice) };
}
