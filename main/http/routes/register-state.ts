import {
  type RegisterState as RegisterStateAnswer,
  registerRelease,
  registerState as registerStateAnswer,
} from '../../../shared/api/register-state.ts';
import { isoTime, isoTimeOrNull } from '../../../shared/time.ts';
import { numberDisplay } from '../../domain/invoices/refresh.ts';
import {
  type RegisterState,
  type ReleaseContext,
  registerState,
  releaseRegister,
} from '../../domain/terminals/register-state.ts';
import { findCashRegister } from '../../store/cash-registers.ts';
import type { Db } from '../../store/db/connection.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { accountName } from '../account-name.ts';
import { defineRoute, type Route } from '../route.ts';

const presentInvoice = (db: Db, row: InvoiceRow): NonNullable<RegisterStateAnswer['invoice']> => ({
  id: row.id,
  number_display: numberDisplay(row.number),
  reference: row.reference,
  status: row.status,
  amount: row.amount,
  created_by: accountName(db, row.created_by),
  created_date: isoTime(row.created_date),
  expires_at: isoTimeOrNull(row.expires_at),
});

const present = (
  db: Db,
  { register, amount, invoiceId, invoice, askedAt }: RegisterState,
): RegisterStateAnswer => ({
  cash_register: register.id,
  amount,
  invoice_id: invoiceId,
  invoice: invoice ? presentInvoice(db, invoice) : null,
  asked_at: isoTime(askedAt),
});

/** What hangs on a QR register at this moment, and taking it off. */
export const registerStateRoutes = (context: ReleaseContext): Route[] => {
  const { db } = context;
  const load = (id: number) => findCashRegister(db, id);
  return [
    defineRoute({
      method: 'GET',
      path: 'cash-registers/{id}/state/',
      summary: 'Ask the bank what is set on a QR cash register now',
      answer: registerStateAnswer,
      asksBank: true,
      access: 'can_view_invoices',
      isExtension: true,
      load,
      handler: async ({ target }) => present(db, await registerState(context, target)),
    }),
    defineRoute({
      method: 'POST',
      path: 'cash-registers/{id}/release/',
      summary: 'Take the amount off a QR cash register',
      answer: registerStateAnswer,
      asksBank: true,
      access: 'can_cancel_invoices',
      isExtension: true,
      load,
      body: registerRelease,
      handler: async ({ target, body }) => present(db, await releaseRegister(context, target, body)),
    }),
  ];
};
