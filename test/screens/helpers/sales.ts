import { cashRegister } from '../../../shared/api/cash-registers.ts';
import { fiscalChecks } from '../../../shared/api/fiscal-checks.ts';
import { invoiceHistory } from '../../../shared/api/invoice-extras.ts';
import { invoiceOutcomes } from '../../../shared/api/invoice-lists.ts';
import { type Invoice, invoice } from '../../../shared/api/invoices.ts';
import { printerState } from '../../../shared/api/printing.ts';
import { invoiceRefunds, refundRules } from '../../../shared/api/refunds.ts';
import { salePage, saleStatusSums } from '../../../shared/api/sales.ts';
import { system } from '../../../shared/api/system.ts';
import { terminal } from '../../../shared/api/terminals.ts';
import { listOf, sample } from '../../helpers/sample.ts';
import { refusal, type Sent, serve } from './api.ts';

/** The list of sales and an invoice beside it, answered as by a shop of one terminal. */

const PAID: Partial<Invoice> = {
  status: 'success',
  amount: 34_000,
  final_amount: null,
  paid_date: '2026-03-02T08:15:50.000Z',
  items: [],
};

interface Listed {
  amount: number;
  reference: string;
  items?: Invoice['items'];
}

/** The list of sales, page by page, found by the words of their references. @returns what was asked for */
export const serveSales = (sales: Listed[]) => {
  const asked: Sent[] = [];
  const all = sales.map(({ amount, reference, items = [] }, at) =>
    sample(salePage.entries.results.item, {
      id: at + 1,
      number: at + 1,
      number_display: String(at + 1).padStart(6, '0'),
      amount,
      outcome: null,
      invoice: sample(invoice, { ...PAID, id: at + 1, amount, reference, items }),
    }),
  );
  serve({
    'GET system/': sample(system, { terminals: [] }),
    'GET terminals/': listOf([sample(terminal)]),
    'GET cash-registers/': listOf([sample(cashRegister)]),
    'GET sales/status-sums/': sample(saleStatusSums, { count: sales.length }),
    'GET sales/': (sent) => {
      asked.push(sent);
      const words = sent.search.get('search') ?? '';
      const [least, most] = ['amount_min', 'amount_max'].map((name) => sent.search.get(name));
      const found = all.filter(
        ({ amount, invoice: of }) =>
          of?.reference.includes(words) &&
          amount >= Number(least ?? 0) &&
          amount <= Number(most ?? Number.POSITIVE_INFINITY),
      );
      const from = (Number(sent.search.get('page')) - 1) * 25;
      const next = from + 25 < found.length ? 'https://next.example' : null;
      return { ...listOf(found.slice(from, from + 25)), count: found.length, next };
    },
  });
  return asked;
};

/** An invoice at the side of the list. */
export const serveInvoice = (changes: Partial<Invoice> = {}) => {
  serveSales([]);
  const found = sample(invoice, { ...PAID, id: 1, ...changes });
  serve({
    'GET invoices/{id}/': found,
    'GET invoices/{id}/history/': sample(invoiceHistory, { results: [] }),
    'GET invoices/{id}/hold/': () => refusal(404, { detail: 'Not found.' }),
    'GET invoices/{id}/refunds/': sample(invoiceRefunds, { left: found.amount, under_way: null, items: [] }),
    'GET invoices/{id}/fiscal-checks/': sample(fiscalChecks, { results: [] }),
    'GET invoices/outcomes/': sample(invoiceOutcomes),
    'GET refunds/rules/': sample(refundRules),
    'GET printer/': sample(printerState, { has_printer: false }),
  });
  return found;
};
