import type { FISCAL_STATUSES, FISCAL_TYPES, FiscalStatus } from '../../../shared/api/statuses.ts';

// What the bank told of fiscal checks. Times are milliseconds UTC.

/** A payment whose fiscal check was requested. */
export interface FiscalChecksTable {
  invoice_id: number;
  status: FiscalStatus;
  status_description: string;
  /** Last answer of the bank; null: requested without an answer so far. */
  asked_at: number | null;
  /** Next request; null when nothing more is expected. */
  next_ask_at: number | null;
}

/** A terminal for whose payments fiscal checks were requested. */
export interface FiscalTerminalsTable {
  terminal_id: number;
  /** First fiscal check seen for one of its payments; null: none. */
  fiscalises_since: number | null;
  /** Consecutive payments without a fiscal check at the bank. */
  asked_in_vain: number;
  /** Next payment to try; null if the terminal fiscalises, because then each is requested. */
  next_ask_at: number | null;
}

/** A fiscal check as the bank last reported it. */
export interface FiscalDocumentsTable {
  invoice_id: number;
  /** In the bank's order, from 0. */
  position: number;
  check_id: string;
  type: (typeof FISCAL_TYPES)[number];
  status: (typeof FISCAL_STATUSES)[number];
  status_description: string;
  /** The service that registers it, in the bank's word. */
  source: string;
  /** Its web address at the tax office; "" without one. */
  tax_url: string;
}
