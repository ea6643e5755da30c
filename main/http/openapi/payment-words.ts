import type { DeclineExplained } from '../../../shared/api/declines.ts';
import type {
  FiscalCheck,
  FiscalChecks,
  FiscalGap,
  FiscalGapPage,
} from '../../../shared/api/fiscal-checks.ts';
import type { ReturnItem } from '../../../shared/api/invoices.ts';
import type { InvoiceRefunds, OpenRefund, ReturnableItem } from '../../../shared/api/refunds.ts';
import type { RequestEntry, RequestLog } from '../../../shared/api/requests.ts';
import type { FieldWords } from './words.ts';

/** Words and examples of what is told beside an invoice, and of the list of requests. */

const returnItem: FieldWords<ReturnItem> = {
  item: 'Id of an item of the invoice.',
  quantity: 'How much of it is returned, as a number or a decimal string, up to 3 decimals.',
};

const refunds: FieldWords<InvoiceRefunds> = {
  invoice: 'Id of the invoice.',
  left: 'What is left of the payment after all refunds that are done, minor units; 0 for one that was never paid.',
  under_way: 'The refund whose outcome is still to come, or null.',
  items: 'Its lines, with what was returned of each by a refund by lines.',
};

const openRefund: FieldWords<OpenRefund> = {
  amount: 'How much, minor units.',
  requested_at: 'When it was requested, UTC.',
  by: 'Who requested it: full name, else username.',
  state:
    "in_doubt: the bank's answer was lost, and its outcome is unknown. processing: the bank works on it.",
};

const returnableItem: FieldWords<ReturnableItem> = {
  item: 'Id of the item.',
  quantity: 'How much was sold.',
  returned: 'How much of it came back.',
};

const failure: FieldWords<DeclineExplained> = {
  invoice: 'Id of the invoice.',
  err_code: "The bank's code; empty when the payment did not fail, or the bank told none.",
  failure_reason: "The bank's own words, as in the invoice.",
  reason: 'What happened, in words for the counter; empty for a code that is not known here.',
  advice: 'What the cashier can do; empty likewise.',
  may_try_again: 'Whether the same card may work at another try; null where nobody knows.',
};

const fiscalCheck: FieldWords<FiscalCheck> = {
  id: 'Identifier of the check, used in the parameter check of its file.',
  type: 'sale: of the payment. return: of a refund.',
  status: 'new, process: being made. done: registered. failed: not registered.',
  source: "Who registers it, in the bank's word: checkbox, monopay, vchasnokasa; the list is the bank's.",
  status_description: "The bank's words on the status; empty when there are none.",
  tax_url: 'Where the tax office shows it; empty when there is none yet.',
  has_file: 'True when it can be fetched as a PDF.',
};

const fiscalChecks: FieldWords<FiscalChecks> = {
  invoice: 'Id of the invoice.',
  asked_at: 'When the bank told them, UTC.',
  results: 'Its fiscal checks, in the order of the bank.',
};

const fiscalGap: FieldWords<FiscalGap> = {
  invoice: 'Id of the invoice.',
  number_display: 'The number with zeros in front, for people.',
  reference: 'Order number.',
  terminal: 'Id of the terminal.',
  terminal_name: 'Name of the terminal.',
  amount: 'What was paid, minor units.',
  paid_date: 'When it was paid, UTC.',
  status: 'Of the check of the sale. none: the bank knows of no check.',
  status_description: "The bank's words on the status; empty when there are none.",
  asked_at: 'When the bank was last asked and answered, UTC.',
};

const fiscalGapPage: FieldWords<FiscalGapPage> = {
  count: 'How many payments there are, on all pages.',
  next: 'Address of the next page, or null.',
  previous: 'Address of the page before, or null.',
  results: 'The payments of this page.',
  total_amount: 'Sum of amount over all of them, on all pages, minor units.',
  fiscal_terminals: 'How many terminals are known to fiscalise; 0: nothing is to be expected here.',
};

