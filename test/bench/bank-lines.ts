/** A line of the bank's statement, as far as the bench's bank fills it: a payment made outside Kramar. */
export interface StatementLine {
  invoiceId: string;
  status: 'success';
  maskedPan: string;
  date: string;
  amount: number;
  ccy: number;
  profitAmount: number;
  reference: string;
  destination: string;
  approvalCode: string;
  rrn: string;
}

/**
 * Newest first, as the bank gives them.
 * @param until milliseconds UTC
 * @param from how many lines were returned before
 */
export const statementLines = (count: number, until: number, from = 0): StatementLine[] =>
  Array.from({ length: count }, (_, index) => {
    const at = from + index;
    const amount = 1000 + ((at * 7919) % 90_000);
    return {
      invoiceId: `25bench${String(at).padStart(9, '0')}`,
      status: 'success',
      maskedPan: `444403******${String((at * 31) % 10_000).padStart(4, '0')}`,
      date: new Date(until - at * 60_000).toISOString().replace(/\.\d{3}Z$/, 'Z'),
      amount,
      ccy: 980,
      profitAmount: amount - Math.round(amount * 0.013),
      reference: '',
      destination: `Оплата на касі ${at}`,
      approvalCode: String(at % 1_000_000).padStart(6, '0'),
      rrn: String(600_000_000_000 + at),
    };
  });
