import {
  type IncomeEntryPage,
  incomeEntriesQuery,
  incomeEntry,
  incomeEntryCreate,
  incomeEntryPage,
  incomeEntryVoid,
} from '../../../shared/api/income-book.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { shopDate, yearSpan } from '../../money/income/book.ts';
import { enterIncome, type IncomeContext, voidIncome } from '../../money/income/entries.ts';
import { taxpayerBy } from '../../money/income/taxpayers.ts';
import { findIncomeEntry, listIncomeEntries } from '../../store/income.ts';
import { defineExtension } from '../extension.ts';
import { presentEntry } from '../present-income.ts';
import type { Route } from '../route.ts';

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
    handler: ({ query, paginate }): IncomeEntryPage => {
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
