import {
  heldInvoice,
  heldInvoicePage,
  heldInvoiceQuery,
  holdCapture,
  holdQuery,
  holdRelease,
  type InvoiceHold,
  invoiceHold,
} from '../../../shared/api/holds.ts';
import { invoice, numberDisplay } from '../../../shared/api/invoices.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import type { HoldRequest } from '../../../shared/api/statuses.ts';
import { isoTime, isoTimeOrNull } from '../../../shared/time.ts';
import { loadSeenOrMade } from '../../money/guard/guard.ts';
import { RIGHT_TO } from '../../money/guard/rights.ts';
import { endHold } from '../../money/hold/hold-requests.ts';
import { holdExpiry } from '../../money/hold/hold-status.ts';
import type { MoneyCall, MoneyContext } from '../../money/journal/money-request.ts';
import { isConfirmed, requestPlanOf } from '../../money/journal/open-money.ts';
import { present } from '../../platform/present.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import { loadInvoice, narrowInvoices } from '../../shop/accounts/scope.ts';
import type { Db } from '../../store/db/connection.ts';
import { openMoneyOf } from '../../store/invoices/attempts.ts';
import { findHold, type HeldInvoice as HeldRow, listHeld } from '../../store/invoices/holds.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import type { Language } from '../preferences.ts';
import { presentStored } from '../present-invoice.ts';
import { defineExtension, type Route } from '../route.ts';

const presentUnderWay = (db: Db, invoiceId: number): InvoiceHold['under_way'] => {
  const open = openMoneyOf(db, invoiceId);
  if (!open || open.kind === 'refund') return null;
  return {
    kind: open.kind,
    amount: requestPlanOf(open).amount,
    requested_at: isoTime(open.created_at),
    by: accountName(db, open.account_id),
    state: isConfirmed(open) ? 'processing' : 'in_doubt',
  };
};

const presentHold = (db: Db, { id }: InvoiceRow): InvoiceHold => {
  const hold = findHold(db, id);
  return {
    invoice: id,
    payment_type: hold ? 'hold' : 'debit',
    state: hold?.state ?? null,
    amount: hold?.amount ?? 0,
    held_at: isoTimeOrNull(hold?.held_at ?? null),
    expires_at: typeof hold?.held_at === 'number' ? isoTime(holdExpiry(hold.held_at)) : null,
    captured_amount: hold?.captured_amount ?? null,
    ended_at: isoTimeOrNull(hold?.ended_at ?? null),
    under_way: presentUnderWay(db, id),
  };
};

const presentHeld = (row: HeldRow) =>
  present(heldInvoice, {
    ...row,
    number_display: numberDisplay(row.number),
    terminal: row.terminal_id,
    amount: row.held_amount,
    expires_at: isoTime(holdExpiry(row.held_at)),
  });

/** Held payments: what is held, and taking it or giving it up. */
export const holdRoutes = (context: MoneyContext): Route[] => [
  listRoute(context),
  defineExtension({
    at: 'GET invoices/{id}/hold/',
    id: 'getInvoiceHold',
    summary: 'Read whether the payment of an invoice is held, and until when',
    description:
      'Sends no bank request: events and refresh bring its news. While under_way is not null neither a capture nor a ' +
      'release is accepted.',
    answer: invoiceHold,
    access: 'can_view_invoices',
    honoursScope: true,
    load: loadInvoice(context.db),
    handler: ({ target }) => presentHold(context.db, target),
  }),
  captureRoute(context),
  releaseRoute(context),
];

const listRoute = ({ db }: MoneyContext): Route =>
  defineExtension({
    at: 'GET invoices/held/',
    id: 'listHeldInvoices',
    summary: 'List the invoices whose money the bank holds',
    order: 'the hold that ends first comes first, then by id.',
    answer: heldInvoicePage,
    access: 'can_view_invoices',
    honoursScope: true,
    query: heldInvoiceQuery,
    handler: ({ actor, query, paginate }) =>
      paginate(PAGE_SIZES, (slice) => listHeld(db, narrowInvoices(query, actor), slice), presentHeld),
  });

type Requested = Omit<MoneyCall, 'invoice'> & { kind: HoldRequest; target: InvoiceRow; language: Language };

const answerHoldRequest = async (context: MoneyContext, { kind, target, language, ...call }: Requested) =>
  presentStored(context.db, await endHold(context, kind, { ...call, invoice: target }), language);

const REPEATED =
  'One capture or release at a time: while the outcome of one is unknown, or the bank works on it, another is a 400 ' +
  'under errors.status. Send an Idempotency-Key: after a 502 or a lost answer the same request under the same key never ' +
  'acts twice; it is answered with 200 once the bank shows it, and with 502 IN_DOUBT until then. Waits for the bank.';

const captureRoute = (context: MoneyContext): Route =>
  defineExtension({
    at: 'POST invoices/{id}/capture/',
    id: 'captureHold',
    summary: 'Take the money held for an invoice, in full or in part',
    description:
      'The invoice becomes success, paid at that moment, with what was taken as its final_amount; the bank gives up the ' +
      'rest. What is given up is a refund by the rules of refunds: can_cancel_invoices (else 403), limits, reason and second ' +
      'person; whoever sells only at the prices of the catalog captures all, or lines. The invoice has to be visible to ' +
      `the caller, by can_view_invoices or as their own sale, else it is a 404. If the bank is still working on it, the invoice stays processing, and a later refresh brings the outcome. ${REPEATED}`,
    answer: invoice,
    callsBank: true,
    isTranslated: true,
    access: RIGHT_TO.capture,
    honoursScope: true,
    load: loadSeenOrMade(context.db),
    query: holdQuery,
    body: holdCapture,
    examples: {
      whole: { summary: 'All that is held', value: {} },
      part: { summary: 'A part', value: { amount: 4500, comment: 'Без десерту' } },
    },
    idempotent: true,
    takesApproval: 'Refund-Approval',
    handler: ({ query, body, ...call }) =>
      answerHoldRequest(context, { ...call, kind: 'capture', input: body, expected: query }),
  });

const releaseRoute = (context: MoneyContext): Route =>
  defineExtension({
    at: 'POST invoices/{id}/release/',
    id: 'releaseHold',
    summary: 'Give up the money held for an invoice',
    description:
      'The customer can spend it again, and the invoice becomes reversed without ever having been paid. It is a refund by ' +
      `the rules of refunds: limits, reason and second person. ${REPEATED}`,
    answer: invoice,
    callsBank: true,
    isTranslated: true,
    access: RIGHT_TO.giveBack,
    honoursScope: true,
    load: loadInvoice(context.db),
    query: holdQuery,
    body: holdRelease,
    examples: { release: { summary: 'The customer did not come', value: { comment: 'Клієнт передумав' } } },
    idempotent: true,
    takesApproval: 'Refund-Approval',
    handler: ({ query, body, ...call }) =>
      answerHoldRequest(context, {
        ...call,
        kind: 'release',
        input: { ...body, amount: undefined, items: [] },
        expected: query,
      }),
  });
