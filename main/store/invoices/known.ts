import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { fixedQuery, placeholder } from '../db/query-cache.ts';
import type { Bit } from '../db/tables.ts';
import { OPEN_MONEY } from './attempts.ts';
import { shownInvoices } from './columns.ts';
import type { InvoiceRow } from './invoices.ts';

/** An invoice, and what else is kept about it: most have nothing, so the rows are read only where there is one. */
export interface KnownInvoice {
  invoice: InvoiceRow;
  hasHold: boolean;
  hasOpenMoney: boolean;
  isUnreadable: boolean;
}

interface Beside {
  has_hold: Bit;
  has_open_money: Bit;
  is_unreadable: Bit;
}

const known = () =>
  shownInvoices().select([
    sql<Bit>`exists (select 1 from holds where invoice_id = invoices.id)`.as('has_hold'),
    sql<Bit>`exists (select 1 from attempts where invoice_id = invoices.id and ${OPEN_MONEY})`.as(
      'has_open_money',
    ),
    sql<Bit>`exists (select 1 from unreadable_records where kind = 'invoice'
      and terminal_id = invoices.terminal_id and key = invoices.invoice_id)`.as('is_unreadable'),
  ]);

const byId = fixedQuery<InvoiceRow & Beside, [id: number]>(() =>
  known().where('invoices.id', '=', placeholder<number>()),
);
const byBankId = fixedQuery<InvoiceRow & Beside, [bankId: string]>(() =>
  known().where('invoices.invoice_id', '=', placeholder<string>()),
);

const found = (row: (InvoiceRow & Beside) | undefined): KnownInvoice | undefined => {
  if (!row) return undefined;
  const { has_hold, has_open_money, is_unreadable, ...invoice } = row;
  return {
    invoice,
    hasHold: has_hold === 1,
    hasOpenMoney: has_open_money === 1,
    isUnreadable: is_unreadable === 1,
  };
};

export const findKnown = (db: Db, id: number): KnownInvoice | undefined => found(db.get(byId(id)));

export const findKnownByBankId = (db: Db, bankId: string): KnownInvoice | undefined =>
  found(db.get(byBankId(bankId)));
