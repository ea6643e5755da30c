import { type InvoiceRefunds, invoiceRefunds, type OpenRefund } from '../../../shared/api/refunds.ts';
import { QUANTITY_SCALE } from '../../../shared/money.ts';
import { isoTime } from '../../../shared/time.ts';
import { accountName } from '../../domain/accounts/accounts.ts';
import { loadInvoice } from '../../domain/accounts/scope.ts';
import { soldLines } from '../../domain/invoices/refund.ts';
import { isConfirmed, refundPlanOf } from '../../domain/invoices/refund-journal.ts';
import { remainingAmount, wasPaid } from '../../domain/invoices/status.ts';
import type { Db } from '../../store/db/connection.ts';
import { openRefundOf } from '../../store/invoices/attempts.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { defineRoute, type Route } from '../route.ts';

const presentOpenRefund = (db: Db, invoiceId: number): OpenRefund | null => {
  const open = openRefundOf(db, invoiceId);
  if (!open) return null;
  return {
    amount: refundPlanOf(open).amount,
    requested_at: isoTime(open.created_at),
    by: accountName(db, open.account_id),
    state: isConfirmed(open) ? 'processing' : 'in_doubt',
  };
};

const presentRefunds = (db: Db, invoice: InvoiceRow): InvoiceRefunds => ({
  invoice: invoice.id,
  left: wasPaid(invoice.status) ? remainingAmount(invoice) : 0,
  under_way: presentOpenRefund(db, invoice.id),
  items: soldLines(db, invoice.id).map(({ id, quantity, returned }) => ({
    item: id,
    quantity: quantity / 10 ** QUANTITY_SCALE,
    returned: returned / 10 ** QUANTITY_SCALE,
  })),
});

/** The refunded and refundable amounts, beyond the fields of the invoice itself. */
export const refundRoutes = (db: Db): Route[] => [
  defineRoute({
    method: 'GET',
    path: 'invoices/{id}/refunds/',
    id: 'getInvoiceRefunds',
    summary: 'Read what may still be refunded, and the refund that is under way',
    description:
      'Sends no bank request: events and refresh bring its news. While under_way is not null no other ' +
      'refund is accepted.',
    answer: invoiceRefunds,
    access: 'can_view_invoices',
    isExtension: true,
    honoursScope: true,
    load: loadInvoice(db),
    handler: ({ target }) => presentRefunds(db, target),
  }),
];
