import type { Generated } from 'kysely';

// Shifts and their cash. Times are milliseconds UTC, money minor units. Rows are never deleted.

export interface ShiftsTable {
  id: Generated<number>;
  opened_by: number;
  opened_at: number;
  /** Counted. */
  opening_cash: number;
  opening_remark: string;
  /** Null: the shift is open, as the next three. */
  closed_by: Generated<number | null>;
  closed_at: Generated<number | null>;
  /** Counted. */
  closing_cash: Generated<number | null>;
  /** Opening cash, plus cash sales, minus cash refunds; may be negative. */
  expected_cash: Generated<number | null>;
  closing_remark: Generated<string>;
  /** 1: the PC's clock was set back during the shift. */
  clock_behind: Generated<0 | 1>;
}

export interface CashSalesTable {
  id: Generated<number>;
  shift_id: number;
  /** Positive for refunds too. */
  amount: number;
  is_refund: 0 | 1;
  remark: string;
  made_by: number;
  made_at: number;
  /** Null: it counts. */
  voided_by: Generated<number | null>;
  voided_at: Generated<number | null>;
  void_reason: Generated<string>;
}
