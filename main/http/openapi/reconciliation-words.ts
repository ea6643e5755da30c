import type {
  Reconciliation,
  ReconciliationAdopt,
  ReconciliationRow,
} from '../../../shared/api/reconciliation.ts';
import type { RegisterRelease, RegisterState } from '../../../shared/api/register-state.ts';
import type { Example } from './document.ts';
import type { FieldWords } from './words.ts';

/** Words and examples of what compares with the bank, and of what hangs on a register. */

const registerState: FieldWords<RegisterState> = {
  cash_register: 'Id of the cash register.',
  amount: 'The amount that is set on it, minor units; null: none.',
  invoice_id: "The bank's identifier of the invoice that is on it, or null.",
  invoice: 'The same, where it is known here; null for one that another program put there.',
  asked_at: 'When the bank said so, UTC.',
};

const registerRelease: FieldWords<RegisterRelease> = {
  expected_invoice_id:
    'What you take to be on it: if it is another, nothing is done, and the answer is a 400.',
};

const row: FieldWords<ReconciliationRow> = {
  difference:
    'Null: the books agree. only_bank: a payment in the statement that is not here. in_doubt: the same, and it bears ' +
    'the tag of an invoice whose creation got no answer. only_here: paid here, and not in the statement. status: paid ' +
    'in one of the two alone. amount: another sum or currency. refunded: another sum was given back. paid_twice: ' +
    'several payments under one reference, in the absence of a file of the till of one sum and within a day. only_till: nobody knows what the till names. till_unpaid: the till takes ' +
    'for paid what is not. paid_elsewhere: it was paid at another time or terminal than what is compared. not_in_till: ' +
    'the till knows nothing of it. till_amount: the till has another sum. till_repeated: the till has it once more ' +
    'than it was paid.',
  next:
    'The step that comes next: adopt (POST reconciliation/adopt/), refresh (POST invoices/{id}/refresh/), look. Null ' +
    'where the books agree.',
  terminal: 'Id of its terminal; null where the till alone knows of it.',
  reference: 'Order number; empty when there is none.',
  invoice_id: "The bank's identifier; empty where the till alone knows of it.",
  here: 'What is here, minor units; `at` is the time of the payment, or of creation where it was not paid. Null: nothing.',
  bank: 'What the statement says, minor units. Null: nothing, or it could not be asked.',
  till: "The line of the till's file, from 1, and its amount in minor units, or null. Null: there is none.",
};

const reconciliation: FieldWords<Reconciliation> = {
  from: 'The beginning of the range, UTC.',
  to: 'The end of the range, UTC.',
  made_at: 'When the books were compared, UTC.',
  terminals:
    'Those that are active or have payments in the range, and whether their statement could be asked for; if not, ' +
    'err_code and detail say why as a 502 does, and nothing is compared with the bank.',
  here: 'What was paid in the range by this service, and what of it was given back, minor units.',
  bank: "The same by the bank's statement.",
  till: "How the till's file was read, and rows that say nothing; null when none was sent.",
  results: 'Every payment of each book once: first the differences, then what agrees, each by time.',
  counts: 'How many results differ, and how many agree.',
};

const reconciliationAdopt: FieldWords<ReconciliationAdopt> = {
  terminal: 'Id of the terminal in whose statement it is.',
  invoice_id: "The bank's identifier.",
  at: 'When it was paid, as the statement says: it is looked for within a day of that. ISO 8601; UTC where no offset is given.',
};

export const RECONCILIATION_WORDS: Record<string, Record<string, string>> = {
  RegisterState: registerState,
  RegisterRelease: registerRelease,
  Reconciliation: reconciliation,
  ReconciliationRow: row,
  ReconciliationAdopt: reconciliationAdopt,
};

const exampleState: RegisterState = {
  cash_register: 1,
  amount: 8100,
  invoice_id: 'p2_9ZgpZVsl3',
  invoice: {
    id: 15,
    number_display: '000015',
    reference: 'ORDER-42',
    status: 'created',
    amount: 8100,
    created_by: 'Олена Коваль',
    created_date: '2026-03-02T08:15:27.120Z',
    expires_at: '2026-03-03T08:15:27.120Z',
  },
  asked_at: '2026-03-02T08:15:40.000Z',
};

const exampleRow: ReconciliationRow = {
  difference: 'only_bank',
  next: 'adopt',
  terminal: 1,
  reference: 'ORDER-41',
  invoice_id: 'p2_7QmXk2Lw9',
  here: null,
  bank: { status: 'success', amount: 4500, refunded: 0, at: '2026-03-02T08:02:11.000Z' },
  till: { row: 2, amount: 4500 },
};

const exampleReconciliation: Reconciliation = {
  from: '2026-03-02T00:00:00.000Z',
  to: '2026-03-02T23:59:59.999Z',
  made_at: '2026-03-03T07:00:00.000Z',
  terminals: [{ terminal: 1, name: 'Каса 1', asked: true, err_code: '', detail: '' }],
  here: { count: 0, amount: 0, refunded: 0 },
  bank: { count: 1, amount: 4500, refunded: 0 },
  till: {
    format: 'csv',
    encoding: 'utf-8',
    delimiter: 'semicolon',
    has_header: true,
    header: ['Чек', 'Сума'],
    reference_column: 0,
    amount_column: 1,
    rows: 1,
    amount: 4500,
    unread: [{ row: 3, detail: 'It is a sum of other rows.' }],
  },
  results: [exampleRow],
  counts: { differences: 1, agreeing: 0 },
};

export const RECONCILIATION_EXAMPLES: Record<string, unknown> = {
  RegisterState: exampleState,
  Reconciliation: exampleReconciliation,
  ReconciliationRow: exampleRow,
};

export const RECONCILIATION_REQUESTS: Record<string, Record<string, Example>> = {
  RegisterRelease: {
    expected: {
      summary: 'What was seen on it, and nothing else',
      value: { expected_invoice_id: exampleState.invoice_id },
    },
    any: { summary: 'Whatever is on it', value: {} },
  },
  ReconciliationAdopt: {
    payment: {
      summary: 'A payment of the statement',
      value: { terminal: 1, invoice_id: exampleRow.invoice_id, at: exampleRow.bank?.at },
    },
  },
};
