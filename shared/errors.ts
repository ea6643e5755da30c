/**
 * PINs, and refunds that need a second person. Apart from the others, since screens word them where they are used: these
 * codes are no part of what loads before the first screen.
 */
export const PEOPLE_CODES = [
  ...['pin_missing', 'pin_wrong', 'pin_locked', 'pin_lost', 'pin_weak', 'password_due', 'person_inactive'],
  ...['refund_limit', 'approval_invalid', 'approver_same', 'approver_no_right', 'approver_limit'],
] as const;

/** Stable codes of invalid values; more may be added. Those of Django REST Framework where it has one. */
export const PROBLEM_CODES = [
  ...['required', 'null', 'blank', 'invalid', 'invalid_choice', 'unknown_field', 'not_a_list'],
  ...['max_length', 'min_length', 'max_value', 'min_value', 'max_decimal_places', 'max_words'],
  ...['null_characters_not_allowed', 'only_digits', 'unique', 'duplicate', 'not_found', 'not_active'],
  // A sale.
  ...['amount_and_items', 'amount_mismatch', 'other_terminal', 'amount_not_settable', 'key_reused'],
  // A cancel, a refund, a receipt or a fiscal check: the invoice has this status.
  ...['is_created', 'is_processing', 'is_success', 'is_failure', 'is_reversed', 'is_expired'],
  ...['refund_under_way', 'nothing_left', 'only_whole', 'not_as_expected', 'not_ready', 'open_invoices'],
  ...['money_under_way', 'not_payable'],
  // A shift and its cash sales.
  ...['shift_open', 'shift_closed', 'voided'],
  // A range of time.
  ...['range_reversed', 'range_too_long', 'too_early', 'not_begun'],
  // An uploaded table.
  ...['old_excel', 'open_document', 'password', 'packed', 'picture'],
  ...['web_page', 'document', 'empty', 'no_text'],
  ...['damaged', 'quotation_mark', 'row_too_long', 'no_sheet', 'too_large', 'too_complex', 'too_slow'],
  ...['too_many_rows', 'too_many_columns', 'too_many_cells', 'cell_too_long', 'unreadable', 'missing_column'],
  ...['unknown_column', 'wrong_row', 'more_rows', 'nothing_written', 'busy'],
  // Values that the owner sets, in the window and on the command line.
  ...['owner_exists', 'wrong_password', 'other_merchant', 'not_a_folder', 'no_space', 'unusable'],
  // The passphrase of encrypted copies.
  ...['weak_phrase'],
] as const;

/** Those of the counter. The screens show them in the service's own words, so that their start needs no texts of them. */
export const COUNTER_CODES = [
  // Somebody who sells only products of the catalog, at their prices.
  ...['amount_by_hand', 'discount_by_hand', 'not_from_catalog', 'archived', 'other_price'],
  'not_as_in_catalog',
  // A held payment.
  ...['hold_at_register', 'is_held', 'not_held', 'hold_request_under_way'],
  // A product's barcodes, and a cart that is set aside.
  ...['check_digit', 'barcode_taken', 'taken', 'not_taken', 'cart_in_sale'],
  // Discounts on the whole basket, and what a fiscal register would refuse.
  ...['discount_limit', 'amount_and_percent', 'need_items', 'tax_missing'],
  // Cash that is counted and moved, and the closing of a day and a month.
  ...['count_final', 'other_count', 'more_than_till'],
  ...['not_counted', 'no_open_shift', 'not_over', 'more_than_counted'],
  // A sale for cash, and one in parts.
  ...['no_shift', 'returned', 'in_parts', 'parts_fiscal', 'cash_step'],
  ...['sale_ended', 'sale_in_doubt', 'sale_open'],
  // Reading earlier payments.
  'history_not_running',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES | typeof PEOPLE_CODES | typeof COUNTER_CODES)[number];

/**
 * What became of a bank request without a good answer: nothing of it left this computer, the bank may have acted, or it
 * refused and did not.
 */
