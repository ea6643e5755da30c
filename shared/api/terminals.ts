import * as v from 'valibot';
import { boolean, dictionary, text } from './fields.ts';
import { orderingParam, pageParams, query, searchParam } from './query.ts';

export interface Terminal {
  id: number;
  name: string;
  merchant_id: string;
  merchant_name: string;
  edrpou: string;
  is_active: boolean;
  show_payments: boolean;
  created_at: string;
  updated_at: string;
}

export const terminalName = () => text(255);

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

export interface SyncedRegisters {
  /** Registers that the bank listed. */
  synced: number;
  merchant_name: string;
  merchant_id: string;
}

export interface SyncedInvoices {
  /** Payments in the statement of the last 30 days. */
  synced: number;
  /** How many of them were new here. */
  created: number;
  /** How many were changed here. */
  updated: number;
}
