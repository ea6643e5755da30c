import type { PaymentType } from '../../../shared/api/statuses.ts';
import type { CreateInvoiceRequest } from '../../bank/requests.ts';

/** An invoice as sent to the bank. */

export interface InvoiceToOpen {
  amount: number;
  ccy: number;
  validity: number;
  paymentType: PaymentType;
  reference: string;
  destination: string;
  comment: string;
  qrId: string | undefined;
  webHookUrl: string | undefined;
  basket: Pick<CreateInvoiceRequest['merchantPaymInfo'], 'basketOrder' | 'discounts'>;
  /** Addresses for the fiscal receipt. */
  emails: readonly string[];
  installation: string;
  tag: string;
}

export const createRequest = (invoice: InvoiceToOpen): CreateInvoiceRequest => ({
  amount: invoice.amount,
  ccy: invoice.ccy,
  validity: invoice.validity,
  ...(invoice.paymentType === 'hold' ? { paymentType: invoice.paymentType } : {}),
  ...(invoice.qrId === undefined ? {} : { qrId: invoice.qrId }),
  ...(invoice.webHookUrl === undefined ? {} : { webHookUrl: invoice.webHookUrl }),
  merchantPaymInfo: {
    reference: invoice.reference,
    destination: invoice.destination,
    comment: invoice.comment,
    // The statement returns it, so that a payment can be matched to a creation that got no answer.
    metadata: { kramar_installation: invoice.installation, kramar_attempt: invoice.tag },
    ...invoice.basket,
    ...(invoice.emails.length === 0 ? {} : { customerEmails: [...new Set(invoice.emails)] }),
  },
});
