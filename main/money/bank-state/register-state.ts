import type { RegisterRelease } from '../../../shared/api/cash-registers.ts';
import { BankError } from '../../bank/errors.ts';
import type { RegisterDetails } from '../../bank/wire.ts';
import type { KeyedQueue } from '../../platform/async.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { fieldRefusal } from '../../shop/errors.ts';
import type { CashRegisterRow } from '../../store/cash-registers.ts';
import { type InvoiceRow, scheduleCheck } from '../../store/invoices/invoices.ts';
import { permitRegisterReset } from '../guard/guard.ts';
import { findSaleByBankId } from '../sale/sale-invoices.ts';
import { refreshSale } from '../sale/sale-siblings.ts';
import { type InvoiceContext, tokenOf } from './refresh.ts';

/** The state of a QR register at the bank. */
export interface RegisterState {
  register: CashRegisterRow;
  /** Minor units. */
  amount: number | null;
  /** Of the amount; null: none, or the bank does not say. */
  ccy: number | null;
  /** The bank's id. */
  invoiceId: string | null;
  /** The same invoice, if known in Kramar. */
  invoice: InvoiceRow | undefined;
  /** Milliseconds UTC. */
  requestedAt: number;
}

type Hanging = Pick<RegisterDetails, 'amount' | 'ccy' | 'invoiceId'>;

/** `exclusive` runs one release at a time per register. */
export type ReleaseContext = InvoiceContext & { exclusive: KeyedQueue };

/** @throws BankError */
export const registerState = async (
  context: InvoiceContext,
  register: CashRegisterRow,
): Promise<RegisterState> => {
  const token = await tokenOf(context, register.terminal_id, register.terminal_name);
  return stateOf(context, register, await context.bank.registerDetails(token, register.qr_id));
};

const stateOf = (
  { db, now }: InvoiceContext,
  register: CashRegisterRow,
  { amount, ccy, invoiceId }: Hanging,
): RegisterState => ({
  register,
  amount,
  ccy,
  invoiceId,
  invoice: invoiceId === null ? undefined : findSaleByBankId(db, invoiceId),
  requestedAt: now(),
});

/**
 * Removes the amount from a register and returns its new state. The bank's document does not say what happens to the
 * invoice that was on it; at the practice bank it stays and can be paid on its own page.
 * @throws ValidationError when another invoice is on it than expected, ForbiddenError, BankError
 */
export const releaseRegister = (
  context: ReleaseContext,
  by: Actor,
  register: CashRegisterRow,
  { expected_invoice_id: expected }: RegisterRelease,
): Promise<RegisterState> =>
  context.exclusive(`register ${register.id}`, async () => {
    const token = await tokenOf(context, register.terminal_id, register.terminal_name);
    const before = await context.bank.registerDetails(token, register.qr_id);
    if (before.invoiceId === null && before.amount === null) return stateOf(context, register, before);
    if (expected !== undefined && !isSameSale(context, expected, before.invoiceId)) throw isAnother(before);

    const permit = permitRegisterReset(by);
    await context.bank.resetAmount(token, register.qr_id, permit).catch((error: unknown) => {
      lookSoon(context, before);
      throw explained(error);
    });
    await takeOver(context, before);
    // It is done, even if this request fails.
    const after = await context.bank.registerDetails(token, register.qr_id).catch(() => NOTHING);
    return stateOf(context, register, after);
  });

/** A late creation may be on the register in place of the invoice that the till knows: both are the same sale. */
const isSameSale = ({ db }: InvoiceContext, expected: string, hanging: string | null): boolean => {
  if (hanging === null || expected === hanging) return expected === hanging;
  const sale = findSaleByBankId(db, expected);
  return sale !== undefined && sale.id === findSaleByBankId(db, hanging)?.id;
};

const NOTHING: Hanging = { amount: null, ccy: null, invoiceId: null };

const isAnother = ({ invoiceId }: Hanging) =>
  fieldRefusal(
    'expected_invoice_id',
    'not_as_expected',
    invoiceId === null
      ? 'An amount without an invoice is on the register now. Nothing was taken off.'
      : `Another invoice is on the register now (${invoiceId}). Nothing was taken off.`,
  );

const explained = (error: unknown): unknown => {
  if (!(error instanceof BankError)) return error;
  const { code, inDoubt, message } = error;
  if (code === 'ORDER_IN_PROGRESS')
    return new BankError(
      code,
      'Somebody is paying this amount right now, so it stays on the register. Wait for the outcome of the payment.',
      { inDoubt, cause: error },
    );
  if (!inDoubt) return error;
  const advice = 'Whether the amount was taken off is not known: look at the register again.';
  return new BankError(code, `${message} ${advice}`, { inDoubt, cause: error });
};

/** Refreshes Kramar's invoice now, or else soon; a failure changes nothing of what was done. */
const takeOver = async (context: InvoiceContext, hanging: Hanging): Promise<void> => {
  const invoice = hanging.invoiceId === null ? undefined : findSaleByBankId(context.db, hanging.invoiceId);
  if (!invoice) return;
  await refreshSale(context, invoice.id).catch(() => scheduleCheck(context.db, invoice.id, context.now()));
};

const lookSoon = ({ db, now }: InvoiceContext, { invoiceId }: Hanging): void => {
  const invoice = invoiceId === null ? undefined : findSaleByBankId(db, invoiceId);
  if (invoice) scheduleCheck(db, invoice.id, now());
};
