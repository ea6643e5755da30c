import { EVENTS_DESCRIPTION } from './event-words.ts';

/** What the routes cannot tell of themselves. */
export interface OperationWords {
  /** Generated clients call their functions by it: never change one. */
  id: string;
  description?: string;
  /** Where a parameter means something of its own here. */
  query?: Record<string, string>;
  /** Names of components/responses besides those that follow from the route. */
  refusals?: string[];
  /** What it answers is in words that Accept-Language chooses. */
  isWorded?: true;
}

const LIST_ORDER = 'Default: name.';
const SYNC_WAITS = 'Waits for the bank.';

const catalog = (name: string, One: string, Many: string, words: Record<string, OperationWords>) => ({
  [`GET catalog/${name}/`]: { id: `list${Many}`, ...words.list },
  [`POST catalog/${name}/`]: { id: `create${One}`, ...words.create },
  [`GET catalog/${name}/{id}/`]: { id: `get${One}` },
  [`PATCH catalog/${name}/{id}/`]: {
    id: `update${One}`,
    description: 'Fields that are absent stay as they are.',
  },
  [`DELETE catalog/${name}/{id}/`]: { id: `delete${One}`, ...words.delete },
});

/** By method and path. A test finds a route without words, and words without a route. */
export const OPERATIONS: Record<string, OperationWords> = {
  'GET openapi.json': {
    id: 'getDescription',
    description: 'This document. Pages to read it and try it out are at `/docs/`, outside the base address.',
  },
  'POST auth/token/': {
    id: 'signIn',
    description: 'Send the access token with every other request: `Authorization: Bearer <access>`.',
  },
  'POST auth/token/refresh/': {
    id: 'refreshToken',
    description: 'When the access token has expired. The refresh token stays as it is.',
  },
  'POST auth/token/verify/': {
    id: 'verifyToken',
    description: 'Answers an empty object while the token holds.',
  },

  'GET terminals/': {
    id: 'listTerminals',
    query: { search: 'Words to find in name, merchant_id, merchant_name or edrpou.', ordering: LIST_ORDER },
  },
  'GET terminals/{id}/': { id: 'getTerminal' },
  'PATCH terminals/{id}/': {
    id: 'updateTerminal',
    description:
      'Fields that are absent stay as they are. The bank token is no field: the owner enters it in the program.',
  },
  'DELETE terminals/{id}/': {
    id: 'deleteTerminal',
    description:
      'Refused while it has open invoices (created, processing). Its bank token is destroyed and its cash registers ' +
      'go; its invoices stay.',
    refusals: ['Conflict'],
  },
  'POST terminals/{id}/sync_registers/': {
    id: 'syncTerminalRegisters',
    description: `Fills merchant_id, merchant_name and edrpou, and adds or updates cash registers. ${SYNC_WAITS}`,
  },
  'POST terminals/{id}/sync_invoices/': {
    id: 'syncTerminalInvoices',
    description: `Payments unknown here become invoices, and open invoices are brought up to date. ${SYNC_WAITS}`,
  },

  'GET cash-registers/': { id: 'listCashRegisters', query: { ordering: LIST_ORDER } },
  'GET cash-registers/{id}/': { id: 'getCashRegister' },
  'GET cash-registers/{id}/qr/': { id: 'getCashRegisterQr', description: 'To print it as a stand.' },
  'GET cash-registers/{id}/state/': {
    id: 'getCashRegisterState',
    description: 'What the bank says at this moment. Waits for the bank.',
  },
  'POST cash-registers/{id}/release/': {
    id: 'releaseCashRegister',
    description:
      'The amount is taken off; the answer is what is on the register then. What becomes of the invoice is for the bank ' +
      'to say: it may still be paid by its own page, so cancel it where it shall not be. While somebody pays it the bank ' +
      'refuses: 502 with ORDER_IN_PROGRESS. Nothing on it: nothing is done. Waits for the bank. After any other 502 its ' +
      'state shows what became of it.',
  },

  'GET invoices/': {
    id: 'listInvoices',
    query: {
      search:
        'Words to find in invoice_id, reference, destination, masked_pan or rrn. A word of digits also finds the ' +
        'invoice with that id or number.',
      ordering: 'Default: -created_date.',
    },
  },
  'POST invoices/': {
    id: 'createInvoice',
    description:
      'Pass either amount or items. Show the payer page_url, or the QR code of the cash register. Send an ' +
      'Idempotency-Key: after a 502 or a lost answer the same request under the same key is safe, and never makes ' +
      'two invoices that can be paid. Waits for the bank.',
  },
  'GET invoices/{id}/': {
    id: 'getInvoice',
    description: 'As known here; open invoices are brought up to date by themselves.',
  },
  'POST invoices/{id}/cancel/': {
    id: 'cancelInvoice',
    description:
      'created: cancelled, and becomes expired; amount may not be passed. success: refunded; in full it becomes ' +
      'reversed, in part it stays success with a lower final_amount. Any other status: 400. One refund at a time: while ' +
      'the outcome of one is unknown, or the bank works on it, another is a 400 under errors.status. Send an ' +
      'Idempotency-Key: after a 502 or a lost answer the same request under the same key never refunds twice; it is ' +
      'answered with 200 once the bank shows the refund, and with 502 IN_DOUBT until then. Waits for the bank.',
  },
  'GET invoices/{id}/refunds/': {
    id: 'getInvoiceRefunds',
    description:
      'The bank is not asked: events and refresh bring its news. While under_way is not null no other refund is taken.',
  },
  'GET invoices/open/': {
    id: 'listOpenInvoices',
    description:
      'Those in status created or processing. One whose time is over stays until the bank has said that nobody paid.',
    query: { ordering: 'Default: expires_at. What never expires comes last, either way.' },
  },
  'GET invoices/export/': {
    id: 'exportInvoices',
    description:
      'The invoices that GET invoices/ lists under the same parameters, in the same order and on no pages, as they were ' +
      'when it was asked. CSV: UTF-8 with a byte order mark, semicolons, a decimal comma; a text that a table program ' +
      'would run as a formula has an apostrophe before it. XLSX: one sheet, at most 1 048 575 invoices. Times are the ' +
      "shop's. An answer that breaks off is not whole: ask again.",
    query: { ordering: 'Default: -created_date.' },
    refusals: ['Stopping'],
    isWorded: true,
  },
  'GET invoices/{id}/history/': {
    id: 'getInvoiceHistory',
    description:
      'Put together from the invoice, from what the bank was asked, and from the events, which are forgotten after 90 ' +
      'days: of an older invoice less is known, and some times are guessed.',
  },
  'GET invoices/{id}/receipt/': {
    id: 'getInvoiceReceipt',
    description: 'As the bank gives it, a PDF. Of an invoice that was never paid: 400. Waits for the bank.',
    refusals: ['NeverPaid'],
  },
  'GET invoices/{id}/failure/': {
    id: 'getInvoiceFailure',
    description:
      "The bank's code in words for the counter. Of a code that is not known here reason and advice are empty, and of an " +
      'invoice whose payment did not fail err_code as well.',
    isWorded: true,
  },
  'GET invoices/fiscal-gaps/': {
    id: 'listFiscalGaps',
    description:
      'Payments of the last seven days, not refunded in full, at terminals whose payments have fiscal checks, of which ' +
      'the bank knew no finished check of the sale when it was last asked, ten minutes after the payment or later. The ' +
      'newest first. The bank is asked by a job, not by this call. Whether a terminal fiscalises is not set anywhere: ' +
      'it shows when the bank first tells of a check.',
  },
  'GET invoices/{id}/fiscal-checks/': {
    id: 'listInvoiceFiscalChecks',
    description:
      'As the bank tells them: of the sale, and of each refund. Empty where the merchant does not fiscalise. Of an ' +
      'invoice that was never paid: 400. Waits for the bank.',
    refusals: ['NeverPaid'],
  },
  'GET invoices/{id}/fiscal-checks/file/': {
    id: 'getInvoiceFiscalCheckFile',
    description: 'As the bank gives it, a PDF. While there is none: 400. Waits for the bank.',
    refusals: ['NeverPaid'],
  },
  'POST invoices/{id}/refresh/': { id: 'refreshInvoice', description: 'Takes no body. Waits for the bank.' },

  ...catalog('categories', 'Category', 'Categories', {
    list: { id: 'listCategories', query: { search: 'Words to find in name.', ordering: LIST_ORDER } },
    delete: { id: 'deleteCategory', description: 'Its products stay, with category null.' },
  }),
  ...catalog('units', 'Unit', 'Units', {
    list: {
      id: 'listUnits',
      query: { search: 'Words to find in name or short_name.', ordering: LIST_ORDER },
    },
    delete: { id: 'deleteUnit', description: 'Its products stay, with unit null.' },
  }),
  ...catalog('products', 'Product', 'Products', {
    list: {
      id: 'listProducts',
      query: { search: 'Words to find in name, article or external_code.', ordering: LIST_ORDER },
    },
    delete: {
      id: 'deleteProduct',
      description:
        'Invoice items keep their own name and price, with product null. To keep it, archive it instead.',
    },
  }),

  'GET catalog/products/export/': {
    id: 'exportProducts',
    description:
      'The products that GET catalog/products/ lists under the same parameters, in the same order and on no pages, in a ' +
      'file that can be imported again. CSV and XLSX as of GET invoices/export/.',
    query: { ordering: LIST_ORDER },
    refusals: ['Stopping'],
    isWorded: true,
  },
  'POST catalog/products/import/': {
    id: 'importProducts',
    description:
      'The body is the file: CSV or XLSX with a row for each product. Columns are recognised by their names in Ukrainian ' +
      'or English; those of names and of prices have to be there. A row is taken for the product that has its code, else ' +
      'its external_code, its article or its name, whichever of them the row has first; for a new one where no product ' +
      'has that. A column that is not there leaves products as they are, an empty cell empties the field. Categories and ' +
      'units are found by their names, and made where there are none. All is written in one transaction or nothing; ' +
      'whoever hangs up before it begins has changed nothing. One file at a time: 429 meanwhile. With `Accept: ' +
      'application/x-ndjson` it tells how far it is, a line of JSON each time, and answers by the last line: a result, or ' +
      'a refusal with its status.',
    isWorded: true,
  },

  'GET employees/': {
    id: 'listEmployees',
    description: 'The owner is not one of them.',
    query: { search: 'Words to find in username, full_name or email.', ordering: 'Default: username.' },
  },
  'GET employees/{id}/': { id: 'getEmployee' },

  'GET account/': {
    id: 'getAccount',
    description:
      'For screens that offer only what whoever is signed in may do. A change of rights holds at once.',
  },

  'GET stats/': { id: 'getStats' },
  'GET stats/series/': {
    id: 'getSeries',
    description:
      'Money counts when it moved: a payment when it was paid, a refund when it was made. For products, the fee and ' +
      'the refunds of a payment are shared out over its items in proportion to their amounts.',
  },

  'GET stats/series/export/': {
    id: 'exportSeries',
    description:
      'What GET stats/series/ answers under the same parameters, a row for each point and a last one with the totals. ' +
      'CSV and XLSX as of GET invoices/export/.',
    isWorded: true,
  },
  'GET stats/day-close/': {
    id: 'getDayClose',
    description: 'No fiscal document. A day that has not begun is a 400.',
  },
  'GET stats/day-close/export/': {
    id: 'exportDayClose',
    description:
      'What GET stats/day-close/ answers, its sections one below the other. CSV and XLSX as of GET invoices/export/.',
    isWorded: true,
  },

  'POST reconciliation/': {
    id: 'reconcile',
    description:
      "Writes nothing. The body is the till's file, if there is one: CSV or XLSX with a column of order numbers, and one " +
      'of amounts if it likes, recognised by their names in the first row or named by columns. Order numbers are ' +
      'compared with reference, in any case of letters; where none of them is one, with invoice_id, with number_display ' +
      'or with rrn. Payments of the last ten minutes that the statement does not have yet are no difference. Waits for ' +
      'the bank; a terminal that cannot be asked is told of in terminals.',
    query: {
      from: 'Paid at or after. Required.',
      to: 'Paid at or before. Required; at most 31 days after from.',
      terminal: 'Only of this terminal (id).',
      columns:
        'Indexes of the columns, from 0: `reference:0,amount:2`. Absent: by the names in the first row.',
    },
  },
  'POST reconciliation/adopt/': {
    id: 'adoptPayment',
    description:
      'The payment becomes an invoice, as sync_invoices would make it. One that is here already is answered as it is; one ' +
      'that the statement does not have is a 400. Waits for the bank.',
  },

  'GET events/': { id: 'listEvents', description: EVENTS_DESCRIPTION },

  'GET jobs/': {
    id: 'listJobs',
    description:
      'All of them, on one page. Whether there is anything to do when its time has come, a job sees by itself.',
  },
  'POST jobs/{name}/run/': {
    id: 'runJob',
    description:
      'Takes no body. Waits for its end; a run that is under way is joined. A run that failed is a 200 too: its ' +
      'status says so, and error why.',
    refusals: ['Stopping'],
  },

  'GET requests/': {
    id: 'listRequests',
    description:
      'For whoever connects a till: at most 200, newest first, kept in memory alone; this call and OPTIONS are not among ' +
      'them. Secrets are starred. A stream of events is one request, told when it begins.',
  },

  'GET system/': { id: 'getSystem', description: 'For banners, and for whoever watches over the shop.' },
};
