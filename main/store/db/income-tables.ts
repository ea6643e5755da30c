import type { Generated } from 'kysely';
import type { IncomeKind, TaxGroup } from '../../../shared/income.ts';

// The income book. Money is minor units; days count from 1970 in the shop's calendar. Entries are never deleted.

export interface IncomeEntriesTable {
  id: Generated<number>;
  tax_number: string;
  day: number;
  kind: IncomeKind;
  /** Positive for refunds too. */
  amount: number;
  is_refund: 0 | 1;
  source: string;
  remark: string;
  made_by: number;
  /** Milliseconds UTC. */
  made_at: number;
  /** Null: it counts. */
  voided_by: Generated<number | null>;
  voided_at: Generated<number | null>;
  void_reason: Generated<string>;
}

/** Limits that the owner has set in place of the default. */
export interface IncomeLimitsTable {
  year: number;
  tax_group: TaxGroup;
  amount: number;
}

/** The group of a tax number from this year on, until a later row. */
export interface IncomeGroupsTable {
  tax_number: string;
  year: number;
  /** Null: not on the single tax. */
  tax_group: TaxGroup | null;
}

/** The tax number that the cash of shifts belongs to from this year on, until a later row. */
export interface IncomeShiftCashTable {
  year: number;
  tax_number: string;
}
