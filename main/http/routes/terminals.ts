import { PAGE_SIZES, pageOf } from '../../../shared/api/pages.ts';
import {
  historyRequest,
  type StatementHistory,
  statementHistory,
  syncedInvoices,
  syncedRegisters,
  terminal,
  terminalPatch,
  terminalQuery,
} from '../../../shared/api/terminals.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { InvoiceContext } from '../../money/bank-state/refresh.ts';
import { FLOOR, requestHistory, WINDOW_MS } from '../../money/statement/history.ts';
import { syncInvoices } from '../../money/statement/sync.ts';
import { present } from '../../platform/present.ts';
import { loadTerminal, narrowTerminal } from '../../shop/accounts/scope.ts';
import {
  deleteTerminal,
  patchTerminal,
  syncRegisters,
  type TerminalContext,
} from '../../shop/terminals/terminals.ts';
import type { DbContext } from '../../store/db/connection.ts';
import { findHistory, type StatementHistoryRow } from '../../store/statement-histories.ts';
import { listTerminals, type TerminalRow } from '../../store/terminals.ts';
import { defineExtension, defineRoute, type Route } from '../route.ts';

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

const days = (ms: number): number => Math.max(0, Math.round(ms / DAY_MS));

const NONE = {
  state: 'none',
  started_at: null,
  finished_at: null,
  newest: null,
  oldest: null,
  days_read: 0,
  days_max: 0,
  empty_days: 0,
  payments: 0,
  created: 0,
  unreadable: 0,
  first_payment_at: null,
  problem: '',
  retry_at: null,
} as const;

const presentHistory = (terminal: number, row: StatementHistoryRow | undefined): StatementHistory => {
  if (!row) return { terminal, ...NONE };
  const { newest, oldest, empty_windows } = row;
  return present(statementHistory, {
    ...row,
    terminal,
    days_read: days(newest - oldest),
    days_max: days(newest - FLOOR),
    empty_days: days(Math.min(empty_windows * WINDOW_MS, newest - oldest)),
  });
};

/** Earlier payments of a terminal: those that the bank has from before Kramar. */
const statementHistoryRoutes = ({ db, now }: DbContext, onStart: () => void): Route[] => [
  defineExtension({
    at: 'GET terminals/{id}/statement_history/',
    id: 'getStatementHistory',
    summary: 'Read how far the earlier payments of a terminal have been read',
    description:
      'Earlier payments are those that the bank has from before this service. Sends no bank request.',
    answer: statementHistory,
    access: 'member',
    honoursScope: true,
    load: loadTerminal(db),
    handler: ({ target }) => presentHistory(target.id, findHistory(db, target.id)),
  }),
  defineExtension({
    at: 'POST terminals/{id}/statement_history/',
    id: 'requestStatementHistory',
    summary: 'Start, pause or cancel reading the earlier payments of a terminal',
    description:
      'Does not wait for the bank: a job reads the statement in windows of 31 days, from the oldest day held back to ' +
      'where it begins, while the till is idle; a restart of the service goes on where it was. It ends after two years ' +
      'without a payment, or at the opening of the bank. Nothing is doubled: reading again finds what is here.',
    answer: statementHistory,
    access: 'can_manage_terminals',
    honoursScope: true,
    load: loadTerminal(db),
    body: historyRequest,
    examples: {
      start: { summary: 'Start, or go on after a pause', value: { action: 'start' } },
      pause: { summary: 'Pause', value: { action: 'pause' } },
      cancel: { summary: 'End it; what was read stays', value: { action: 'cancel' } },
    },
    handler: ({ target, body }) => {
      const history = requestHistory({ db, now }, target, body.action);
      if (body.action === 'start') onStart();
      return presentHistory(target.id, history);
    },
  }),
];
