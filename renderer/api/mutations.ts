import type { Cart, CartCreate } from '../../shared/api/carts.ts';
import type { CashSale } from '../../shared/api/cash-sales.ts';
import type { Product } from '../../shared/api/catalog.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { JobRun } from '../../shared/api/jobs.ts';
import type { CashPrint, PrintJob } from '../../shared/api/printing.ts';
import type {
  ProductFiscal,
  ProductFiscalPatch,
  ProductShop,
  ProductShopPatch,
} from '../../shared/api/product-shop.ts';
import type { HistoryAction, HoldRequest } from '../../shared/api/statuses.ts';
import type {
  StatementHistory,
  SyncedInvoices,
  SyncedRegisters,
  Terminal,
  TerminalFiscal,
  TerminalFiscalPatch,
} from '../../shared/api/terminals.ts';
import { search } from './client.ts';
import { call, type Request } from './http.ts';

/** Mutations. All throw ApiError. */

/** A line as the interface takes it: price in minor units, quantity and discount as decimal strings. */
export interface ChargeLine {
  name: string;
  price: number;
  quantity: string;
  unit?: string;
  product?: number;
  discount_pct?: string;
}

/** On the whole basket: exactly one of percent and amount. */
export interface ChargeDiscount {
  type?: 'extra_charge';
  percent?: string;
  /** Minor units. */
  amount?: number;
}

export interface Charge {
  terminal: number;
  cash_register?: number;
  /** Minor units; exactly one of amount and items. */
  amount?: number;
  items?: ChargeLine[];
  destination?: string;
  reference?: string;
  comment?: string;
  /** Seconds. */
  validity?: number;
  payment_type?: 'hold';
  discounts?: ChargeDiscount[];
  customer_emails?: string[];
  /** The cart (id) that is sold. */
  cart?: number;
}

/** A sale for cash. */
export interface CashCharge extends Pick<Charge, 'amount' | 'items' | 'discounts' | 'comment' | 'cart'> {
  /** What the buyer gave, minor units; undefined: no change. */
  received?: number;
  /** In parts: what is taken in cash, minor units; the rest is a QR of the terminal. */
  cash?: number;
  terminal?: number;
  cash_register?: number;
  validity?: number;
}

/** @param approval a second person's, of its discount */
const saleHeaders = (key: string, approval: string | undefined): Record<string, string> => ({
  'Idempotency-Key': key,
  ...(approval !== undefined && { 'Discount-Approval': approval }),
});

/** @param key an Idempotency-Key, one per sale, so that repeated tries sell once */
export const sellForCash = (charge: CashCharge, key: string, approval?: string): Promise<CashSale> =>
  call('cash-sales/', { method: 'POST', body: charge, headers: saleHeaders(key, approval) });

/** @param key an Idempotency-Key, one per filled form, so that repeated tries create one invoice */
export const createInvoice = (charge: Charge, key: string, approval?: string): Promise<Invoice> =>
  call('invoices/', { method: 'POST', body: charge, headers: saleHeaders(key, approval) });

/** Cancels an unpaid invoice; never refunds one that was paid in the meantime. */
export const cancelInvoice = (
  { id, status }: Pick<Invoice, 'id' | 'status'>,
  body: { comment?: string } = {},
): Promise<Invoice> =>
  call(`invoices/${id}/cancel/${search({ expected_status: status })}`, { method: 'POST', body });

/** Ends an unpaid invoice, also for whoever only made it; never refunds. */
export const withdrawInvoice = (id: number): Promise<Invoice> =>
  call(`invoices/${id}/withdraw/`, { method: 'POST' });

/** @param isAutomatic only what the owner has set, once */
export const printCashReceipt = (id: number, isAutomatic: boolean): Promise<CashPrint> =>
  call(`cash-sales/${id}/print/`, { method: 'POST', body: { is_automatic: isAutomatic } });

export interface Refund {
  /** Minor units. */
  amount: number;
  comment?: string;
  /** One of the owner's list. */
  reason?: string;
  /** The returned lines, which add up to the amount; quantity as a decimal string. */
  items?: { item: number; quantity: string }[];
}

/**
 * Refunds a paid invoice if `left` still matches.
 * @param left the refundable amount, minor units
 * @param headers an Idempotency-Key of its own for each confirmed refund, so that it is made once however often it is
 * sent; and above the user's limit a Refund-Approval
 */
