import type { Generated } from 'kysely';
import type { PrintCause, PrintFault, PrintState } from '../../../shared/api/printing.ts';
import type {
  AttemptKind,
  AttemptStatus,
  HistoryState,
  HoldState,
  UnreadableKind,
} from '../../../shared/api/statuses.ts';

// Tables of requests to the bank and its answers: journal, stored answers, unreadable records.

/** The journal of bank requests whose outcome matters. */
export interface AttemptsTable {
  id: Generated<number>;
  kind: AttemptKind;
  status: AttemptStatus;
  /** Sent to the bank, so that its answer can be recognised: metadata of an invoice, extRef of a refund. */
  tag: string;
  terminal_id: number;
  /** Kramar's id; null until the invoice is known. */
  invoice_id: number | null;
  account_id: number | null;
  /** The invoice number used by this attempt. */
  number: number | null;
  /** The client's Idempotency-Key, and the fingerprint of its request. */
  idempotency_key: string | null;
  fingerprint: string | null;
  /** The request, JSON. */
  request: string;
  err_code: string;
  created_at: number;
  settled_at: number | null;
  /** The same two times by the bank's clock; null: not known. */
  bank_created_at: number | null;
  bank_settled_at: number | null;
  /** A refund that the bank has confirmed and still works on: when Kramar learned of it, ms. */
  accepted_at: number | null;
  /** How many bank invoices may carry the tag: one per request that the bank may have carried out. */
  possible_invoices: Generated<number>;
  /** Next reading of the register for an unknown one of them; null: none is expected. */
  register_check_at: number | null;
  /** Why, from the owner's list; "": none was given. */
  reason: Generated<string>;
  /** The second person (account) who approved a refund above the requester's limit. */
  approved_by: Generated<number | null>;
}

/** A payment that the bank holds until the shop captures or releases it. */
export interface HoldsTable {
  invoice_id: number;
  state: HoldState;
  /** Held, or to be held, minor units. */
  amount: number;
  /** When the bank held it, ms; null: it has not been held. */
  held_at: number | null;
  /** What was taken of it; null: nothing was. */
  captured_amount: number | null;
  ended_at: number | null;
  /** When the shop was warned of the hold's end, ms. */
  warned_at: number | null;
}

/**
 * `open`: it can be paid, as far as is known. `over`: it was invalidated, or has expired. `paid`: its payment is a
 * second one of the sale, with its own invoice.
 */
type SaleInvoiceState = 'open' | 'over' | 'paid';

/** Bank invoices that carry the tag of a sale, except the one that its invoice names. */
export interface SaleInvoicesTable {
  id: Generated<number>;
  bank_invoice_id: string;
  /** Kramar's invoice of the sale. */
  invoice_id: number;
  state: SaleInvoiceState;
  /** Attempts to invalidate it, or to query it in vain, since the bank last answered. */
  tries: number;
  /** Next look; null when it is no longer open. */
  next_try_at: number | null;
  created_at: number;
}

/** Records from the bank that Kramar cannot read, kept until it can. */
export interface UnreadableRecordsTable {
  id: Generated<number>;
  kind: UnreadableKind;
  terminal_id: number;
  /** Unique within kind and terminal. */
  key: string;
  /** Kramar's id; null: not known. */
  invoice_id: number | null;
  /** The bank's identifier; "" if unreadable. */
  bank_id: string;
  field: string;
  /** As sent by the bank, shortened, card numbers and secrets masked. */
  value: string;
  /** The statement's line as JSON, masked as above; null: of another kind, or too long to keep. */
  line: string | null;
  /** Earliest start of a statement that contains the line (ms); null: of another kind. */
  read_from: number | null;
  first_seen_at: number;
  last_seen_at: number;
  tries: number;
  /** Next try; null: whenever its kind is read anyway. */
  next_try_at: number | null;
}

/** Answers repeated when a client sends the same Idempotency-Key again. */
export interface IdempotencyKeysTable {
  account_id: number;
  key: string;
  /** Hash of the request's body. */
  fingerprint: string;
  /** The body of the 201, JSON. */
  answer: string;
  created_at: number;
  /** By the bank's clock; null: not known. */
  bank_created_at: number | null;
}

/** One printing of a receipt. */
export interface PrintJobsTable {
  id: Generated<number>;
  invoice_id: number;
  cause: PrintCause;
  state: PrintState;
  /** The receipt had been printed before, or may have been. */
  is_copy: Generated<0 | 1>;
  /** Why it is not printed; null: nothing is known to be wrong. */
  fault: PrintFault | null;
  /** Right before the first byte went to the printer, ms; null: none has. */
  sent_at: number | null;
  created_at: number;
}

/** How far back the statement of a terminal has been read; times in ms UTC. */
export interface StatementHistoriesTable {
  terminal_id: number;
  state: HistoryState;
  started_at: number;
  finished_at: number | null;
  /** Where reading began. */
  newest: number;
  /** Everything since then is here; the next window ends there. */
  oldest: number;
  /** Windows without a payment, the latest in a row. */
  empty_windows: Generated<number>;
  /** Payments that the windows listed. */
  payments: Generated<number>;
  /** How many of them were new here. */
  created: Generated<number>;
  /** Lines that were not applied. */
  unreadable: Generated<number>;
  first_payment_at: Generated<number | null>;
  /** In a row. */
  failures: Generated<number>;
  /** Code of the last failure; "": none. */
  problem: Generated<string>;
  retry_at: Generated<number | null>;
}
