import type { StatementItem } from '../../bank/wire.ts';
import { eventRow, invoiceFacts } from '../../shop/events.ts';
import { terminalCashRegisters } from '../../store/cash-registers.ts';
import { insertEvents, insertInvoices } from '../../store/invoices/bulk-insert.ts';
import type { NewInvoice } from '../../store/invoices/invoices.ts';
import { nextNumber } from '../../store/settings.ts';
import { factsOfLine, UNPAID } from '../bank-state/payment-facts.ts';
import { firstSweep, nextCheck } from '../bank-state/poll-interval.ts';
import type { InvoiceContext } from '../bank-state/refresh.ts';
import { finalAmountOf, statusOf } from '../bank-state/statement-item.ts';
import { wasPaid } from '../bank-state/status.ts';
import { noteHeldLine } from '../hold/hold-status.ts';
import { noteRefunds, refundsInStatement } from '../refund/refunds.ts';

/** Collects payments made outside Kramar and writes them with one statement. */
export interface FoundPayments {
  /** Whether a payment of this bank invoice is waiting to be written. */
  has(invoiceId: string): boolean;
  count(): number;
  add(item: StatementItem): void;
  /** Writes them in the order in which they were added. */
  write(): void;
}

export const createFoundPayments = (
  { db, now }: Pick<InvoiceContext, 'db' | 'now'>,
  terminalId: number,
): FoundPayments => {
  const waiting = new Map<string, StatementItem>();
  const registers = new Map(
    terminalCashRegisters(db, terminalId).map(({ short_qr_id, id }) => [short_qr_id, id]),
  );

  const write = (): void => {
    if (waiting.size === 0) return;
    const items = [...waiting.values()];
    waiting.clear();
    const first = nextNumber(db, 'invoice', items.length);
    const found = items.map((item, at) => ({
      item,
      invoice: foundInvoice(item, {
        number: first + at,
        terminal_id: terminalId,
        cash_register_id: registers.get(item.shortQrId ?? '') ?? null,
        now: now(),
      }),
    }));
    const idOf = insertInvoices(
      db,
      found.map(({ invoice }) => invoice),
    );
    const written = found.map(({ item, invoice }) => ({
      item,
      invoice: { ...invoice, id: idOf(invoice.number) },
    }));
    const events = written.map(({ item, invoice }) => {
      if (invoice.final_amount !== null) noteRefunds(db, undefined, invoice, refundsInStatement(item, now()));
      const data = invoiceFacts(invoice);
      return eventRow(now(), { type: 'invoice.found', invoice: invoice.id, terminal: terminalId, data });
    });
    insertEvents(db, events);
    for (const { item, invoice } of written) noteHeldLine(db, undefined, invoice, item, now());
  };

  return {
    has: (invoiceId) => waiting.has(invoiceId),
    count: () => waiting.size,
    add: (item) => waiting.set(item.invoiceId, item),
    write,
  };
};

type Place = Pick<NewInvoice, 'number' | 'terminal_id' | 'cash_register_id'> & { now: number };

const foundInvoice = (item: StatementItem, { now, ...place }: Place) => {
  const status = statusOf(item);
  const dates = { created_date: item.date, expires_at: null, bank_created_date: item.date };
  return {
    ...place,
    invoice_id: item.invoiceId,
    status,
    amount: item.amount,
    ccy: item.ccy,
    final_amount: finalAmountOf(item),
    reference: item.reference ?? '',
    destination: item.destination ?? '',
    comment: '',
    page_url: '',
    ...UNPAID,
    ...factsOfLine(item),
    uncaptured: 0,
    created_locally: 0 as const,
    webhook_received: 0 as const,
    ...dates,
    modified_date: null,
    paid_date: wasPaid(status) ? item.date : null,
    next_check_at: nextCheck({ status, ...dates }, now),
    created_by: null,
    sweep_at: firstSweep(status, item.date, now),
  };
};
