// Tables of people: their PINs, and their limits of refunds. Times are milliseconds UTC, amounts minor units.

export interface PinsTable {
  account_id: number;
  /** Made like the hash of a password, of the PIN under the pepper. */
  pin_hash: string;
  /** Names the pepper; another one means another keychain. */
  pepper: string;
  /** Wrong PINs in a row. */
  failures: number;
  set_at: number;
}

/** Null: no limit. */
export interface RefundLimitsTable {
  account_id: number;
  /** The largest single refund. */
  largest: number | null;
  /** The sum of a shop day. */
  per_day: number | null;
}

/** A second person's consent to one refund, until it is used. */
export interface RefundApprovalsTable {
  /** SHA-256 in hex; the approval itself is not stored. */
  token_hash: string;
  requester_id: number;
  approver_id: number;
  invoice_id: number;
  amount: number;
  created_at: number;
}
