import * as v from 'valibot';
import { count, id, timestamp } from './answers.ts';
import { boolean, dictionary, MAX_LENGTH, text } from './fields.ts';
import { orderingParam, pageParams, query, searchParam } from './query.ts';

export const terminal = v.strictObject({
  id: id(),
  name: v.string(),
  merchant_id: v.string(),
  merchant_name: v.string(),
  edrpou: v.string(),
  is_active: v.boolean(),
  show_payments: v.boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type Terminal = v.InferOutput<typeof terminal>;

export const terminalName = () => text(MAX_LENGTH.name);

/**
 * A bank token as the owner gives it. Printable ASCII alone: nothing else can stand in an HTTP header, and the failure
 * would look like a bank that is not there. A blank copied along cannot be seen in a hidden field, so it goes.
 */
export const bankToken = () =>
  v.pipe(
    text(MAX_LENGTH.token),
    v.regex(
      /^[\x21-\x7e]+$/,
      'A token has Latin letters, digits and signs only; this one has a space, a line break or another letter.',
    ),
  );

/** The bank token is no field here, so `dictionary` refuses it under whatever name it comes. */
export const terminalPatch = dictionary(
  {
    name: v.optional(terminalName()),
    is_active: v.optional(boolean()),
    show_payments: v.optional(boolean()),
  },
  ['id', 'merchant_id', 'merchant_name', 'edrpou', 'created_at', 'updated_at'],
);
export type TerminalPatch = v.InferOutput<typeof terminalPatch>;

export const terminalQuery = query({
  search: searchParam(),
  ordering: orderingParam(['name', 'created_at']),
  ...pageParams,
});
export type TerminalQuery = v.InferOutput<typeof terminalQuery>;

export const syncedRegisters = v.strictObject({
  /** Registers that the bank listed. */
  synced: count(),
  merchant_name: v.string(),
  merchant_id: v.string(),
});
export type SyncedRegisters = v.InferOutput<typeof syncedRegisters>;

export const syncedInvoices = v.strictObject({
  /** Payments in the statement of the last 30 days. */
  synced: count(),
  /** How many of them were new here. */
  created: count(),
  /** How many were changed here. */
  updated: count(),
});
export type SyncedInvoices = v.InferOutput<typeof syncedInvoices>;
