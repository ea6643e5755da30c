import type { InvoiceCancel } from '../../../shared/api/invoices.ts';
import { type Problem, WHOLE_OBJECT } from '../../../shared/errors.ts';
import { lineTotal, QUANTITY_SCALE, shareOut } from '../../../shared/money.ts';
import { ValidationError } from '../../shop/errors.ts';
import { fiscalStateOf } from '../../shop/fiscal/settings.ts';
import { defaultDestination } from '../../shop/settings.ts';
import type { Db } from '../../store/db/connection.ts';
import { attemptsOfInvoice, doneRefundsOf } from '../../store/invoices/attempts.ts';
import { type InvoiceRow, itemsOfInvoices } from '../../store/invoices/invoices.ts';
import { capturedLines } from '../hold/captured-lines.ts';
import { refundPlanOf } from '../refund/refund-journal.ts';
import type { LineLabel, SoldLine } from '../refund/refund-lines.ts';
import { labelProblem, receiptLabels } from './receipt-labels.ts';
import { type CreationPlan, planOf } from './record.ts';

/** The plan of the request that made an invoice; undefined: it was not made here. */
const salePlanOf = (db: Db, invoiceId: number): CreationPlan | undefined => {
  const created = attemptsOfInvoice(db, invoiceId).find(({ kind }) => kind === 'create');
  return created && planOf(created);
};

/**
 * The lines of an invoice at what was paid for them, with the quantities returned by refunds that the bank has made.
 * Each has the fiscal fields that it was sold with, whatever the product has by now.
 */
export const soldLines = (db: Db, invoice: Pick<InvoiceRow, 'id' | 'amount' | 'terminal_id'>): SoldLine[] => {
  const items = itemsOfInvoices(db, [invoice.id]).get(invoice.id) ?? [];
  if (items.length === 0) return [];
  const sold = salePlanOf(db, invoice.id)?.labels;
  const labels = receiptLabels(
    db,
    invoice.terminal_id,
    items.map(({ name, product_id }) => ({ name, product: product_id })),
  );
  const paid = shareOut(
    invoice.amount,
    items.map(({ amount }) => amount),
  );
  const returns = doneRefundsOf(db, invoice.id).flatMap((attempt) => refundPlanOf(attempt).items);
  const lines = items.map(({ id, name, position, product_id, price, discount, quantity }, at) => ({
    id,
    quantity,
    amount: paid[at] ?? 0,
    unitPrice: Number(lineTotal({ price, quantity: 10 ** QUANTITY_SCALE, discount })),
    ...(sold?.[position] ?? labels.of({ name, product: product_id }, position)),
    returned: returns.reduce((sum, each) => (each.item === id ? sum + each.quantity : sum), 0),
  }));
  return capturedLines(db, invoice.id, lines);
};

/** The label of an amount that is returned without lines. */
export const wholeLabel = (db: Db, { terminal_id, destination }: ReturnedInvoice): LineLabel =>
  receiptLabels(db, terminal_id, []).whole(destination || defaultDestination(db));

type ReturnedInvoice = Pick<InvoiceRow, 'id' | 'amount' | 'terminal_id' | 'destination'>;

/**
 * Refuses a return that the register would refuse, before the bank is asked.
 * @throws ValidationError naming each line
 */
export const refuseUnfit = (db: Db, invoice: ReturnedInvoice, { items, amount }: InvoiceCancel): void => {
  const state = fiscalStateOf(db, invoice.terminal_id);
  const sold = amount === undefined || items.length > 0 ? soldLines(db, invoice) : [];
  const wanted = items.length === 0 ? sold : sold.filter(({ id }) => items.some(({ item }) => item === id));
  const labels = wanted.length === 0 ? [wholeLabel(db, invoice)] : wanted;
  const problems = labels
    .map((label) => labelProblem(state, label))
    .filter((found): found is Problem => found !== undefined);
  if (problems.length > 0) throw new ValidationError({ [WHOLE_OBJECT]: problems });
};
