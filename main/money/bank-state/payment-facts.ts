import type { BankInvoice, StatementItem } from '../../bank/wire.ts';

/**
 * The columns of an invoice that the bank alone fills, whichever way it reports: a further one is added here, to
 * bank/wire.ts and to the table.
 */

/** Their values until the bank gives others. */
export const UNPAID = {
  failure_code: '',
  failure_reason: '',
  masked_pan: '',
  approval_code: '',
  rrn: '',
  payment_system: '',
  fee: 0,
};

type PaymentFacts = typeof UNPAID;
/** Any of it may be absent. */
type Loose<Fields> = { [Name in keyof Fields]?: Fields[Name] | null | undefined };

/** The fields that the bank gives; of the others what is known stays. */
const given = (reported: Loose<PaymentFacts>): Partial<PaymentFacts> =>
  Object.fromEntries(Object.entries(reported).filter(([, value]) => (value ?? null) !== null));

/** By the invoice's own state. */
export const factsOfState = ({
  errCode,
  failureReason,
  paymentInfo: payment,
}: Loose<Pick<BankInvoice, 'errCode' | 'failureReason'>> & {
  paymentInfo?: Loose<NonNullable<BankInvoice['paymentInfo']>> | null | undefined;
}): Partial<PaymentFacts> => ({
  failure_code: errCode ?? '',
  failure_reason: failureReason ?? '',
  ...given({
    masked_pan: payment?.maskedPan,
    approval_code: payment?.approvalCode,
    rrn: payment?.rrn,
    payment_system: payment?.paymentSystem,
    fee: payment?.fee,
  }),
});

type Line = Pick<StatementItem, 'amount' | 'profitAmount'> &
  Loose<Pick<StatementItem, 'maskedPan' | 'approvalCode' | 'rrn'>>;

/** By a line of the statement. */
export const factsOfLine = (item: Line): Partial<PaymentFacts> =>
  given({ masked_pan: item.maskedPan, approval_code: item.approvalCode, rrn: item.rrn, fee: feeOf(item) });

/** A line that gives none of them. */
export const SILENT_LINE = { maskedPan: null, approvalCode: null, rrn: null, profitAmount: null };

/** Acquiring fee, minor units. */
export const feeOf = ({ amount, profitAmount }: Pick<Line, 'amount' | 'profitAmount'>): number =>
  profitAmount === null ? 0 : Math.max(0, amount - profitAmount);

/** Of what is reported, what is not known yet: a line of the statement says less than the state that was read before. */
export const unknownFacts = (known: PaymentFacts, reported: Partial<PaymentFacts>): Partial<PaymentFacts> =>
  Object.fromEntries(Object.entries(reported).filter(([name]) => !known[name as keyof PaymentFacts]));
