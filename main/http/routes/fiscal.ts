import { dayCloseQuery } from '../../../shared/api/day-close.ts';
import { type DayFiscal, dayFiscal } from '../../../shared/api/fiscal-checks.ts';
import {
  type TerminalFiscal,
  terminalFiscal,
  terminalFiscalPatch,
} from '../../../shared/api/terminal-fiscal.ts';
import type { InvoiceContext } from '../../money/bank-state/refresh.ts';
import { present } from '../../platform/present.ts';
import { loadTerminal } from '../../shop/accounts/scope.ts';
import { type FiscalState, fiscalStateOf, patchTerminalFiscal } from '../../shop/fiscal/settings.ts';
import { daysToClose } from '../../shop/reports/day-close.ts';
import type { DbContext } from '../../store/db/connection.ts';
import { countFiscalTerminals, fiscalDay } from '../../store/fiscal-gaps.ts';
import type { TerminalRow } from '../../store/terminals.ts';
import { defineExtension } from '../extension.ts';
import type { Route } from '../route.ts';
import { fiscalCheckRoutes } from './fiscal-checks.ts';
import { productFiscalRoutes } from './product-shop.ts';

/** Fiscal receipts: the checks that the bank reports, and what the shop says of its products and terminals. */
/** @param timeZone the shop's, IANA */
export const fiscalRoutes = (context: InvoiceContext, timeZone: string): Route[] => [
  ...fiscalCheckRoutes(context),
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
    handler: ({ query }): DayFiscal => {
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
