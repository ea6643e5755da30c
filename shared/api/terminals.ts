import * as v from 'valibot';
import { count, flag, recordId, shape, stamps, string } from './answers.ts';
import { boolean, MAX_LENGTH, requestBody, text } from './fields.ts';
import { orderingParam, pageParams, query, searchParam } from './query.ts';

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
