import type * as v from 'valibot';
import {
  type IncomeLimits,
  incomeBook,
  incomeBookQuery,
  incomeEntriesQuery,
  incomeEntry,
  incomeEntryCreate,
  incomeEntryPage,
  incomeEntryVoid,
  incomeExportQuery,
  incomeLimits,
  incomeLimitsChange,
  incomeState,
  incomeStates,
  taxpayerChange,
} from '../../../shared/api/income-book.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { shopDate, incomeStates as statesOf, yearSpan } from '../../money/income/book.ts';
import { enterIncome, type IncomeContext, voidIncome } from '../../money/income/entries.ts';
import { changeLimits, listLimits } from '../../money/income/limits.ts';
import { changeTaxpayer, taxpayerBy } from '../../money/income/taxpayers.ts';
import type { AppReader } from '../../money/reads.ts';
import { present } from '../../platform/present.ts';
import { findIncomeEntry, listIncomeEntries } from '../../store/income.ts';
import { incomeTable } from '../export/report-tables.ts';
import { tableFile } from '../export/table-file.ts';
import { presentBook, presentEntry, presentState } from '../present-income.ts';
import { defineExtension, type Route, TABLE_ANSWER } from '../route.ts';

export const incomeBookRoutes = (context: IncomeContext, reader: AppReader): Route[] => [
  bookRoute(context, reader),
  exportRoute(context, reader),
  taxpayersRoute(context, reader),
  taxpayerRoute(context),
  limitsRoute(context),
  limitsChangeRoute(context),
];

/** The requested book, and the moment (ms UTC) of which it is. */
const readBook = async (
  { db, now, timeZone }: IncomeContext,
  reader: AppReader,
  query: v.InferOutput<typeof incomeBookQuery>,
  signal: AbortSignal,
) => {
  const at = now();
  // Refused here: an error loses its class on the way from the thread.
  const { taxNumber } = taxpayerBy(db, query.tax_number);
  const { year = shopDate(timeZone)(at).year } = query;
  return { book: await reader.run('incomeBook', [timeZone, taxNumber, year, at], signal), at };
};

const bookRoute = (context: IncomeContext, reader: AppReader): Route =>
  defineExtension({
    at: 'GET income-book/',
    id: 'getIncomeBook',
    summary: "Read a tax number's income of a year, by day, month and quarter of the shop's calendar",
    description:
      'All terminals of the tax number together. A payment is income of the day on which it was paid, in full; a ' +
      'refund lowers the income of the day on which it was made. Cash sales of shifts count by themselves.',
    answer: incomeBook,
    access: 'can_view_invoices',
    isLongRunning: true,
    query: incomeBookQuery,
    handler: async ({ query, signal }) => {
      const { book, at } = await readBook(context, reader, query, signal);
      return presentBook(book, context.timeZone, at);
    },
  });

const exportRoute = (context: IncomeContext, reader: AppReader): Route =>
  defineExtension({
    ...TABLE_ANSWER,
    at: 'GET income-book/export/',
    id: 'exportIncomeBook',
    records: 'income_exported',
    summary: 'Fetch the income book of a year as a table',
    description:
      'A row for each day with something, after each month and each quarter one with its sums, at the end the year. ' +
      'CSV and XLSX as of GET invoices/export/.',
    access: 'can_view_invoices',
    query: incomeExportQuery,
    handler: async ({ query: { format = 'csv', ...query }, language, signal }) => {
      const { book } = await readBook(context, reader, query, signal);
      return tableFile(incomeTable(book, language), format);
    },
  });

const taxpayersRoute = ({ now, timeZone }: IncomeContext, reader: AppReader): Route =>
  defineExtension({
    at: 'GET income-book/taxpayers/',
    id: 'listTaxpayers',
    summary: "List the shop's tax numbers, with their income of the current year and its limit",
    order: 'that of their first terminals.',
    answer: incomeStates,
    access: 'can_view_invoices',
    isLongRunning: true,
    handler: async ({ signal }) => {
      const states = await reader.run('incomeStates', [timeZone, now()], signal);
      return { results: states.map(presentState) };
    },
  });

const taxpayerRoute = (context: IncomeContext): Route =>
  defineExtension({
    at: 'PATCH income-book/taxpayers/',
    id: 'updateTaxpayer',
    summary: "Choose a tax number's group of the single tax, or where the cash of shifts belongs",
    description: 'Answers with the current year of the tax number.',
    answer: incomeState,
    access: 'owner',
    body: taxpayerChange,
    examples: {
      group: { summary: 'The second group', value: { tax_number: '3141592653', year: 2026, tax_group: 2 } },
      cash: {
        summary: 'The cash of shifts',
        value: { tax_number: '3141592653', year: 2026, takes_shift_cash: true },
      },
    },
    handler: ({ body: { tax_number, year, tax_group, takes_shift_cash } }) => {
      const changes = { taxGroup: tax_group, takesShiftCash: takes_shift_cash };
      const { taxNumber } = changeTaxpayer(context, tax_number, year, changes);
      const { db, timeZone, now } = context;
      const states = db.read(() => statesOf(db, timeZone, now()));
      const changed = states.find(({ taxpayer }) => taxpayer.taxNumber === taxNumber);
      if (!changed) throw new Error(`The tax number ${taxNumber} is missing.`);
      return presentState(changed);
    },
  });

