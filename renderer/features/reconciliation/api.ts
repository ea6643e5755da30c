import type { Invoice } from '../../../shared/api/invoices.ts';
import type { Reconciliation, ReconciliationRow } from '../../../shared/api/reconciliation.ts';
import type { TableDelimiter, TableEncoding } from '../../../shared/api/tables.ts';
import { search } from '../../api/client.ts';
import { ApiError, asReadFailure } from '../../api/failure.ts';
import { call } from '../../api/http.ts';

/** How to parse the till's file, where detection failed. Columns count from 0. */
export interface Hints {
  encoding?: TableEncoding;
  delimiter?: TableDelimiter;
  has_header?: boolean;
  reference?: number;
  /** null: the file has no amounts. */
  amount?: number | null;
}

export interface ComparisonRequest {
  /** Inclusive; ISO 8601 UTC. */
  from: string;
  to: string;
  terminal: number | undefined;
  file: Blob | undefined;
  hints: Hints;
}

/** The bank needs a while for a month of a busy shop, and each terminal has its own statement. */
const TIMEOUT_MS = 300_000;

const columnsOf = ({ reference, amount }: Hints): string | undefined =>
  reference === undefined
    ? undefined
    : [`reference:${reference}`, ...(typeof amount === 'number' ? [`amount:${amount}`] : [])].join(',');

/** A lost answer leaves nothing in doubt. @throws ApiError; AbortError when cancelled */
const asReadOnly = async <Answer>(asking: Promise<Answer>): Promise<Answer> => {
  try {
    return await asking;
  } catch (error) {
    throw error instanceof ApiError ? new ApiError(asReadFailure(error.failure)) : error;
  }
};

export const reconcile = (
  { from, to, terminal, file, hints }: ComparisonRequest,
  signal: AbortSignal,
): Promise<Reconciliation> => {
  const { encoding, delimiter, has_header } = hints;
  const read = file ? { encoding, delimiter, has_header, columns: columnsOf(hints) } : {};
  return asReadOnly(
    call(`reconciliation/${search({ from, to, terminal, ...read })}`, {
      method: 'POST',
      signal,
      timeoutMs: TIMEOUT_MS,
      ...(file ? { file } : {}),
    }),
  );
};

/** Adds one payment of the statement to Kramar; idempotent. */
export const adopt = ({ terminal, invoice_id, bank }: ReconciliationRow): Promise<Invoice> =>
  asReadOnly(call('reconciliation/adopt/', { method: 'POST', body: { terminal, invoice_id, at: bank?.at } }));
