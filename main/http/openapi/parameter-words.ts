/** Query parameters in general; an operation's own words come before these. */
export const PARAMETERS: Record<string, string> = {
  page: 'Page number, from 1. A page past the last one is a 404.',
  page_size: 'Records on a page; a larger size is lowered to the highest.',
  search: 'At most 32 words. Every one must occur, in any case of letters.',
  ordering: 'Fields separated by commas; with a minus in front, descending.',
  terminal: 'Only of this terminal (id).',
  cash_register: 'Only of this cash register (id).',
  category: 'Only of this category (id).',
  unit: 'Only with this unit of measure (id).',
  is_active: 'true or false.',
  is_archived: 'true or false.',
  status: 'Only in this status.',
  created_locally: 'true: created through this service; false: found in the bank statement.',
  created_from: 'Created at or after.',
  created_to: 'Created at or before.',
  paid_from: 'Paid at or after.',
  paid_to: 'Paid at or before.',
  refunded_from: 'Something of it was refunded at or after.',
  refunded_to: 'Something of it was refunded at or before.',
  paid_hour: 'Paid in this hour of the day, whatever the day, by the clock of the shop.',
  paid_weekday: 'Paid on this weekday by the calendar of the shop; Monday is 1.',
  refunded_hour: 'Something of it was refunded in this hour of the day by the clock of the shop.',
  refunded_weekday: 'Something of it was refunded on this weekday by the calendar of the shop; Monday is 1.',
  created_by: 'Only those that this account (id) asked for.',
  product: 'One of its items is of this product (id).',
  without:
    'Only those that have none: created_by: asked for by nobody of the shop, or by an account that is gone. ' +
    'cash_register: without one. product: with an item of no product, or without items. payment_system: the bank ' +
    'has told none.',
  payment_system: 'Paid by this payment system, as the bank names it: visa, mastercard.',
  date: 'A date of the calendar of the shop, such as 2026-03-02. Default: today.',
  expected_status:
    'What you take the invoice to be: in another status nothing is done, and the answer is a 400. Pass created ' +
    'where an unpaid invoice is to be cancelled, so that one paid in that moment is not refunded.',
  expected_left:
    'What you take to be left of the payment, minor units: with another sum left nothing is refunded, and the ' +
    'answer is a 400. It does not make up for an Idempotency-Key: the bank may still be working on a refund.',
  amount_min: 'Amount at least, minor units.',
  amount_max: 'Amount at most, minor units.',
  group_by: 'What the sums are told apart by. Default: day.',
  from: 'Money that moved at or after.',
  to: 'Money that moved at or before.',
  columns: 'Indexes of the columns, from 0, by name. Absent: by the names in the first row.',
  encoding: 'Of the characters of a CSV file. Absent: it is found out.',
  delimiter: 'Between the cells of a CSV file. Absent: it is found out.',
  dry_run: 'true: says what would be done, and writes nothing.',
  match_by: 'The only key by which rows are taken for products. Absent: whichever a row has.',
  skip_wrong: 'true: rows that are wrong are left out. Absent or false: one of them refuses the whole file.',
  expected_digest:
    'The digest of a dry run: where something else would be done by now, nothing is, and that is a 400.',
  has_header: 'true: the first row names the columns; false: it does not. Absent: it is found out.',
  format: 'Of the file. Default: csv.',
  check: 'Id of the fiscal check. Absent: the first that has a file.',
  after: 'Only events with a higher id; 0: from the oldest that is kept.',
};

/** Of endpoints that are in version 1, beyond it. */
export const EXTENSION_PARAMETERS: ReadonlySet<string> = new Set([
  'refunded_from',
  'refunded_to',
  'paid_hour',
  'paid_weekday',
  'refunded_hour',
  'refunded_weekday',
  'created_by',
  'product',
  'payment_system',
  'without',
  'expected_status',
  'expected_left',
]);

export const DATETIME_PARAMETER =
  'ISO 8601; UTC where no offset is given. A bare date (2026-03-02) is its start for from and *_from, its end ' +
  'for to and *_to.';
