/** The statuses, kinds and outcomes of records, each list once: schemas, tables and rules derive theirs. */

export const INVOICE_STATUSES = [
  'created',
  'processing',
  'success',
  'failure',
  'reversed',
  'expired',
] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** The invoice may still be paid. */
export const OPEN_STATUSES = ['created', 'processing'] as const satisfies readonly InvoiceStatus[];
export type OpenStatus = (typeof OPEN_STATUSES)[number];

export const isOpenStatus = (status: InvoiceStatus): status is OpenStatus =>
  OPEN_STATUSES.some((open) => open === status);

/** Cancelling ends or refunds it; after a failed payment the payer may try again on the same page. */
export const CANCELLABLE: readonly InvoiceStatus[] = ['created', 'failure', 'success'];

/** Status of a payment in the bank's statement. */
export const PAYMENT_STATUSES = ['hold', 'processing', 'success', 'failure'] as const;

/** in_doubt: the bank's answer was lost, and the outcome is unknown. processing: the bank is working on it. */
export const OPEN_REFUND_STATES = ['in_doubt', 'processing'] as const;

/** debit: the money is taken at once. hold: the bank holds it until the shop captures or releases it. */
export const PAYMENT_TYPES = ['debit', 'hold'] as const;
/** waiting: to be held once it is paid. released: by the shop or by the bank, and nothing was taken. */
export const HOLD_STATES = ['waiting', 'held', 'captured', 'released'] as const;
export type HoldState = (typeof HOLD_STATES)[number];
/** Bank requests that end a hold. */
export const HOLD_REQUESTS = ['capture', 'release'] as const;
export type HoldRequest = (typeof HOLD_REQUESTS)[number];

/** Bank requests about an invoice: open it, invalidate it, refund it, take or give up the money held for it. */
export const ATTEMPT_KINDS = ['create', 'remove', 'refund', ...HOLD_REQUESTS] as const;
export type AttemptKind = (typeof ATTEMPT_KINDS)[number];
export const ATTEMPT_OUTCOMES = ['done', 'refused', 'dropped'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];
export type AttemptStatus = 'pending' | 'in_doubt' | AttemptOutcome;

/** The bank's status of the fiscal check of a sale. */
export const FISCAL_STATUSES = ['new', 'process', 'done', 'failed'] as const;
/** none: the bank has no check. */
export type FiscalStatus = 'none' | (typeof FISCAL_STATUSES)[number];
export const FISCAL_TYPES = ['sale', 'return'] as const;
/** Who registers fiscal checks for the bank, in the bank's words. */
export const FISCAL_SERVICES = ['checkbox', 'monopay', 'vchasnokasa'] as const;
export type FiscalService = (typeof FISCAL_SERVICES)[number];
/** auto: as the bank's checks show. */
export const ISSUES_RECEIPTS = ['auto', 'yes', 'no'] as const;
export type IssuesReceipts = (typeof ISSUES_RECEIPTS)[number];

/** unknown: no bank request since the start. */
export const BANK_STATES = ['reachable', 'unreachable', 'unknown'] as const;

/** States of reading the payments of a terminal from before Kramar. */
export const HISTORY_STATES = ['running', 'paused', 'done', 'cancelled'] as const;
/** start: begins, begins again, or goes on after a pause. */
export const HISTORY_ACTIONS = ['start', 'pause', 'cancel'] as const;
export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

/** Records of the bank that Kramar may fail to read. */
export const UNREADABLE_KINDS = ['invoice', 'statement_line', 'fiscal_check', 'register', 'attempt'] as const;
export type UnreadableKind = (typeof UNREADABLE_KINDS)[number];

/** abandoned: given up after three days. test: sent once, by hand. */
export const DELIVERY_STATES = ['pending', 'delivered', 'abandoned', 'test'] as const;
/**
 * States of a program that receives events. locked: the keychain is not available, so nothing can be signed.
 * secret_lost: the keychain holds another key than the one that the secret was stored under.
 */
export const RECEIVER_STATES = ['working', 'failing', 'locked', 'secret_lost'] as const;
export type ReceiverState = (typeof RECEIVER_STATES)[number];

/** The cause of a job's run: the service's start, its schedule, the PC's waking up, a webhook, or a person. */
export const RUN_CAUSES = ['start', 'schedule', 'wake', 'webhook', 'hand'] as const;
export type RunCause = (typeof RUN_CAUSES)[number];
/** cut_off: the service ended during it. */
export const RUN_STATUSES = ['running', 'done', 'failed', 'cut_off'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** On schedule; by hand; before a migration of the schema. */
export const BACKUP_KINDS = ['scheduled', 'manual', 'migration'] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];
/** unverified: without a manifest; damaged: its size differs from the written one. */
export const BACKUP_STATES = ['sound', 'unverified', 'damaged'] as const;
