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
import type { Invoice } from './records.ts';

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
