import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import type { Merchant, Register } from './merchants.ts';
import { expiresAt, holdEndsAt, type Invoice, isUnpaid, settleDue } from './records.ts';

export interface Journal {
  /** Invoices of the journal when it was opened. */
  read(): readonly Invoice[];
  append(invoices: readonly Invoice[]): void;
  close(): void;
}

const line = (invoice: Invoice) => `${JSON.stringify(invoice)}\n`;

function parseLine(text: string): Invoice | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'invoiceId' in value
      ? (value as Invoice)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The last line of an invoice wins. A last line torn by a crash is dropped; any other torn line is an error. */
function readJournal(file: string): Map<string, Invoice> {
  const latest = new Map<string, Invoice>();
  if (!existsSync(file)) return latest;
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const [at, text] of lines.entries()) {
    if (text === '') continue;
    const invoice = parseLine(text);
    if (invoice) latest.set(invoice.invoiceId, invoice);
    else if (at < lines.length - 1) throw new Error(`${file}, line ${at + 1}: not an invoice`);
  }
  return latest;
}

/** Writes a new file and renames it, so that a crash leaves the old journal or the new one. */
function compact(file: string, invoices: Iterable<Invoice>): void {
  const beside = `${file}.new`;
  writeFileSync(beside, Array.from(invoices, line).join(''));
  renameSync(beside, file);
}

const noJournal: Journal = { read: () => [], append: () => {}, close: () => {} };

/** Without a file, a journal that stores nothing. */
export function openJournal(file: string | undefined): Journal {
  if (file === undefined) return noJournal;
  const known = readJournal(file);
  compact(file, known.values());
  const handle = openSync(file, 'a');
  return {
    read: () => [...known.values()],
    append: (invoices) => appendFileSync(handle, invoices.map(line).join('')),
    close: () => {
      fsyncSync(handle);
      closeSync(handle);
    },
  };
}

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
