import type { PaymentType } from '../../../shared/api/statuses.ts';
import { QUANTITY_SCALE } from '../../../shared/money.ts';
import type { BankBasketLine, CreateInvoiceRequest } from '../../bank/client.ts';
import type { ProductRow } from '../../store/catalog.ts';
import type { PricedItem } from './amounts.ts';
import { lineOfAmount } from './refund-lines.ts';

/** The lines of an invoice as sent to the bank. */

/** The bank's names and codes for goods: the product's own name for documents if it has one. */
interface Labels {
  name: string;
  code: string;
}

export const labels = (name: string, position: number, product: ProductRow | undefined): Labels => ({
  name: product?.name_for_docs || name,
  code: String(product?.code ?? position + 1),
});

/** Thousandths as the bank's number, exact to three decimals. */
const quantity = (thousandths: number): number => thousandths / 10 ** QUANTITY_SCALE;

export const basketLine = (
  item: PricedItem,
  position: number,
  product: ProductRow | undefined,
): BankBasketLine => ({
  ...labels(item.name, position, product),
  qty: quantity(item.quantity),
  sum: item.price,
  ...(item.unit === '' ? {} : { unit: item.unit }),
  ...(item.discount_pct === 0
    ? {}
    : { discounts: [{ type: 'DISCOUNT', mode: 'PERCENT', value: item.discount_pct / 100 }] }),
});

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
  basket: BankBasketLine[];
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
    basketOrder:
      invoice.basket.length > 0 ? invoice.basket : [lineOfAmount(invoice.destination, invoice.amount)],
  },
});