export const BANK_OUTCOMES = ['not_sent', 'unknown', 'refused'] as const;
export type BankOutcome = (typeof BANK_OUTCOMES)[number];

/** Codes of requests that were refused before anything was sent to the bank. */
export const NOT_SENT_CODES: readonly string[] = ['UNREACHABLE', 'TOKEN_MISSING', 'MOVED_AWAY', 'PAUSED'];

/** Codes of a 503 that stands in place of the work: nothing was done. */
export const AWAY_CODES = ['stopping', 'DATABASE_LOST', 'BEING_RESTORED'] as const;

/** Causes of a failure of the file system, a port or the database. */
export const OS_FAULTS = [
  'full',
  'absent',
  'not_a_folder',
  'read_only',
  'no_right',
  'in_use',
  'port_taken',
  'disk',
  'damaged',
] as const;
export type OsFault = (typeof OS_FAULTS)[number];

/** Why a value is refused. */
export interface Problem {
  code: ProblemCode;
  /** The interface's English sentence. */
  message: string;
  /** The numbers and names in the sentence. */
  facts: Readonly<Record<string, string | number>>;
}

/* @__NO_SIDE_EFFECTS__ */
export const problem = (code: ProblemCode, message: string, facts: Problem['facts'] = {}): Problem => ({
  code,
  message,
  facts,
});

/** By field; for `items`, one object for each item, empty for a valid one. */
type ByField<Part> = Record<string, Part[] | Record<string, Part[]>[]>;
export type Problems = ByField<Problem>;
/** Messages, or codes, as they are sent. */
export type FieldErrors = ByField<string>;
/** The facts of each message. */
export type FieldFacts = ByField<Problem['facts']>;

/** The key of problems that belong to no single field. */
export const WHOLE_OBJECT = 'non_field_errors';

/** An item may have a field named "code" too: its value is a list. */
export const isProblem = (part: Problem | Record<string, Problem[]> | undefined): part is Problem =>
  typeof part?.code === 'string';

export const mapProblems = <Part>(problems: Problems, partOf: (problem: Problem) => Part): ByField<Part> =>
  Object.fromEntries(
    Object.entries(problems).map(([field, parts]) => [
      field,
      parts.map((part) => (isProblem(part) ? partOf(part) : mapProblems(part, partOf))) as Part[],
    ]),
  );

export const messagesOf = (problems: Problems): FieldErrors =>
  mapProblems(problems, ({ message }) => message);
export const codesOf = (problems: Problems): FieldErrors => mapProblems(problems, ({ code }) => code);
export const factsOf = (problems: Problems): FieldFacts => mapProblems(problems, ({ facts }) => facts);

/** A schema's issue holds only a sentence. */
const problemsOfIssues = new WeakMap<object, Problem>();

/** Gives a valibot rule's message, and stores the problem behind it beside the issue. */
export const rule =
  <Issue extends object>(broken: Problem | ((issue: Issue) => Problem)) =>
  (issue: Issue): string => {
    const found = typeof broken === 'function' ? broken(issue) : broken;
    problemsOfIssues.set(issue, found);
    return found.message;
  };

export const problemOf = (issue: { message: string }): Problem =>
  problemsOfIssues.get(issue) ?? problem('invalid', issue.message);

/** The body of every refusal. */
export interface ErrorBody {
  detail: string;
  errors?: FieldErrors;
  /** With `Prefer: codes`: the stable codes of `errors`; for a refusal without `errors` one for the whole object. */
  codes?: FieldErrors;
  /** With `Prefer: facts`: the numbers and names in each message of `errors`. */
  facts?: FieldFacts;
  /** 401 only: `token_not_valid`, `no_active_account`, `user_inactive`. */
  code?: string;
  /** 502: the bank's errCode, or one of ours (`TIMEOUT`, `UNREACHABLE`, …). 500: `DISK_FULL`. */
  err_code?: string;
  /** 500 only: the id to search for in the log. */
  request_id?: string;
}
