import { dayCloseQuery } from '../../../shared/api/day-close.ts';
import {
  dayFiscal,
  fiscalChecks,
  fiscalFileQuery,
  fiscalGap,
  fiscalGapPage,
  fiscalGapQuery,
} from '../../../shared/api/fiscal-checks.ts';
import { numberDisplay } from '../../../shared/api/invoices.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { type TerminalFiscal, terminalFiscal, terminalFiscalPatch } from '../../../shared/api/terminals.ts';
import { isoTime, isoTimeOrNull } from '../../../shared/time.ts';
import { fetchFiscalChecks, fiscalFileOf, taxAddress } from '../../money/bank-state/fiscal-checks.ts';
import type { InvoiceContext } from '../../money/bank-state/refresh.ts';
import { present } from '../../platform/present.ts';
import { loadInvoice, loadTerminal } from '../../shop/accounts/scope.ts';
import { FIRST_REQUEST_MS, LOOKED_FOR_MS } from '../../shop/fiscal/plan.ts';
import { type FiscalState, fiscalStateOf, patchTerminalFiscal } from '../../shop/fiscal/settings.ts';
import { daysToClose } from '../../shop/reports/day-close.ts';
import type { DbContext } from '../../store/db/connection.ts';
import {
  countFiscalTerminals,
  type FiscalGapRow,
  fiscalDay,
  listFiscalGaps,
} from '../../store/fiscal-gaps.ts';
import type { TerminalRow } from '../../store/terminals.ts';
import { defineExtension, type Route } from '../route.ts';
import { productFiscalRoutes } from './product-shop.ts';

/**
 * Fiscal receipts: the checks that the bank reports, and what the shop says of its products and terminals.
 * @param timeZone the shop's, IANA
 */
export const fiscalRoutes = (context: InvoiceContext, timeZone: string): Route[] => [
  listGaps(context),
  listChecks(context),
  getFile(context),
  ...productFiscalRoutes(context),
  ...terminalFiscalRoutes(context),
  dayFiscalRoute(context, timeZone),
];

const dayFiscalRoute = ({ db, now }: InvoiceContext, timeZone: string): Route => {
  const dayOf = daysToClose(timeZone, now);
  return defineExtension({
    at: 'GET stats/day-fiscal/',
    id: 'getDayFiscal',
    summary: "Compare the money of a day of the shop's calendar with its fiscal checks",
    description:
      'As the bank last reported the checks: a job requests them, not this call. A day that has not begun is a 400.',
    answer: dayFiscal,
    access: 'can_view_invoices',
    query: dayCloseQuery,
    handler: ({ query }) => {
      const { date, from, to } = dayOf(query.date);
      return { date, fiscal_terminals: countFiscalTerminals(db), ...fiscalDay(db, { from, to }) };
    },
  });
};

const presentState = ({ id }: TerminalRow, { settings, service, ...known }: FiscalState): TerminalFiscal =>
  present(terminalFiscal, {
    ...settings,
    ...settings.defaults,
    ...known,
    terminal: id,
    known_service: service,
  });

/** The fiscal receipts of a terminal: the owner's word, and the defaults of their lines. */
const terminalFiscalRoutes = (context: DbContext): Route[] => [
  defineExtension({
    at: 'GET terminals/{id}/fiscal/',
    id: 'getTerminalFiscal',
    summary: 'Read whether a terminal issues fiscal receipts, and the defaults of their lines',
    answer: terminalFiscal,
    access: 'member',
    honoursScope: true,
    load: loadTerminal(context.db),
    handler: ({ target }) => presentState(target, fiscalStateOf(context.db, target.id)),
  }),
  defineExtension({
    at: 'PATCH terminals/{id}/fiscal/',
    id: 'updateTerminalFiscal',
    summary: 'Say whether a terminal issues fiscal receipts, and set the defaults of their lines',
    description:
      'Fields that are absent stay as they are. At a terminal that issues fiscal receipts, what the register would ' +
      'refuse is refused before the bank is asked. Checkbox takes discounts as such; of the other services the ' +
      'published rules know none, so their lines go at the price that is paid.',
    answer: terminalFiscal,
    access: 'can_manage_terminals',
    honoursScope: true,
    load: loadTerminal(context.db),
    body: terminalFiscalPatch,
    examples: {
      service: {
        summary: 'Receipts through Вчасно.Каса, which wants a tax rate',
        value: { issues_receipts: 'yes', service: 'vchasnokasa', tax: [1] },
      },
      auto: { summary: "As the bank's checks show", value: { issues_receipts: 'auto', service: '' } },
    },
    handler: ({ target, body }) => presentState(target, patchTerminalFiscal(context, target, body)),
  }),
];

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
    handler: ({ paginate }) => {
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
    handler: async ({ target }) => {
      const { requestedAt, checks } = await fetchFiscalChecks(context, target);
      return {
        invoice: target.id,
        asked_at: isoTime(requestedAt),
        results: checks.map((check) => ({
          id: check.id,
          type: check.type,
          status: check.status,
          source: check.fiscalizationSource ?? '',
          status_description: check.statusDescription ?? '',
          tax_url: taxAddress(check),
          has_file: check.file !== null,
        })),
      };
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
    handler: async ({ target, query }) => ({
      type: 'application/pdf',
      name: `fiscal-check-${numberDisplay(target.number)}.pdf`,
      body: await fiscalFileOf(context, target, query.check),
    }),
  });
