import type { Generated } from 'kysely';
import type { AttemptKind, AttemptStatus, UnreadableKind } from '../../../shared/api/statuses.ts';

// The tables of what the bank is asked and of what it answers: journal, kept answers, records that cannot be read.

/** The journal of calls to the bank whose outcome matters. */
export interface AttemptsTable {
  id: Generated<number>;
  kind: AttemptKind;
  status: AttemptStatus;
  /** What the bank is told so that its answer can be recognised: metadata of an invoice, extRef of a refund. */
  tag: string;
  terminal_id: number;
  /** Ours; null until the invoice is known. */
  invoice_id: number | null;
  account_id: number | null;
  /** The invoice number this attempt has used. */
  number: number | null;
  /** The client's Idempotency-Key, and what it asked with it. */
  idempotency_key: string | null;
  fingerprint: string | null;
  /** What was asked, JSON. */
  request: string;
  err_code: string;
  created_at: number;
  settled_at: number | null;
  /** The same two by the bank's clock; null: not known. */
  bank_created_at: number | null;
  bank_settled_at: number | null;
  /** A refund that the bank has confirmed and still works on: when that was known, ms. */
  accepted_at: number | null;
  /** How many bank invoices may carry the tag: one for each request that the bank may have carried out. */
  possible_invoices: Generated<number>;
  /** When the register is read next for one of them that is not known here; null: there is none to look for. */
  register_check_at: number | null;
}

/**
 * `open`: it can be paid, as far as is known. `over`: it was invalidated, or has expired. `paid`: its payment is a
 * second one of the sale, and has an invoice of its own.
 */
type SaleInvoiceState = 'open' | 'over' | 'paid';

/** Bank invoices that carry the tag of a sale, beside the one that its invoice names. */
export interface SaleInvoicesTable {
  id: Generated<number>;
  bank_invoice_id: string;
  /** Ours: the invoice of the sale. */
  invoice_id: number;
  state: SaleInvoiceState;
  /** To invalidate it, or to ask about it in vain, since the bank last answered. */
  tries: number;
  /** When it is looked at next; null when it is no longer open. */
  next_try_at: number | null;
  created_at: number;
}

/** What the bank says of one thing and Kramar cannot read, until it can. */
export interface UnreadableRecordsTable {
  id: Generated<number>;
  kind: UnreadableKind;
  terminal_id: number;
  /** Names the thing within its kind and terminal. */
  key: string;
  /** Ours; null: none is known. */
  invoice_id: number | null;
  /** The bank's identifier of it; "" when it cannot be read. */
  bank_id: string;
  field: string;
  /** As the bank sent it, shortened, card numbers and secrets masked. */
  value: string;
  /** The statement's line as JSON, masked as above; null: of another kind, or too long to be kept. */
  line: string | null;
  /** Where the statement that holds the line has to begin (ms); null: of another kind. */
  read_from: number | null;
  first_seen_at: number;
  last_seen_at: number;
  tries: number;
  /** When it is looked at again; null: when its kind is looked at anyway. */
  next_try_at: number | null;
}

/** The answers that are repeated when a client asks again with the same Idempotency-Key. */
export interface IdempotencyKeysTable {
  account_id: number;
  key: string;
  /** Of the request's body. */
  fingerprint: string;
  /** The body of the 201, JSON. */
  answer: string;
  created_at: number;
  /** By the bank's clock; null: not known. */
  bank_created_at: number | null;
}
