import * as v from 'valibot';
import { INCOME_KINDS, TAX_GROUPS, type TaxGroup } from '../income.ts';
import { MAX_AMOUNT } from '../money.ts';
import {
  choice,
  count,
  flag,
  id,
  minorUnits,
  nullable,
  recordId,
  shape,
  string,
  timestamp,
} from './answers.ts';
import { described, named } from './described.ts';
import { boolean, integer, MAX_LENGTH, oneOf, remark, requestBody, text } from './fields.ts';
import { pageOf } from './pages.ts';
import { choiceParam, pageParams, query, rangeParam, textParam } from './query.ts';
import { EXPORT_FORMATS } from './tables.ts';

/** The income book of a Ukrainian taxpayer on the single tax. Beyond version 1. */

const TAX_NUMBER = '3141592653';
const FIRST_YEAR = 1970;
const LAST_YEAR = 9998;
/** A limit may be larger than an invoice. */
const MAX_LIMIT = MAX_AMOUNT * 100;

const FORECAST_STATUSES = ['expected', 'not_this_year', 'reached', 'too_little_data', 'no_limit'] as const;
const LIMIT_SOURCES = ['law', 'owner', 'earlier_year'] as const;

/* @__NO_SIDE_EFFECTS__ */
const taxGroup = () =>
  v.pipe(
    integer(1, TAX_GROUPS.length),
    v.transform((group) => group as TaxGroup),
  );

const incomeTerminal = shape('IncomeTerminal', {
  id: id('Id of the terminal.'),
  name: string('Its name.', 'Каса 1'),
  is_deleted: flag('Whether it was deleted: its payments remain income.'),
});

const incomeForecast = shape('IncomeForecast', {
  status: choice(
    FORECAST_STATUSES,
    'expected: the limit is reached on date. not_this_year: it is not reached by 31 December. reached: it was ' +
      'reached on date. too_little_data: one of the last four weeks had no income. no_limit: no group is chosen.',
  ),
  date: nullable(v.string(), 'The day, in the calendar of the shop, or null.', '2026-11-14'),
  year_end: nullable(
    minorUnits(),
    'Income of the whole year to expect, minor units; null: too little data.',
    812_345_600,
  ),
});

const LIMIT = 721_159_800;
const state = {
  tax_number: string('ЄДРПОУ (8 digits) or РНОКПП (10); "": the bank has not given it yet.', TAX_NUMBER),
  merchant_name: string('Name of the merchant at the bank.', 'ФОП Коваль О. І.'),
  terminals: described(v.array(incomeTerminal), 'Its terminals, summed together.'),
  takes_shift_cash: flag('Whether the cash of shifts belongs to it in this year.', true),
  year: count('The year.', 2026),
  tax_group: nullable(count(), 'Group of the single tax in this year, 1 to 3; null: none was chosen.', 2),
  income: minorUnits('Income of the year so far, after refunds, minor units.', 650_000_000),
  limit: nullable(minorUnits(), 'Limit of the group in this year, minor units; null: no group.', LIMIT),
  limit_source: nullable(
    v.picklist(LIMIT_SOURCES),
    'law: by the minimum wage. owner: set by the owner. earlier_year: that of an earlier year, since this one is not ' +
      'known yet. Null: no limit.',
    'law',
  ),
  level: nullable(
    v.pipe(v.number(), v.integer()),
    '80, 90 or 100: the percentage of the limit that is reached; null: less.',
    90,
  ),
  reached_on: nullable(v.string(), 'The day on which the limit was reached, or null.'),
  forecast: described(v.nullable(incomeForecast), 'Null: the year is over, or has not begun.'),
};

export const incomeState = shape('IncomeState', state);
export type IncomeState = v.InferOutput<typeof incomeState>;

export const incomeStates = shape('IncomeStates', {
  results: described(v.array(incomeState), 'One for each tax number, in the order of their first terminals.'),
});
export type IncomeStates = v.InferOutput<typeof incomeStates>;

const incomeRow = shape('IncomeRow', {
  period: string('A date, a month (2026-03), a quarter (2026-Q1), or the year.', '2026-03-02'),
  card: minorUnits('Payments through the bank, gross, minor units.', 81_200),
  cash: minorUnits('Cash: of shifts, and entered by hand, minor units.', 38_100),
  shift_cash: minorUnits('The part of cash that comes from shifts, minor units.', 38_100),
  transfers: minorUnits('Transfers entered by hand, minor units.'),
  card_refunds: minorUnits('Refunds of payments through the bank, minor units.', 3600),
  cash_refunds: minorUnits('Cash given back, minor units.', 4500),
  transfer_refunds: minorUnits('Transfers given back, minor units.'),
  refunds: minorUnits('All three together, minor units.', 8100),
  total: minorUnits('card + cash + transfers − refunds, minor units.', 111_200),
  cumulative: minorUnits('Sum of the totals since 1 January, minor units.', 650_000_000),
});
export type IncomeRow = v.InferOutput<typeof incomeRow>;

const incomeCurrency = shape('IncomeCurrency', {
  ccy: count('Currency code, ISO 4217.', 840),
  received: minorUnits('Payments, minor units of that currency.', 7000),
  refunds: minorUnits('Refunds, minor units of that currency.', 1000),
});

