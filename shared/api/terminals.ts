import * as v from 'valibot';
import { choice, count, flag, id, nullable, recordId, shape, stamps, string, timestamp } from './answers.ts';
import { described } from './described.ts';
import { boolean, MAX_LENGTH, oneOf, requestBody, text } from './fields.ts';
import { fiscalFields, fiscalFieldsPatch } from './product-shop.ts';
import { orderingParam, pageParams, query, searchParam } from './query.ts';
import { FISCAL_SERVICES, HISTORY_ACTIONS, HISTORY_STATES, ISSUES_RECEIPTS } from './statuses.ts';

export const terminal = shape('Terminal', {
  id: recordId(),
  name: string('Name of the terminal in the shop.', 'Каса 1'),
  merchant_id: string("The bank's identifier of the merchant. Filled by sync_registers.", 'prKavarnia'),
  merchant_name: string("The merchant's name at the bank. Filled by sync_registers.", 'Кав’ярня «Зерно»'),
  edrpou: string('Company registry code. Filled by sync_registers.', '3141592653'),
  is_active: flag('False: no new invoices, and no scheduled exchange with the bank.', true),
  show_payments: flag(
    'A wish for screens: show payments of this terminal that were made past this service.',
    true,
  ),
  ...stamps,
});
export type Terminal = v.InferOutput<typeof terminal>;

export const terminalName = () => text(MAX_LENGTH.name);

/**
 * A bank token as the owner enters it. Printable ASCII only: an HTTP header can hold nothing else, and the failure
 * would look like an unreachable bank. A copied blank is invisible in a hidden field, so it is dropped.
 */
export const bankToken = () =>
  v.pipe(
    text(MAX_LENGTH.token),
    v.regex(
      /^[\x21-\x7e]+$/,
      'A token has Latin letters, digits and signs only; this one has a space, a line break or another letter.',
    ),
  );

/** The bank token is no field here, so `dictionary` refuses it under any name. */
export const terminalPatch = requestBody(
  'TerminalPatch',
  {
    name: v.optional(terminalName()),
    is_active: v.optional(boolean()),
    show_payments: v.optional(boolean()),
  },
  terminal,
);
export type TerminalPatch = v.InferOutput<typeof terminalPatch>;

export const terminalQuery = query({
  search: searchParam('Words to find in name, merchant_id, merchant_name or edrpou.'),
  ordering: orderingParam(['name', 'created_at'], 'Default: name.'),
  ...pageParams,
});
export type TerminalQuery = v.InferOutput<typeof terminalQuery>;

export const syncedRegisters = shape('SyncedRegisters', {
  synced: count('How many cash registers the bank listed.', 4),
  merchant_name: terminal.entries.merchant_name,
  merchant_id: terminal.entries.merchant_id,
});
export type SyncedRegisters = v.InferOutput<typeof syncedRegisters>;

export const syncedInvoices = shape('SyncedInvoices', {
  synced: count('Payments in the statement of the last 30 days.', 31),
  created: count('How many of them were new here.', 2),
  updated: count('How many were changed here.', 1),
});
export type SyncedInvoices = v.InferOutput<typeof syncedInvoices>;

/** The fiscal receipts of a terminal: whether it issues them, and what its lines have by default. Beyond version 1. */

/** "": as the bank's checks show. */
const SERVICES = ['', ...FISCAL_SERVICES] as const;

export const terminalFiscal = shape('TerminalFiscal', {
  terminal: id('Id of the terminal.'),
  issues_receipts: choice(
    ISSUES_RECEIPTS,
    "Whether it issues fiscal receipts, by the owner's word. auto: it does once the bank has reported one of its checks.",
  ),
  service: choice(
    SERVICES,
    "Who registers its receipts, by the owner's word; empty: whoever registered the checks that the bank reported.",
    'checkbox',
  ),
  ...fiscalFields(),
  is_fiscal: flag('True when it counts as one that issues fiscal receipts.', true),
  known_service: string(
    "Who registers them, as far as is known: the owner's word, else the bank's; empty: not known.",
    'checkbox',
  ),
  seen_since: nullable(
    timestamp(),
    'When the bank first reported a check of one of its payments, UTC; null: it never did.',
    '2026-03-02T08:27:00.214Z',
  ),
});
export type TerminalFiscal = v.InferOutput<typeof terminalFiscal>;

export const terminalFiscalPatch = requestBody(
  'TerminalFiscalPatch',
  {
    issues_receipts: v.optional(oneOf(ISSUES_RECEIPTS)),
    service: v.optional(oneOf(SERVICES)),
    ...fiscalFieldsPatch(),
  },
  terminalFiscal,
);
export type TerminalFiscalPatch = v.InferOutput<typeof terminalFiscalPatch>;

/** Payments from before Kramar: the bank's statement, read back to where it begins. Beyond version 1. */

export const statementHistory = shape('StatementHistory', {
  terminal: id('Id of the terminal.'),
  state: choice(
    ['none', ...HISTORY_STATES],
    'none: never started. running: it goes on while the till is idle. paused, cancelled: by a person; what was read ' +
      'stays. done: the statement has nothing older.',
    'running',
  ),
  started_at: nullable(timestamp(), 'When it was started, UTC.', '2026-03-02T08:00:00.000Z'),
  finished_at: nullable(timestamp(), 'When it was done or cancelled, UTC.'),
  newest: nullable(timestamp(), 'Where reading began, UTC.', '2026-01-31T08:00:00.000Z'),
  oldest: nullable(
    timestamp(),
    'Everything that the bank has since then is here, UTC.',
    '2025-10-30T08:00:00.000Z',
  ),
  days_read: count('Days between newest and oldest.', 93),
  days_max: count('Days between newest and the opening of the bank: there are no more of them.', 3044),
  empty_days: count('Days without a payment, up to oldest: after two years of them it is done.', 0),
  payments: count('Payments that the statement listed in these days.', 1204),
  created: count('How many of them were new here.', 1204),
  unreadable: count('Lines that could not be read; a start after an update of Kramar reads them again.', 0),
  first_payment_at: nullable(timestamp(), 'The oldest payment so far, UTC.', '2025-10-30T09:12:00.000Z'),
  problem: string('Code of the last failure of a bank request, as err_code; empty: none.', ''),
  retry_at: nullable(timestamp(), 'When it is tried again after a failure, UTC.'),
});
export type StatementHistory = v.InferOutput<typeof statementHistory>;

export const historyRequest = requestBody(
  'StatementHistoryRequest',
  {
    action: described(
      oneOf(HISTORY_ACTIONS),
      'start: begins, begins again when it is over, or goes on after a pause. pause, cancel: payments that were read ' +
        'stay.',
      'start',
    ),
  },
  statementHistory,
);
