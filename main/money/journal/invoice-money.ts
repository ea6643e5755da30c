import { NotFoundError } from '../../shop/errors.ts';
import type { Db } from '../../store/db/connection.ts';
import {
  type AttemptRow,
  attemptsOfInvoice,
  isOpenMoney,
  type OpenMoney,
} from '../../store/invoices/attempts.ts';
import { findHold, type HoldRow } from '../../store/invoices/holds.ts';
import { findKnown, type InvoiceRow, type KnownInvoice } from '../../store/invoices/invoices.ts';

/** What a request about an invoice's money goes by: read once in a transaction, for pure functions. */
export interface InvoiceMoney {
  invoice: InvoiceRow;
  /** Undefined: nothing was to be held. */
  hold: HoldRow | undefined;
  /** Oldest first. */
  attempts: readonly AttemptRow[];
}

/** @throws NotFoundError */
export const knownById = (db: Db, id: number): KnownInvoice => {
  const known = findKnown(db, id);
  if (!known) throw new NotFoundError('invoice', id);
  return known;
};

/** @throws NotFoundError */
export const loadMoney = (db: Db, id: number): InvoiceMoney => {
  const { invoice, hasHold } = knownById(db, id);
  return moneyOf(db, invoice, hasHold);
};

/** The same of an invoice that was read in this transaction. */
export const moneyOf = (db: Db, invoice: InvoiceRow, hasHold: boolean): InvoiceMoney => ({
  invoice,
  hold: hasHold ? findHold(db, invoice.id) : undefined,
  attempts: attemptsOfInvoice(db, invoice.id),
});

/** The refund, capture or release with an unknown outcome. */
export const openMoneyIn = ({ attempts }: Pick<InvoiceMoney, 'attempts'>): OpenMoney | undefined =>
  attempts.find(isOpenMoney);
