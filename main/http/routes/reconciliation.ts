import { invoice, numberDisplay } from '../../../shared/api/invoices.ts';
import {
  type Reconciliation as ReconciliationAnswer,
  type ReconciliationRow,
  reconciliation,
  reconciliationAdopt,
  reconciliationQuery,
} from '../../../shared/api/reconciliation.ts';
import { isoTime } from '../../../shared/time.ts';
import { bankOutcome } from '../../bank/errors.ts';
import { adoptPayment } from '../../money/reconciliation/adopt.ts';
import {
  type CurrencySums,
  nextStep,
  noMatch,
  type Row,
  referenceOfRow,
  type Sums,
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
import type { TillBook } from '../../shop/tables/till.ts';
import { TABLE_FILE } from '../body.ts';
import { presentInvoices } from '../present-invoice.ts';
import { defineRoute, type Route } from '../route.ts';

const presentHere = (here: NonNullable<Row['here']>): ReconciliationRow['here'] => ({
  invoice: here.id,
  number_display: numberDisplay(here.number),
  status: here.status,
  amount: here.amount,
  ccy: here.ccy,
  refunded: here.refunded,
  at: isoTime(timeHere(here)),
});

const presentBank = ({
  status,
  amount,
  ccy,
  refunded,
  at,
}: NonNullable<Row['bank']>): ReconciliationRow['bank'] => ({
  status,
  amount,
  ccy,
  refunded,
  at: isoTime(at),
});

const presentRow = (row: Row): ReconciliationRow => ({
  difference: row.difference,
  next: nextStep(row),
  terminal: row.here?.terminal ?? row.bank?.terminal ?? null,
  reference: referenceOfRow(row),
  invoice_id: row.here?.invoiceId ?? row.bank?.invoiceId ?? '',
  here: row.here ? presentHere(row.here) : null,
  bank: row.bank ? presentBank(row.bank) : null,
  till: row.till ? { row: row.till.row, amount: row.till.amount, ccy: tillCurrency(row) } : null,
});

const presentTerminal = ({
  terminal,
  failure,
}: TerminalStatement): ReconciliationAnswer['terminals'][number] => ({
  terminal: terminal.id,
  name: terminal.name,
  asked: failure === undefined,
  err_code: failure?.code ?? '',
  detail: failure?.message ?? '',
  outcome: failure ? bankOutcome(failure) : null,
});

const presentBook = ({ count, amount, refunded }: Sums): ReconciliationAnswer['here'] => ({
  count,
  amount,
  refunded,
});

/** @param amount of its lines, minor units */
const tillAmount = ({ columns }: TillBook, amount: number): number | null =>
  columns.amount === null ? null : amount;

const presentCurrency = (
  { ccy, here, bank, till: amount }: CurrencySums,
  till: TillBook | undefined,
): ReconciliationAnswer['other_currencies'][number] => ({
  ccy,
  here: presentBook(here),
  bank: presentBook(bank),
  till: till ? tillAmount(till, amount) : null,
});

const presentTill = (till: TillBook, amount: number, rows: readonly Row[]): ReconciliationAnswer['till'] => {
  const { facts, columns, lines, unread } = till;
  return {
    format: facts.format,
    encoding: facts.encoding,
    delimiter: facts.delimiter,
    has_header: facts.has_header,
    header: facts.header,
    reference_column: columns.reference,
    amount_column: columns.amount,
    rows: lines.length,
    amount: tillAmount(till, amount),
    unread: unread.map(({ row, code, value, detail }) => ({ row, code, value, detail })),
    no_match: noMatch(till, rows),
  };
};

const present = async ({
  range,
  madeAt,
  terminals,
  sums: [hryvnia, ...others],
  till,
  rows,
}: Reconciliation): Promise<ReconciliationAnswer> => {
  const differences = rows.filter(({ difference }) => difference !== null).length;
  return {
    from: isoTime(range.from),
    to: isoTime(range.to),
    made_at: isoTime(madeAt),
    terminals: terminals.map(presentTerminal),
    here: presentBook(hryvnia.here),
    bank: presentBook(hryvnia.bank),
    till: till ? presentTill(till, hryvnia.till, rows) : null,
    other_currencies: others.map((sums) => presentCurrency(sums, till)),
    results: await cooperative(mapYielding(rows, presentRow)),
    counts: { differences, agreeing: rows.length - differences },
  };
};

/** Routes that compare our book with the bank's and the till's, and import what only the bank has. */
export const reconciliationRoutes = (context: ReconciliationContext): Route[] => [
  defineRoute({
    method: 'POST',
    path: 'reconciliation/',
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
    isExtension: true,
    query: reconciliationQuery,
    consumes: { ...TABLE_FILE, optional: true },
    examples: { till: { summary: "The till's sales", value: 'Номер замовлення;Сума\nORDER-42;81,00\n' } },
    handler: async ({ query, file, signal }) => present(await reconcile(context, query, file, signal)),
  }),
  defineRoute({
    method: 'POST',
    path: 'reconciliation/adopt/',
    id: 'adoptPayment',
    summary: "Bring one payment of the bank's statement in",
    description:
      'The payment becomes an invoice, as sync_invoices would make it. One that is here already is answered as ' +
      'it is; one that the statement does not have is a 400. Waits for the bank.',
    answer: invoice,
    callsBank: true,
    isTranslated: true,
    access: ['can_manage_terminals', 'can_view_invoices'],
    isExtension: true,
    body: reconciliationAdopt,
    examples: {
      payment: {
        summary: 'A payment of the statement',
        value: { terminal: 1, invoice_id: 'p2_7QmXk2Lw9', at: '2026-03-02T08:02:11.000Z' },
      },
    },
    handler: async ({ body, language }) =>
      presentInvoices(context.db, [await adoptPayment(context, body)], language)[0],
  }),
];
