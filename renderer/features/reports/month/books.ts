import type { AccountMonth } from '../../../../shared/api/month.ts';
import type { Reconciliation, ReconciliationRow } from '../../../../shared/api/reconciliation.ts';

/** The month here beside the bank's statement: pure. */

export interface Book {
  count: number;
  amount: number;
  refunded: number;
}

export interface ComparedMonth {
  bank: Book;
  differences: number;
  /** Terminals whose statement could not be requested. */
  unasked: string[];
}

const isPaidThere = ({ bank }: ReconciliationRow): boolean => bank?.status === 'success';

/** @param terminals ids of one seller; undefined: all */
export const comparedMonth = (
  answer: Reconciliation,
  terminals: ReadonlySet<number> | undefined,
): ComparedMonth => {
  const isOwn = (terminal: number | null): boolean =>
    terminals === undefined || (terminal !== null && terminals.has(terminal));
  const rows = answer.results.filter(({ terminal }) => isOwn(terminal));
  const bank = rows.filter(isPaidThere).flatMap((row) => (row.bank ? [row.bank] : []));
  return {
    bank: {
      count: bank.length,
      amount: bank.reduce((sum, { amount }) => sum + amount, 0),
      refunded: bank.reduce((sum, { refunded }) => sum + refunded, 0),
    },
    differences: rows.filter(({ difference }) => difference !== null).length,
    unasked: answer.terminals
      .filter(({ asked, terminal }) => !asked && isOwn(terminal))
      .map(({ name }) => name),
  };
};

/** Of all currencies, as the statement is compared. */
export const bookHere = ({ currencies }: AccountMonth): Book => ({
  count: currencies.reduce((sum, { totals }) => sum + totals.count, 0),
  amount: currencies.reduce((sum, { totals }) => sum + totals.gross, 0),
  refunded: currencies.reduce((sum, { refunded_of_payments }) => sum + refunded_of_payments, 0),
});
