import * as v from 'valibot';
import {
  choice,
  count,
  currency,
  flag,
  id,
  minorUnits,
  nullable,
  otherCurrencyTotals,
  shape,
  string,
  timestamp,
} from './answers.ts';
import { described } from './described.ts';
import { invoice } from './invoices.ts';
import { pageOf } from './pages.ts';
import { pageParams, query, textParam } from './query.ts';
import { FISCAL_STATUSES, FISCAL_TYPES } from './statuses.ts';

/** Fiscal checks, issued by the bank or on its behalf; read only. Beyond version 1. */
const fiscalCheck = shape('FiscalCheck', {
  id: string(
    'Identifier of the check, used in the parameter check of its file.',
    'a2fd4aef-cdb8-4e25-9b36-b6d4672c554d',
  ),
  type: choice(FISCAL_TYPES, 'sale: of the payment. return: of a refund.'),
  status: choice(
    FISCAL_STATUSES,
    'new, process: being made. done: registered. failed: not registered.',
    'done',
  ),
  source: string(
    "Who registers it, in the bank's word: checkbox, monopay, vchasnokasa; the list is the bank's.",
    'checkbox',
  ),
  status_description: string("The bank's words on the status; empty when there are none."),
  tax_url: string(
    'Where the tax office shows it; empty when there is none yet.',
    'https://cabinet.tax.gov.ua/cashregs/check',
  ),
  has_file: flag('True when it can be fetched as a PDF.', true),
});
export type FiscalCheck = v.InferOutput<typeof fiscalCheck>;

export const fiscalChecks = shape('FiscalChecks', {
  invoice: id('Id of the invoice.', 15),
  asked_at: timestamp('When the bank reported them, UTC.', '2026-03-02T08:27:00.214Z'),
  results: described(v.array(fiscalCheck), 'Its fiscal checks, in the order of the bank.'),
});
export type FiscalChecks = v.InferOutput<typeof fiscalChecks>;

export const fiscalFileQuery = query({
  check: textParam('Id of the fiscal check. Absent: the first that has a file.'),
});

/** A payment or refund without a finished fiscal check, at a terminal that issues them. */
export const fiscalGap = shape('FiscalGap', {
  invoice: id('Id of the invoice.', 15),
  number_display: invoice.entries.number_display,
  reference: invoice.entries.reference,
  terminal: id('Id of the terminal.'),
  terminal_name: invoice.entries.terminal_name,
  type: choice(FISCAL_TYPES, 'The missing check. sale: of the payment. return: of a refund.'),
  amount: minorUnits('What was paid; of a return, what was refunded. Minor units.', 8100),
  ccy: currency(),
  paid_date: timestamp('When it was paid, UTC.', '2026-03-02T08:15:50.000Z'),
  refunded_date: nullable(timestamp(), 'Of a return, when it was refunded, UTC; null: of a sale.'),
  status: choice(
    ['none', 'new', 'process', 'failed'],
    'Status of the check. none: the bank knows of no check.',
    'failed',
  ),
  status_description: string(
    "The bank's words on the status; empty when there are none.",
    'Зміну на касі не відкрито',
  ),
  asked_at: timestamp('When the bank last answered a request for it, UTC.', '2026-03-02T08:27:00.214Z'),
});
export type FiscalGap = v.InferOutput<typeof fiscalGap>;

export const fiscalGapPage = pageOf(fiscalGap, {
  count: count('How many payments there are, on all pages.', 1),
  results: described(v.array(fiscalGap), 'The payments of this page.'),
  total_amount: minorUnits('Sum of amount over all of them, on all pages, minor units, hryvnia alone.', 8100),
  other_currencies: otherCurrencyTotals(),
  fiscal_terminals: count(
    'How many terminals are known to issue fiscal receipts; 0: the list stays empty.',
    1,
  ),
});
export type FiscalGapPage = v.InferOutput<typeof fiscalGapPage>;

export const fiscalGapQuery = query({ ...pageParams });

const checkedMoney = shape('CheckedMoney', {
  count: count('How many.', 12),
  amount: minorUnits('Their sum, minor units.', 97_200),
  done: count('Those with a finished check.', 11),
  done_amount: minorUnits('Their sum, minor units.', 89_100),
  missing: count('Those without one when the bank was last asked; it was not asked about the rest yet.', 1),
  missing_amount: minorUnits('Their sum, minor units.', 8100),
});

/** Money and checks of a day of the shop. */
export const dayFiscal = shape('DayFiscal', {
  date: string('The day, in the calendar of the shop.', '2026-03-02'),
  fiscal_terminals: count('How many terminals issue fiscal receipts; 0: the sums stay empty.', 1),
  sales: described(checkedMoney, 'Payments made on that day at these terminals.'),
  returns: described(checkedMoney, 'Refunds made on that day at these terminals.', {
    count: 0,
    amount: 0,
    done: 0,
    done_amount: 0,
    missing: 0,
    missing_amount: 0,
  }),
});
export type DayFiscal = v.InferOutput<typeof dayFiscal>;
