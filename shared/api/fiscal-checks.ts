import * as v from 'valibot';
import { count, id, minorUnits, timestamp } from './answers.ts';
import { pageOf } from './pages.ts';
import { pageParams, query, textParam } from './query.ts';
import { FISCAL_STATUSES, FISCAL_TYPES } from './statuses.ts';

/** Fiscal checks, which the bank makes or has made; read only. Beyond version 1. */
export const fiscalCheck = v.strictObject({
  id: v.string(),
  type: v.picklist(FISCAL_TYPES),
  status: v.picklist(FISCAL_STATUSES),
  /** checkbox, monopay, vchasnokasa, in the bank's words. */
  source: v.string(),
  status_description: v.string(),
  /** Where the tax office shows it; "" when there is none yet. */
  tax_url: v.string(),
  /** Whether invoices/{id}/fiscal-checks/file/ gives it as a PDF. */
  has_file: v.boolean(),
});
export type FiscalCheck = v.InferOutput<typeof fiscalCheck>;

export const fiscalChecks = v.strictObject({
  invoice: id(),
  asked_at: timestamp(),
  results: v.array(fiscalCheck),
});
export type FiscalChecks = v.InferOutput<typeof fiscalChecks>;

export const fiscalFileQuery = query({
  /** Its id; absent: the first with a file. */
  check: textParam(),
});

/** Paid and without a finished fiscal check of the sale, at terminals that fiscalise. */
export const fiscalGap = v.strictObject({
  invoice: id(),
  number_display: v.string(),
  reference: v.string(),
  terminal: id(),
  terminal_name: v.string(),
  amount: minorUnits(),
  paid_date: timestamp(),
  /** none: the bank knows of no check. */
  status: v.picklist(['none', 'new', 'process', 'failed']),
  status_description: v.string(),
  asked_at: timestamp(),
});
export type FiscalGap = v.InferOutput<typeof fiscalGap>;

export const fiscalGapPage = v.strictObject({
  ...pageOf(fiscalGap).entries,
  total_amount: minorUnits(),
  /** Terminals known to fiscalise. */
  fiscal_terminals: count(),
});
export type FiscalGapPage = v.InferOutput<typeof fiscalGapPage>;

export const fiscalGapQuery = query({ ...pageParams });
