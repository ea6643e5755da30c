import type { Book } from './book.ts';
import { badRequest, NotPossible, notFound, orderInProgress } from './errors.ts';
import { checkBasket } from './fiscal-lines.ts';
import type { Merchant, Register } from './merchants.ts';
import { type Invoice, isUnpaid, newInvoiceId } from './records.ts';
import type { InvoiceRequest } from './requests.ts';

const MAX_VALIDITY_SECONDS = 30 * 86_400;

/** Finds an invoice for the merchant whose token made it; for any other it does not exist. */
export function ownInvoice(book: Book, merchant: Merchant, invoiceId: string): Invoice {
  const invoice = book.find(invoiceId);
  if (invoice?.merchantId !== merchant.merchantId) throw notFound("invalid 'invoiceId'");
  return invoice;
}

export function ownRegister(merchant: Merchant, qrId: string): Register {
  const register = merchant.registers.find((each) => each.qrId === qrId);
  if (!register) throw notFound("invalid 'qrId'");
  return register;
}

/** For the controls, which have no merchant. */
export function anyInvoice(book: Book, invoiceId: string): Invoice {
  const invoice = book.find(invoiceId);
  if (!invoice) throw new NotPossible(`no invoice ${invoiceId}`);
  return invoice;
}

function registerForAmount(book: Book, merchant: Merchant, qrId: string): Register {
  const register = ownRegister(merchant, qrId);
  if (register.amountType !== 'merchant')
    throw badRequest("invalid 'qrId': its amount is not set by the merchant");
  if (book.current(register)?.status === 'processing') throw orderInProgress();
  return register;
}

function checkMerchantRules(merchant: Merchant, request: InvoiceRequest): void {
  if (merchant.prro) checkBasket(request.merchantPaymInfo, request.amount, merchant.prroService);
  // No practice merchant has submerchants, so every code is wrong.
  if (request.code !== undefined) throw notFound("invalid 'code'");
}

/** @param requestedAt milliseconds UTC */
export function createInvoice(
  book: Book,
  merchant: Merchant,
  request: InvoiceRequest,
  requestedAt: number,
): Invoice {
  checkMerchantRules(merchant, request);
  if (request.qrId !== undefined && request.paymentType === 'hold')
    throw badRequest("invalid 'paymentType': a register takes debits only");
  const register = request.qrId === undefined ? undefined : registerForAmount(book, merchant, request.qrId);
  const replaced = register && book.current(register);
  const now = book.now();
  const invoice: Invoice = {
    invoiceId: newInvoiceId(),
    merchantId: merchant.merchantId,
    status: 'created',
    amount: request.amount,
    ccy: request.ccy,
    createdAt: now,
    requestedAt,
    modifiedAt: now,
    // More than 30 days is cut silently, as at the bank.
    validitySeconds: Math.min(request.validity, MAX_VALIDITY_SECONDS),
    paymentType: request.paymentType,
    shortQrId: register?.shortQrId,
    onRegister: register && true,
    info: request.merchantPaymInfo,
    redirectUrl: request.redirectUrl,
    webHookUrl: request.webHookUrl,
    refunds: [],
  };
  // The invoice that was on the register loses it, but its own page can still be paid.
  if (replaced) book.write([{ ...replaced, onRegister: false }, invoice]);
  else book.write([invoice]);
  return invoice;
}

/** Invalidates an unpaid invoice for its merchant. */
export function removeInvoice(book: Book, merchant: Merchant, invoiceId: string): void {
  const invoice = ownInvoice(book, merchant, invoiceId);
  if (!isUnpaid(invoice)) throw badRequest(`invalid 'invoiceId': the invoice is ${invoice.status}`);
  book.change(invoice, { status: 'expired', removed: true, onRegister: false });
}

export function expireInvoice(book: Book, invoiceId: string): void {
  const invoice = anyInvoice(book, invoiceId);
  if (!isUnpaid(invoice)) throw new NotPossible(`cannot expire: the invoice is ${invoice.status}`);
  book.change(invoice, { status: 'expired', onRegister: false });
}

/** Takes the amount off the register; the invoice itself does not change. */
export function resetAmount(book: Book, merchant: Merchant, qrId: string): void {
  const invoice = book.current(ownRegister(merchant, qrId));
  if (invoice?.status === 'processing') throw orderInProgress();
  if (invoice) book.write([{ ...invoice, onRegister: false }]);
}