export const refundInvoice = (
  id: number,
  left: number,
  { reason, ...body }: Refund,
  headers: Record<string, string>,
): Promise<Invoice> =>
  call(`invoices/${id}/cancel/${search({ expected_status: 'success', expected_left: left, reason })}`, {
    method: 'POST',
    body,
    headers,
  });

/** What is captured of a hold; absent: all of it. A release takes a comment only. */
export type HoldBody = Partial<Refund>;

/**
 * @param held what the caller takes to be held, minor units
 * @param headers an Idempotency-Key; and a Refund-Approval where more is given up than the user may
 */
export const endHold = (
  kind: HoldRequest,
  id: number,
  held: number,
  { reason, ...body }: HoldBody,
  headers: Record<string, string>,
): Promise<Invoice> =>
  call(`invoices/${id}/${kind}/${search({ expected_held: held, reason })}`, {
    method: 'POST',
    body,
    headers,
  });

export const refreshInvoice = (id: number): Promise<Invoice> =>
  call(`invoices/${id}/refresh/`, { method: 'POST' });

export const updateTerminal = (
  id: number,
  changes: Partial<Pick<Terminal, 'name' | 'is_active' | 'show_payments'>>,
): Promise<Terminal> => call(`terminals/${id}/`, { method: 'PATCH', body: changes });

export const deleteTerminal = (id: number): Promise<unknown> =>
  call(`terminals/${id}/`, { method: 'DELETE' });

export const syncRegisters = (id: number, given: Pick<Request, 'signal'> = {}): Promise<SyncedRegisters> =>
  call(`terminals/${id}/sync_registers/`, { method: 'POST', ...given });

/** The bank needs a while for thirty days of a busy shop. */
const SYNC_TIMEOUT_MS = 300_000;

export const syncInvoices = (id: number, given: Pick<Request, 'signal'> = {}): Promise<SyncedInvoices> =>
  call(`terminals/${id}/sync_invoices/`, { method: 'POST', timeoutMs: SYNC_TIMEOUT_MS, ...given });

export const runJob = (name: string, given: Pick<Request, 'signal'> = {}): Promise<JobRun> =>
  call(`jobs/${name}/run/`, { method: 'POST', timeoutMs: SYNC_TIMEOUT_MS, ...given });

export const requestStatementHistory = (id: number, action: HistoryAction): Promise<StatementHistory> =>
  call(`terminals/${id}/statement_history/`, { method: 'POST', body: { action } });

export const changeTerminalFiscal = (id: number, body: TerminalFiscalPatch): Promise<TerminalFiscal> =>
  call(`terminals/${id}/fiscal/`, { method: 'PATCH', body });

export const emailReceipt = (invoice: number, email: string): Promise<unknown> =>
  call(`invoices/${invoice}/receipt/email/`, { method: 'POST', body: { email } });

export const printReceipt = (id: number): Promise<PrintJob> =>
  call(`invoices/${id}/print/`, { method: 'POST' });

export const changeProductFiscal = (id: number, body: ProductFiscalPatch): Promise<ProductFiscal> =>
  call(`catalog/products/${id}/fiscal/`, { method: 'PATCH', body });

export const changeProductShop = (id: number, body: ProductShopPatch): Promise<ProductShop> =>
  call(`catalog/products/${id}/shop/`, { method: 'PATCH', body });

/** A product with the barcode that was scanned. It may have been made when it throws. */
export const createScanned = async (
  fields: { name: string; price: number },
  barcode: string,
): Promise<Product> => {
  const product = await call<Product>('catalog/products/', { method: 'POST', body: fields });
  await changeProductShop(product.id, { barcodes: [barcode] });
  return product;
};

/** A cart as a request takes it. */
export type CartBody = Pick<CartCreate, 'name' | 'remark'> & { lines: readonly object[] };

/** @param key one per filled dialog, so that repeated tries make one cart */
export const parkCart = (body: CartBody, key: string): Promise<Cart> =>
  call('carts/', { method: 'POST', body, headers: { 'Idempotency-Key': key } });

/** @param key the same for repeated tries: a lost answer comes again */
export const takeCart = (id: number, key: string): Promise<Cart> =>
  call(`carts/${id}/take/`, { method: 'POST', headers: { 'Idempotency-Key': key } });

/** Sets a taken cart aside again. */
export const returnCart = (id: number): Promise<Cart> => call(`carts/${id}/return/`, { method: 'POST' });

export const deleteCart = (id: number): Promise<unknown> => call(`carts/${id}/`, { method: 'DELETE' });
