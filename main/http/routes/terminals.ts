import { PAGE_SIZES, pageOf } from '../../../shared/api/pages.ts';
import {
  syncedInvoices,
  syncedRegisters,
  terminal,
  terminalPatch,
  terminalQuery,
} from '../../../shared/api/terminals.ts';
import type { InvoiceContext } from '../../money/bank-state/refresh.ts';
import { syncInvoices } from '../../money/statement/sync.ts';
import { present } from '../../platform/present.ts';
import { loadTerminal, narrowTerminal } from '../../shop/accounts/scope.ts';
import {
  deleteTerminal,
  patchTerminal,
  syncRegisters,
  type TerminalContext,
} from '../../shop/terminals/terminals.ts';
import { listTerminals, type TerminalRow } from '../../store/terminals.ts';
import { defineRoute, type Route } from '../route.ts';
import { statementHistoryRoutes } from './statement-history.ts';

const presentTerminal = (row: TerminalRow) => present(terminal, row);

/** @param onHistoryStart earlier payments were started */
export const terminalRoutes = (
  context: TerminalContext & InvoiceContext,
  onHistoryStart: () => void,
): Route[] => {
  const load = loadTerminal(context.db);
  return [
    ...readRoutes(context, load),
    ...changeRoutes(context, load),
    ...syncRoutes(context, load),
    ...statementHistoryRoutes(context, onHistoryStart),
  ];
};

type Load = ReturnType<typeof loadTerminal>;

const readRoutes = ({ db }: TerminalContext, load: Load): Route[] => [
  defineRoute({
    at: 'GET terminals/',
    id: 'listTerminals',
    summary: 'List terminals',
    answer: pageOf(terminal),
    access: 'member',
    query: terminalQuery,
    handler: ({ actor, query, paginate }) =>
      paginate(
        PAGE_SIZES,
        (slice) => listTerminals(db, narrowTerminal(query, actor), slice),
        presentTerminal,
      ),
  }),
  defineRoute({
    at: 'GET terminals/{id}/',
    id: 'getTerminal',
    summary: 'Read a terminal',
    answer: terminal,
    access: 'member',
    load,
    handler: ({ target }) => presentTerminal(target),
  }),
];

const changeRoutes = (context: TerminalContext, load: Load): Route[] => [
  defineRoute({
    at: 'PATCH terminals/{id}/',
    id: 'updateTerminal',
    summary: 'Change a terminal',
    description:
      'Fields that are absent stay as they are. The bank token is no field: the owner enters it in the program.',
    answer: terminal,
    access: 'can_manage_terminals',
    honoursScope: true,
    load,
    body: terminalPatch,
    examples: {
      rename: { summary: 'Another name', value: { name: 'Каса біля входу' } },
      rest: { summary: 'No new invoices', value: { is_active: false } },
    },
    handler: ({ target, body }) => presentTerminal(patchTerminal(context, target.id, body)),
  }),
  defineRoute({
    at: 'DELETE terminals/{id}/',
    id: 'deleteTerminal',
    summary: 'Delete a terminal; its invoices stay',
    description:
      'Refused while money is on its way: open invoices (created, processing; held money too), a request without an ' +
      'outcome, a refund that the bank still works on. Its bank token is destroyed and its cash registers go; its ' +
      'invoices stay.',
    refusals: ['Conflict'],
    access: 'can_manage_terminals',
    honoursScope: true,
    load,
    status: 204,
    handler: ({ target }) => deleteTerminal(context, target.id),
  }),
];

const syncRoutes = (context: TerminalContext & InvoiceContext, load: Load): Route[] => [
  defineRoute({
    at: 'POST terminals/{id}/sync_registers/',
    id: 'syncTerminalRegisters',
    summary: 'Bring merchant data and QR registers from the bank',
    description:
      'Fills merchant_id, merchant_name and edrpou, and adds or updates cash registers. Waits for the bank.',
    answer: syncedRegisters,
    callsBank: true,
    access: 'can_manage_terminals',
    honoursScope: true,
    load,
    handler: ({ target }) => syncRegisters(context, target.id),
  }),
  defineRoute({
    at: 'POST terminals/{id}/sync_invoices/',
    id: 'syncTerminalInvoices',
    summary: 'Bring the statement of the last 30 days from the bank',
    description:
      'Payments unknown here become invoices, and open invoices are brought up to date. Waits for the bank.',
    answer: syncedInvoices,
    callsBank: true,
    access: 'can_manage_terminals',
    honoursScope: true,
    load,
    handler: ({ target }) => syncInvoices(context, target.id),
  }),
];
