/** What is sent to the bank, in its own field names. */

/** What a fiscal register may need of a line; absent: nothing of it. */
export interface ReceiptExtras {
  barcode?: string;
  header?: string;
  footer?: string;
  /** Numbers of tax rates. */
  tax?: number[];
  uktzed?: string;
}

/** A discount or an extra charge. */
export interface BankDiscount {
  type: 'DISCOUNT' | 'EXTRA_CHARGE';
  mode: 'PERCENT' | 'VALUE';
  /** Percent, or hryvnias: at most two decimals, at least 0.01. */
  value: number;
  tax?: number[];
}

/** A line of a receipt. */
export interface CancelItem extends ReceiptExtras {
  name: string;
  /** Up to three decimals. */
  qty: number;
  /** Unit price, minor units. */
  sum: number;
  code: string;
}

export interface BankBasketLine extends CancelItem {
  unit?: string;
  discounts?: BankDiscount[];
}

export interface CreateInvoiceRequest {
  amount: number;
  ccy: number;
  /** Seconds. */
  validity: number;
  /** Absent: the bank takes the money at once. */
  paymentType?: 'hold';
  qrId?: string;
  /** The bank reports changes to this address. */
  webHookUrl?: string;
  merchantPaymInfo: {
    reference: string;
    destination: string;
    comment: string;
    /** At most ten, strings only; the statement returns them. */
    metadata: Record<string, string>;
    basketOrder: BankBasketLine[];
    /** On the whole basket. */
    discounts?: BankDiscount[];
    /** The bank sends the fiscal receipt there. */
    customerEmails?: string[];
  };
}

export interface CancelRequest {
  invoiceId: string;
  /** Minor units; absent: the whole amount. */
  amount?: number;
  extRef: string;
  items: CancelItem[];
}

/** Takes a hold, in full or in part; the bank gives up the rest. */
export interface FinalizeRequest {
  invoiceId: string;
  /** Minor units. */
  amount: number;
  /** Lines of the receipt, where the amount is not all that is held. */
  items?: CancelItem[];
}
