import type { Invoice as BankInvoice } from '../../main/practice-bank/records.ts';
import type { Books } from './books.ts';
import { readableSales, tagOf } from './ledger.ts';
import { list } from './promises.ts';
import type { Sale } from './sales.ts';

/**
 * A repeated creation in doubt may leave the bank with several invoices of one tag: one sale. A payment of any pays
 * it, the others can then not be paid any more, and a second payment is reported.
 */

/** Those of one sale that the bank opened, where it opened several. */
const severals = (
  bank: readonly BankInvoice[],
  isSuspect: (invoiceId: string) => boolean,
): [string, BankInvoice[]][] => {
  const byTag = Map.groupBy(bank.filter(readableSales(bank, isSuspect)), tagOf);
  byTag.delete('');
  return [...byTag].filter(([, opened]) => opened.length > 1);
};

const hasMoney = ({ status }: BankInvoice): boolean => ['success', 'hold', 'reversed'].includes(status);

/**
 * Holds after some time, when the bank is healthy: invoices of a paid sale that a buyer can still find are
 * invalidated.
 */
export const payableTwice = (
  { bank, bankIds, attempts }: Books,
  sales: readonly Sale[],
  isSuspect: (invoiceId: string) => boolean,
): string[] => {
  const answered = new Set(sales.flatMap(({ answers }) => answers.map(({ invoice }) => invoice.invoice_id)));
  const named = new Map(attempts.map(({ tag, invoice_id }) => [tag, bankIds.get(invoice_id)]));
  return severals(bank, isSuspect).flatMap(([tag, opened]) => {
    const paid = opened.filter(hasMoney);
    if (paid.length === 0) return [];
    const payable = opened.filter(
      ({ invoiceId, status, onRegister }) =>
        ['created', 'failure'].includes(status) && (answered.has(invoiceId) || onRegister),
    );
    const name = named.get(tag) ?? '';
    return [
      ...(payable.length > 0 ? [`The sale ${tag} is paid, and can be paid again: ${list(opened)}`] : []),
      ...(paid.some(({ invoiceId }) => invoiceId === name)
        ? []
        : [`The sale ${tag} is paid, and its invoice names another one, ${name}: ${list(opened)}`]),
    ];
  });
};

/** Sales that were paid more than once, by no fault of Kramar's; each has its event. */
export const paidTwice = (bank: readonly BankInvoice[], isSuspect = (_: string) => false): string[] =>
  severals(bank, isSuspect)
    .filter(([, opened]) => opened.filter(hasMoney).length > 1)
    .map(([tag]) => tag);

export const unreportedDoubles = ({ bank, events }: Books, isSuspect: (id: string) => boolean): string[] => {
  const doubles = paidTwice(bank, isSuspect).length;
  const reported = events.filter(({ type }) => (type as string) === 'sale.paid_twice').length;
  return reported >= doubles
    ? []
    : [`${doubles} sales were paid twice, and there are ${reported} events sale.paid_twice`];
};
