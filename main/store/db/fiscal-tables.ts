import type {
  FISCAL_STATUSES,
  FISCAL_TYPES,
  FiscalService,
  FiscalStatus,
  IssuesReceipts,
} from '../../../shared/api/statuses.ts';

// Tables of fiscal receipts: what the register needs of a line, and what the bank reported of the checks. Times are
// milliseconds UTC.

interface FiscalFieldsColumns {
  /** JSON list of the register's numbers of tax rates. */
  tax: string;
  uktzed: string;
  header: string;
  footer: string;
}

/** A product without a row has none of it. */
export interface ProductFiscalTable extends FiscalFieldsColumns {
  product_id: number;
}

/** The owner's word about a terminal's receipts; without a row it goes by the checks that the bank reports. */
export interface FiscalSettingsTable extends FiscalFieldsColumns {
  terminal_id: number;
  issues_receipts: IssuesReceipts;
  service: FiscalService | '';
}

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
  /** Who registers its checks, as the bank last reported; "": not known. */
  source: string;
}

/** A refund for whose return check the bank was asked. */
export interface FiscalReturnsTable {
  refund_id: number;
  status: FiscalStatus;
  status_description: string;
  asked_at: number;
  /** Next request; null when nothing more is expected. */
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
