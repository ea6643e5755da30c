import type { InvoiceCancel } from '../../../shared/api/invoices.ts';
import { type Problem, WHOLE_OBJECT } from '../../../shared/errors.ts';
import { lineTotal, QUANTITY_SCALE, shareOut } from '../../../shared/money.ts';
import { ValidationError } from '../../shop/errors.ts';
import { type FiscalState, fiscalStateOf } from '../../shop/fiscal/settings.ts';
import { defaultDestination } from '../../shop/settings.ts';
import type { Db } from '../../store/db/connection.ts';
import type { AttemptRow } from '../../store/invoices/attempts.ts';
import { type InvoiceItemRow, type InvoiceRow, itemsOfInvoices } from '../../store/invoices/invoices.ts';
import { findSoldProducts } from '../../store/sold-products.ts';
import type { InvoiceMoney } from '../journal/invoice-money.ts';
import { requestPlanOf } from '../journal/open-money.ts';
import { onlyItems, type SoldLine } from '../refund/refund-lines.ts';
import { type LineLabel, labelOf, labelOfAmount, labelProblem } from './basket.ts';
import { planOf } from './record.ts';

/** The goods of an invoice, as the bank got them. */
export interface Sold {
  items: readonly InvoiceItemRow[];
  /** Of each item: the fiscal fields that it was sold with, whatever the product has by now. */
  labels: readonly LineLabel[];
  state: FiscalState;
  /** Of an amount that is returned without lines. */
  whole: LineLabel;
}

export const loadSold = (
  db: Db,
  { id, terminal_id, destination }: Pick<InvoiceRow, 'id' | 'terminal_id' | 'destination'>,
  attempts: readonly AttemptRow[],
): Sold => {
  const items = itemsOfInvoices(db, [id]).get(id) ?? [];
  const created = attempts.find(({ kind }) => kind === 'create');
  const sold = (created && planOf(created).labels) ?? [];
  // The labels of a sale by an older version are those that its products have now.
  const products = findSoldProducts(
    db,
    sold.length < items.length ? items.map(({ product_id: product }) => ({ product })) : [],
  );
  const state = fiscalStateOf(db, terminal_id);
  return {
    items,
    labels: items.map(
      ({ name, product_id, position }, at) =>
        sold[position] ?? labelOf(state, products.get(product_id), name, at),
    ),
    state,
    whole: labelOfAmount(state, destination || defaultDestination(db)),
  };
};

/** The lines of an invoice at what was paid for them, with the quantities that the bank has returned. */
export const soldLines = (
  { invoice, attempts }: InvoiceMoney,
  { items, labels, whole }: Sold,
): SoldLine[] => {
  if (items.length === 0) return [];
  const paid = shareOut(
    invoice.amount,
    items.map(({ amount }) => amount),
  );
  const returns = attempts
    .filter(({ kind, status }) => kind === 'refund' && status === 'done')
    .flatMap((attempt) => requestPlanOf(attempt).items);
  const lines = items.map(({ id, price, discount, quantity }, at) => ({
    id,
    quantity,
    amount: paid[at] ?? 0,
    unitPrice: Number(lineTotal({ price, quantity: 10 ** QUANTITY_SCALE, discount })),
    ...(labels[at] ?? whole),
    returned: returns.reduce((sum, each) => (each.item === id ? sum + each.quantity : sum), 0),
  }));
  return capturedLines(invoice, attempts, lines);
};

/**
 * The lines that were paid, and so can be returned: of a hold captured in part, those that the capture named; none where
 * it was by an amount, or made at the bank.
 */
const capturedLines = (
  { amount, uncaptured }: InvoiceRow,
  attempts: readonly AttemptRow[],
  lines: SoldLine[],
): SoldLine[] => {
  if (uncaptured === 0 || uncaptured === amount) return lines;
  const capture = attempts.find(({ kind, status }) => kind === 'capture' && status === 'done');
  return onlyItems(lines, capture ? requestPlanOf(capture).items : []);
};

/**
 * Refuses a return that the register would refuse, before the bank is called.
 * @throws ValidationError naming each line
 */
export const refuseUnfit = (money: InvoiceMoney, sold: Sold, { items, amount }: InvoiceCancel): void => {
  const { state, whole } = sold;
  const lines = amount === undefined || items.length > 0 ? soldLines(money, sold) : [];
  const wanted = items.length === 0 ? lines : lines.filter(({ id }) => items.some(({ item }) => item === id));
  const problems = (wanted.length === 0 ? [whole] : wanted)
    .map((label) => labelProblem(state, label))
    .filter((found): found is Problem => found !== undefined);
  if (problems.length > 0) throw new ValidationError({ [WHOLE_OBJECT]: problems });
};
