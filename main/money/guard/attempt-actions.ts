import { numberDisplay } from '../../../shared/api/invoices.ts';
import type { AttemptStatus } from '../../../shared/api/statuses.ts';
import { recordAction } from '../../shop/actions/record.ts';
import type { Db } from '../../store/db/connection.ts';
import type { AttemptRow } from '../../store/invoices/attempts.ts';
import { findInvoice, type InvoiceRow } from '../../store/invoices/invoices.ts';

type Recorded = Pick<
  AttemptRow,
  'kind' | 'status' | 'invoice_id' | 'account_id' | 'request' | 'reason' | 'err_code'
>;

/** Why money was given back: chosen from the owner's list or typed as the comment; empty: unknown, or nothing was. */
export const refundReason = ({
  kind,
  reason,
  request,
}: Pick<Recorded, 'kind' | 'reason' | 'request'>): string => {
  const { comment = '', gives_up = 0 } = JSON.parse(request) as { comment?: string; gives_up?: number };
  const isGivenBack = kind === 'refund' || gives_up > 0;
  return isGivenBack ? [reason, comment].filter((part) => part !== '').join('. ') : '';
};

type About = Pick<InvoiceRow, 'id' | 'number' | 'amount'>;

const record = (
  db: Db,
  now: number,
  attempt: Recorded,
  to: AttemptStatus,
  errCode: string,
  known: About | undefined,
): void => {
  const { kind, invoice_id, account_id, request } = attempt;
  // A sale is no action of the log: there are too many, and the invoice itself tells of it.
  if (kind === 'create') return;
  const invoice = known ?? (invoice_id === null ? undefined : findInvoice(db, invoice_id));
  const { amount, items } = JSON.parse(request) as { amount?: number; items?: unknown[] };
  const reason = refundReason(attempt);
  recordAction(db, now, {
    code: `${kind}_${to === 'pending' ? 'requested' : to}`,
    object: invoice && { kind: 'invoice', id: invoice.id, label: numberDisplay(invoice.number) },
    facts: {
      amount: (kind === 'remove' ? invoice?.amount : amount) ?? 0,
      ...(items && items.length > 0 ? { items: items.length } : {}),
      ...(reason === '' ? {} : { reason }),
      ...(errCode === '' ? {} : { err_code: errCode }),
    },
    by: account_id,
  });
};

/** Records that a cancellation, a refund, a capture or a release was requested. Call it in the transaction that journals the request. */
export const recordRequest = (db: Db, now: number, attempt: AttemptRow, about: About): void =>
  record(db, now, attempt, 'pending', '', about);

/**
 * Records how a cancellation, a refund, a capture or a release ended, or that its outcome is unknown. Call it in the transaction that writes
 * the outcome, before it is written: a second report of the same outcome is no second action.
 * @param about the invoice, where it has been read
 */
export const recordOutcome = (
  db: Db,
  now: number,
  attempt: Recorded,
  to: Exclude<AttemptStatus, 'pending'>,
  errCode = '',
  about?: About,
): void => {
  if (attempt.status !== to) record(db, now, attempt, to, errCode, about);
};
