import type { InvoiceCreate, InvoiceDiscountInput, InvoiceItemInput } from '../../../shared/api/invoices.ts';
import { type Problem, type Problems, problem } from '../../../shared/errors.ts';
import { defaultDestination } from '../../shop/settings.ts';
import type { Db } from '../../store/db/connection.ts';
import { DISCOUNT_BY_HAND } from '../guard/catalog-prices.ts';
import { labelProblem, receiptLabels } from './receipt-labels.ts';

/** The problems of a new invoice's discounts, and of its lines before the shop's fiscal register. */

const EITHER = problem('required', 'Pass either percent or amount.');
const NOT_BOTH = problem('amount_and_percent', 'Pass either percent or amount, not both.');
const NEED_ITEMS = problem('need_items', 'Discounts on the basket need items.');

const discountProblems = ({ percent, amount }: Partial<InvoiceDiscountInput>): Record<string, Problem[]> => {
  if (percent === undefined && amount === undefined) return { percent: [EITHER] };
  return percent !== undefined && amount !== undefined ? { percent: [NOT_BOTH] } : {};
};

/** @param mayDiscount the caller may give discounts */
export const basketDiscountProblems = (
  { items, discounts = [] }: Partial<InvoiceCreate>,
  mayDiscount: boolean,
): Problems => {
  if (discounts.length === 0) return {};
  if (!mayDiscount) return { discounts: [DISCOUNT_BY_HAND] };
  const problems = discounts.map(discountProblems);
  if (problems.some((found) => Object.keys(found).length > 0)) return { discounts: problems };
  return items?.length === 0 ? { discounts: [NEED_ITEMS] } : {};
};

const isNamed = (item: Partial<InvoiceItemInput>): item is InvoiceItemInput => item.name !== undefined;

/** What the register would refuse, before the bank is asked; each line is named. */
export const fiscalProblems = (
  db: Db,
  { terminal, amount, items, destination }: Partial<InvoiceCreate>,
): Problems => {
  if (terminal === undefined || items === undefined) return {};
  if (items.length === 0 && amount === undefined) return {};
  const known = items.map((item) => (isNamed(item) ? item : { name: '', product: null }));
  const labels = receiptLabels(db, terminal, known);
  if (items.length === 0) {
    const found = labelProblem(labels.state, labels.whole(destination || defaultDestination(db)));
    return found ? { amount: [found] } : {};
  }
  const problems = known.map((item, at) => {
    const found = labelProblem(labels.state, labels.of(item, at));
    return found ? { product: [found] } : {};
  });
  return problems.some(({ product }) => product) ? { items: problems as Record<string, Problem[]>[] } : {};
};