const requestEntry: FieldWords<RequestEntry> = {
  id: 'Its X-Request-Id.',
  at: 'When it came, UTC.',
  method: 'Method.',
  path: 'Path with its query; secrets starred.',
  status: 'Status of the answer.',
  ms: 'Milliseconds until the answer was made.',
  username: 'Who asked; empty without a valid token.',
  is_screen: "True when it came from one of Kramar's own screens.",
  user_agent: 'Program that asked, as it calls itself.',
  body: 'The JSON that was sent, secrets starred, cut after 2048 characters; of another body type and size; empty without one.',
  detail: 'Of a refusal what it said: detail, err_code and errors; else empty.',
};

const requests: FieldWords<RequestLog> = { results: 'Newest first.' };

export const PAYMENT_WORDS: Record<string, Record<string, string>> = {
  InvoiceReturnItem: returnItem,
  InvoiceRefunds: refunds,
  OpenRefund: openRefund,
  ReturnableItem: returnableItem,
  InvoiceFailure: failure,
  FiscalCheck: fiscalCheck,
  FiscalChecks: fiscalChecks,
  FiscalGap: fiscalGap,
  FiscalGapPage: fiscalGapPage,
  RequestEntry: requestEntry,
  RequestList: requests,
};

const openRefundExample: OpenRefund = {
  amount: 3600,
  requested_at: '2026-03-02T08:21:03.877Z',
  by: 'Олена Коваль',
  state: 'in_doubt',
};
const returnable: ReturnableItem = { item: 21, quantity: 2, returned: 0.5 };

const failed: DeclineExplained = {
  invoice: 15,
  err_code: '59',
  failure_reason: 'На картці недостатньо коштів',
  reason: 'There is not enough money on the card.',
  advice: 'The buyer can top the card up and try again. Offer to pay with another card or in cash.',
  may_try_again: true,
};

const check: FiscalCheck = {
  id: 'a2fd4aef-cdb8-4e25-9b36-b6d4672c554d',
  type: 'sale',
  status: 'done',
  source: 'checkbox',
  status_description: '',
  tax_url: 'https://cabinet.tax.gov.ua/cashregs/check',
  has_file: true,
};

const gap: FiscalGap = {
  invoice: 15,
  number_display: '000015',
  reference: 'ORDER-42',
  terminal: 1,
  terminal_name: 'Каса 1',
  amount: 8100,
  paid_date: '2026-03-02T08:15:50.000Z',
  status: 'failed',
  status_description: 'Зміну на касі не відкрито',
  asked_at: '2026-03-02T08:27:00.214Z',
};

const entry: RequestEntry = {
  id: '9b2f8d1e-4c5a-4f0e-8a57-2d3c1b0a9f86',
  at: '2026-03-02T08:15:27.101Z',
  method: 'POST',
  path: '/api/v1/invoices/',
  status: 400,
  ms: 4,
  username: 'kasa-1',
  is_screen: false,
  user_agent: 'till/2.4',
  body: '{"amount":8100,"reference":"ORDER-42"}',
  detail: 'Validation failed. {"terminal":["This field is required."]}',
};

export const PAYMENT_EXAMPLES: Record<string, unknown> = {
  InvoiceRefunds: { invoice: 15, left: 8100, under_way: openRefundExample, items: [returnable] },
  OpenRefund: openRefundExample,
  ReturnableItem: returnable,
  InvoiceFailure: failed,
  FiscalCheck: check,
  FiscalChecks: { invoice: 15, asked_at: '2026-03-02T08:27:00.214Z', results: [check] },
  FiscalGap: gap,
  FiscalGapPage: {
    count: 1,
    next: null,
    previous: null,
    results: [gap],
    total_amount: gap.amount,
    fiscal_terminals: 1,
  },
  RequestEntry: entry,
  RequestList: { results: [entry] },
};
