import {
  type FiscalCheck,
  type FiscalChecks,
  type FiscalGapPage,
  fiscalChecks,
  fiscalFileQuery,
  fiscalGap,
  fiscalGapPage,
  fiscalGapQuery,
} from '../../../shared/api/fiscal-checks.ts';
import { numberDisplay } from '../../../shared/api/invoices.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { isoTime, isoTimeOrNull } from '../../../shared/time.ts';
import type { BankFiscalCheck } from '../../bank/wire.ts';
import { fetchFiscalChecks, fiscalFileOf, taxAddress } from '../../money/bank-state/fiscal-checks.ts';
import type { InvoiceContext } from '../../money/bank-state/refresh.ts';
import { present } from '../../platform/present.ts';
import { loadInvoice } from '../../shop/accounts/scope.ts';
import { FIRST_REQUEST_MS, LOOKED_FOR_MS } from '../../shop/fiscal/plan.ts';
import { countFiscalTerminals, type FiscalGapRow, listFiscalGaps } from '../../store/fiscal-gaps.ts';
import { defineExtension } from '../extension.ts';
import type { FileAnswer } from '../files.ts';
import type { Route } from '../route.ts';

const presentCheck = (check: BankFiscalCheck): FiscalCheck => ({
  id: check.id,
  type: check.type,
  status: check.status,
  source: check.fiscalizationSource ?? '',
  status_description: check.statusDescription ?? '',
  tax_url: taxAddress(check),
  has_file: check.file !== null,
});

const presentGap = (row: FiscalGapRow) =>
  present(fiscalGap, {
    ...row,
    invoice: row.id,
    number_display: numberDisplay(row.number),
    terminal: row.terminal_id,
    type: row.gap_type,
    amount: row.gap_amount,
    paid_date: isoTime(row.paid_date ?? row.created_date),
    refunded_date: isoTimeOrNull(row.refunded_at),
    status: row.gap_status,
  });

export const fiscalCheckRoutes = (context: InvoiceContext): Route[] => [
  listGaps(context),
  listChecks(context),
  getFile(context),
];

const listGaps = ({ db, now }: InvoiceContext) =>
  defineExtension({
    at: 'GET invoices/fiscal-gaps/',
    id: 'listFiscalGaps',
    summary: 'List payments and refunds without a finished fiscal check',
    description:
      'Payments of the last seven days, not refunded in full, and refunds of these days, at terminals that issue ' +
      'fiscal receipts, which had no finished check at the last bank request, ten minutes after the payment or the ' +
      'refund, or later. A job requests them from the bank, not this call. Whether a terminal ' +
      'issues fiscal receipts shows when the bank first reports a check, unless the owner says so ' +
      '(terminals/{id}/fiscal/).',
    order: 'newest first.',
    answer: fiscalGapPage,
    access: 'can_view_invoices',
    query: fiscalGapQuery,
    handler: ({ paginate }): FiscalGapPage => {
      const range = { paidFrom: now() - LOOKED_FOR_MS, graceMs: FIRST_REQUEST_MS };
      return paginate(
        PAGE_SIZES,
        (slice) => ({ ...listFiscalGaps(db, range, slice), fiscal_terminals: countFiscalTerminals(db) }),
        presentGap,
      );
    },
  });

const listChecks = (context: InvoiceContext) =>
  defineExtension({
    at: 'GET invoices/{id}/fiscal-checks/',
    id: 'listInvoiceFiscalChecks',
    summary: 'List the fiscal checks of a payment',
    description:
      'As the bank reports them: one of the sale, and one of each refund. Empty where the merchant does ' +
      'not issue fiscal receipts. For an invoice that was never paid: 400. Waits for the bank.',
    order: 'that of the bank.',
    answer: fiscalChecks,
    callsBank: true,
    refusals: ['NeverPaid'],
    access: 'can_view_invoices',
    honoursScope: true,
    load: loadInvoice(context.db),
    handler: async ({ target }): Promise<FiscalChecks> => {
      const { requestedAt, checks } = await fetchFiscalChecks(context, target);
      return { invoice: target.id, asked_at: isoTime(requestedAt), results: checks.map(presentCheck) };
    },
  });

const getFile = (context: InvoiceContext) =>
  defineExtension({
    at: 'GET invoices/{id}/fiscal-checks/file/',
    id: 'getInvoiceFiscalCheckFile',
    summary: 'Fetch a fiscal check of a payment as a file',
    description: "The bank's PDF. While there is none: 400. Waits for the bank.",
    produces: ['application/pdf'],
    answerHeaders: ['Content-Disposition'],
    callsBank: true,
    refusals: ['NeverPaid'],
    access: 'can_view_invoices',
    query: fiscalFileQuery,
    honoursScope: true,
    load: loadInvoice(context.db),
    handler: async ({ target, query }): Promise<FileAnswer> => ({
      type: 'application/pdf',
      name: `fiscal-check-${numberDisplay(target.number)}.pdf`,
      body: await fiscalFileOf(context, target, query.check),
    }),
  });