const limits = ({ db, now, timeZone }: IncomeContext): IncomeLimits => {
  const found = db.read(() => listLimits(db, shopDate(timeZone)(now()).year));
  return present(incomeLimits, {
    results: found.map(({ group, ...limit }) => ({ ...limit, tax_group: group })),
  });
};

const limitsRoute = (context: IncomeContext): Route =>
  defineExtension({
    at: 'GET income-book/limits/',
    id: 'listIncomeLimits',
    summary: 'List the yearly limits of income on the single tax',
    order: 'latest year first, then by group.',
    answer: incomeLimits,
    access: 'can_view_invoices',
    handler: () => limits(context),
  });

const limitsChangeRoute = (context: IncomeContext): Route =>
  defineExtension({
    at: 'PATCH income-book/limits/',
    id: 'updateIncomeLimits',
    summary: 'Set the limits of a year, or restore their defaults',
    description: 'A group that is left out stays as it is. Answers with all limits.',
    answer: incomeLimits,
    access: 'owner',
    body: incomeLimitsChange,
    examples: {
      second: { summary: 'Of the second group', value: { year: 2027, group_2: 750_000_000 } },
      default: { summary: 'Its default again', value: { year: 2027, group_2: null } },
    },
    handler: ({ body: { year, group_1, group_2, group_3 } }) => {
      changeLimits(context, year, { 1: group_1, 2: group_2, 3: group_3 });
      return limits(context);
    },
  });

/** Income entered by hand. */
export const incomeEntryRoutes = (context: IncomeContext): Route[] => [
  listRoute(context),
  createRoute(context),
  voidRoute(context),
];

const listRoute = ({ db, now, timeZone }: IncomeContext): Route =>
  defineExtension({
    at: 'GET income-book/entries/',
    id: 'listIncomeEntries',
    summary: 'List what was entered by hand in the income book',
    description: 'Voided entries too.',
    order: 'latest day first.',
    answer: incomeEntryPage,
    access: 'can_view_invoices',
    query: incomeEntriesQuery,
    handler: ({ query, paginate }) => {
      const { taxNumber } = taxpayerBy(db, query.tax_number);
      const { year = shopDate(timeZone)(now()).year } = query;
      return paginate(
        PAGE_SIZES,
        (slice) => listIncomeEntries(db, { taxNumber, ...yearSpan(year) }, slice),
        (row) => presentEntry(db, row),
      );
    },
  });

const createRoute = (context: IncomeContext): Route =>
  defineExtension({
    at: 'POST income-book/entries/',
    id: 'enterIncome',
    summary: 'Enter cash or a transfer in the income book',
    description:
      'For income that neither the bank nor a shift knows: cash sales of shifts count by themselves. Send an ' +
      'Idempotency-Key: after a lost answer the same request under the same key is safe. For the owner alone.',
    answer: incomeEntry,
    access: 'owner',
    body: incomeEntryCreate,
    examples: {
      cash: {
        summary: 'Cash of a market day',
        value: {
          tax_number: '3141592653',
          date: '2026-03-02',
          kind: 'cash',
          amount: 150_000,
          source: 'Ярмарок',
          remark: 'Накладна 17',
        },
      },
      transfer: {
        summary: 'A transfer that was given back',
        value: {
          tax_number: '3141592653',
          date: '2026-03-02',
          kind: 'transfer',
          amount: 20_000,
          is_refund: true,
          source: 'ТОВ «Липа»',
        },
      },
    },
    status: 201,
    idempotent: true,
    handler: ({ actor, body: { tax_number, is_refund, ...body } }) => {
      const entry = { ...body, taxNumber: tax_number, isRefund: is_refund };
      return presentEntry(context.db, enterIncome(context, actor, entry));
    },
  });

const voidRoute = (context: IncomeContext): Route =>
  defineExtension({
    at: 'POST income-book/entries/{id}/void/',
    id: 'voidIncome',
    summary: 'Void an entry of the income book that was made by mistake',
    description:
      'It stays in the list with who, when and why, and counts no more. One that is voided already is a 400 with the ' +
      'code voided. Takes an Idempotency-Key.',
    answer: incomeEntry,
    access: 'owner',
    load: (id) => findIncomeEntry(context.db, id),
    body: incomeEntryVoid,
    examples: { mistake: { summary: 'Entered twice', value: { reason: 'Внесено двічі' } } },
    idempotent: true,
    handler: ({ actor, target, body: { reason } }) =>
      presentEntry(context.db, voidIncome(context, actor, target, reason)),
  });