export const incomeBook = shape('IncomeBook', {
  ...state,
  time_zone: string("The shop's time zone, IANA: that of the days.", 'Europe/Kyiv'),
  made_at: timestamp('When this was summed up, UTC.', '2026-03-03T06:58:11.402Z'),
  days: described(v.array(incomeRow), 'Days with something, in their order.'),
  months: described(v.array(incomeRow), 'All twelve.', []),
  quarters: described(v.array(incomeRow), 'All four.', []),
  total: described(incomeRow, 'The whole year.'),
  other_currencies: described(
    v.array(incomeCurrency),
    'Payments in other currencies: in none of the sums above. Usually empty.',
    [],
  ),
});
export type IncomeBook = v.InferOutput<typeof incomeBook>;

export const incomeEntry = shape('IncomeEntry', {
  id: recordId(),
  tax_number: string('The tax number whose income it is.', TAX_NUMBER),
  date: string('The day, in the calendar of the shop.', '2026-03-02'),
  kind: choice(INCOME_KINDS, 'How the money came.'),
  amount: minorUnits('How much, minor units; positive for a refund too.', 150_000),
  is_refund: flag('True: money was given back.'),
  source: string('From whom, or for what.', 'Ярмарок'),
  remark: string('Remark.', 'Накладна 17'),
  made_by: string('Who entered it: full name, else username.', 'Олена Коваль'),
  made_at: timestamp('When it was entered, UTC.'),
  voided_by: nullable(v.string(), 'Who voided it: full name, else username; null: it counts.'),
  voided_at: nullable(timestamp(), 'When it was voided, UTC; null: it counts.'),
  void_reason: string('Why it was voided.'),
});
export type IncomeEntry = v.InferOutput<typeof incomeEntry>;

export const incomeEntryPage = named('IncomeEntryPage', pageOf(incomeEntry));
export type IncomeEntryPage = v.InferOutput<typeof incomeEntryPage>;

const bookParams = {
  tax_number: textParam('Of this tax number. Default: that of the first terminal.'),
  year: rangeParam(FIRST_YEAR, LAST_YEAR, 'Of this year. Default: the current one.'),
};

export const incomeBookQuery = query(bookParams);

export const incomeEntriesQuery = query({ ...bookParams, ...pageParams });

export const incomeExportQuery = query({
  format: choiceParam(EXPORT_FORMATS, 'Format of the file. Default: csv.'),
  ...bookParams,
});

export const incomeEntryCreate = requestBody(
  'IncomeEntryCreate',
  {
    tax_number: described(
      text(10, { blank: true }),
      'The tax number whose income it is, as of GET income-book/taxpayers/.',
    ),
    date: described(text(10), 'The day, in the calendar of the shop, such as 2026-03-02; not after today.'),
    kind: described(oneOf(INCOME_KINDS), 'How the money came.'),
    amount: described(integer(1, MAX_AMOUNT), 'How much, minor units; positive for a refund too.'),
    is_refund: described(v.optional(boolean(), false), 'True: money was given back.'),
    source: described(text(MAX_LENGTH.name), 'From whom, or for what.'),
    remark: remark('Remark.'),
  },
  incomeEntry,
);

export const incomeEntryVoid = requestBody('IncomeEntryVoid', {
  reason: described(text(MAX_LENGTH.comment), 'Why it does not count.'),
});

const incomeLimit = shape('IncomeLimit', {
  year: count('The year.', 2026),
  tax_group: count('The group of the single tax, 1 to 3.', 2),
  amount: minorUnits('The limit, minor units.', LIMIT),
  source: choice(
    LIMIT_SOURCES,
    'law: by the minimum wage on 1 January. owner: set by the owner. earlier_year: that of the last year before that ' +
      'is known.',
  ),
});
export type IncomeLimit = v.InferOutput<typeof incomeLimit>;

export const incomeLimits = shape('IncomeLimits', {
  results: described(v.array(incomeLimit), 'The latest year first, then by group.'),
});
export type IncomeLimits = v.InferOutput<typeof incomeLimits>;

const limitField = (group: string) =>
  described(
    v.optional(v.nullable(integer(1, MAX_LIMIT))),
    `Limit of group ${group}, minor units; null restores the default.`,
  );

export const incomeLimitsChange = requestBody('IncomeLimitsChange', {
  year: described(integer(FIRST_YEAR, LAST_YEAR), 'The year.'),
  group_1: limitField('1'),
  group_2: limitField('2'),
  group_3: limitField('3'),
});

export const taxpayerChange = requestBody(
  'TaxpayerChange',
  {
    tax_number: described(text(10, { blank: true }), 'The tax number, as of GET income-book/taxpayers/.'),
    year: described(
      integer(FIRST_YEAR, LAST_YEAR),
      'From this year on; earlier years stay as they are, and so do later ones that have a choice of their own.',
    ),
    tax_group: described(v.optional(v.nullable(taxGroup())), 'Group of the single tax; null: none.'),
    takes_shift_cash: described(
      v.optional(boolean(), false),
      'True: the cash of shifts belongs to this tax number, and to no other. False changes nothing.',
    ),
  },
  incomeState,
);
