import { invoice, numberDisplay } from '../../../shared/api/invoices.ts';
import {
  type Reconciliation as ReconciliationAnswer,
  type ReconciliationRow,
  reconciliation,
  reconciliationAdopt,
  reconciliationQuery,
  reconciliationRow,
} from '../../../shared/api/reconciliation.ts';
import { bankOutcome } from '../../bank/errors.ts';
import { adoptPayment } from '../../money/reconciliation/adopt.ts';
import {
  nextStep,
  noMatch,
  type Row,
  referenceOfRow,
  tillCurrency,
  timeHere,
} from '../../money/reconciliation/compare.ts';
import {
  type Reconciliation,
  type ReconciliationContext,
  reconcile,
} from '../../money/reconciliation/reconcile.ts';
import type { TerminalStatement } from '../../money/reconciliation/statement.ts';
import { cooperative, mapYielding } from '../../platform/async.ts';
import { present } from '../../platform/present.ts';
import type { TillBook } from '../../shop/tables/till.ts';
import { TABLE_FILE } from '../body.ts';
import { presentStored } from '../present-invoice.ts';
import { defineExtension, type Route } from '../route.ts';

/** The results are presented by themselves, in slices. */
const { results: _, ...besideResults } = reconciliation.entries;

const presentRow = (row: Row): ReconciliationRow =>
  present(reconciliationRow, {
    ...row,
    next: nextStep(row),
    terminal: row.here?.terminal ?? row.bank?.terminal,
    reference: referenceOfRow(row),
    invoice_id: row.here?.invoiceId ?? row.bank?.invoiceId ?? '',
    here: row.here && {
      ...row.here,
      invoice: row.here.id,
      number_display: numberDisplay(row.here.number),
      at: timeHere(row.here),
    },
    till: row.till && { ...row.till, ccy: tillCurrency(row) },
  });

const presentTerminal = ({ terminal, failure }: TerminalStatement) => ({
  terminal: terminal.id,
  name: terminal.name,
  asked: failure === undefined,
  err_code: failure?.code ?? '',
  detail: failure?.message ?? '',
  outcome: failure && bankOutcome(failure),
});

/** @param amount of its lines, minor units */
const tillAmount = ({ columns }: TillBook, amount: number): number | null =>
  columns.amount === null ? null : amount;

const presentTill = (till: TillBook, amount: number, rows: readonly Row[]) => ({
  ...till.facts,
  reference_column: till.columns.reference,
  amount_column: till.columns.amount,
  rows: till.lines.length,
  amount: tillAmount(till, amount),
  unread: till.unread,
  no_match: noMatch(till, rows),
});

const presentBooks = async (found: Reconciliation): Promise<ReconciliationAnswer> => {
  const { range, madeAt, terminals, till, rows } = found;
  const [hryvnia, ...others] = found.sums;
  const differences = rows.filter(({ difference }) => difference !== null).length;
  const head = present(
    { entries: besideResults },
    {
      ...range,
      madeAt,
      terminals: terminals.map(presentTerminal),
      here: hryvnia.here,
      bank: hryvnia.bank,
      till: till && presentTill(till, hryvnia.till, rows),
      other_currencies: others.map((sums) => ({ ...sums, till: till && tillAmount(till, sums.till) })),
      counts: { differences, agreeing: rows.length - differences },
    },
  );
  return { ...head, results: await cooperative(mapYielding(rows, presentRow)) };
};

/** Routes that compare our book with the bank's and the till's, and import what only the bank has. */
export const reconciliationRoutes = (context: ReconciliationContext): Route[] => [
  defineExtension({
    at: 'POST reconciliation/',
    id: 'reconcile',
    summary: "Compare payments here with the bank's statement, and with the till's file",
    description:
      "Writes nothing. The body is the till's file, if there is one: CSV or XLSX with a column of order " +
      'numbers, and one of amounts if it likes, recognised by their names in the first row or named by ' +
      'columns. Order numbers are compared with reference, in any case of letters; where none of them is ' +
      'one, with invoice_id, with number_display or with rrn. Payments of the last ten minutes that the ' +
      'statement does not have yet are no difference. Waits for the bank; terminals lists those whose ' +
      'statement could not be requested.',
    answer: reconciliation,
    access: 'can_view_invoices',
    query: reconciliationQuery,
    consumes: { ...TABLE_FILE, optional: true },
    examples: { till: { summary: "The till's sales", value: 'Номер замовлення;Сума\nORDER-42;81,00\n' } },
    handler: async ({ query, file, signal }) => presentBooks(await reconcile(context, query, file, signal)),
  }),
  defineExtension({
    at: 'POST reconciliation/adopt/',
    id: 'adoptPayment',
    summary: "Bring one payment of the bank's statement in",
    description:
      'The payment becomes an invoice, as sync_invoices would make it. One that is here already is answered as ' +
      'it is; one that the statement does not have is a 400. Waits for the bank.',
    answer: invoice,
    callsBank: true,
    isTranslated: true,
    access: ['can_manage_terminals', 'can_view_invoices'],
    body: reconciliationAdopt,
    examples: {
      payment: {
        summary: 'A payment of the statement',
        value: { terminal: 1, invoice_id: 'p2_7QmXk2Lw9', at: '2026-03-02T08:02:11.000Z' },
      },
    },
    handler: async ({ body, language }) =>
      presentStored(context.db, await adoptPayment(context, body), language),
  }),
];
