import { createHash } from 'node:crypto';
import { KEY_KEPT_MS } from '../../../shared/api/invoices.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { fieldRefusal } from '../../shop/errors.ts';
import type { ClockContext, Db } from '../../store/db/connection.ts';
import { findKey, insertKey, keepAnswer } from '../../store/idempotency-keys.ts';
import type { AttemptRow } from '../../store/invoices/attempts.ts';
import { attemptById, flushDeferred } from './attempts.ts';

/**
 * Answers from before this moment (ms by the bank's clock) have expired. By the PC's clock, which may jump, a key of a
 * minute ago could expire and its sale be made twice; while the bank's time is unknown, all are kept.
 */
export const keptSince = (bankNow: number | undefined): number => (bankNow ?? 0) - KEY_KEPT_MS;

/** A request under an Idempotency-Key without a stored answer. */
export interface KeyedRequest {
  /** The earlier attempt under the key: in doubt, or adopted since without an answer to the client. */
  attempt: AttemptRow | undefined;
  /** Binds the key to an attempt; call it in the transaction that journals that. */
  bind(attemptId: number): void;
  /** Stores the answer. Without an attempt that shows what was done, call it in the transaction that does it. */
  keep(answer: unknown): void;
  /** The answer is stored. */
  isKept: boolean;
}

/**
 * Looks a key up: returns its stored answer, or the request to carry out under it.
 * @param content the endpoint, the object and the body that the key is bound to
 * @throws ValidationError if the key came with other content before
 */
export const openKey = (
  { db, now, bankNow }: ClockContext,
  actor: Actor,
  key: string,
  content: unknown,
): { answer: string } | KeyedRequest => {
  flushDeferred(db);
  const fingerprint = createHash('sha256').update(canonical(content)).digest('hex');
  const known = findKey(db, actor.id, key, keptSince(bankNow()));
  if (known && known.fingerprint !== fingerprint)
    throw fieldRefusal('Idempotency-Key', 'key_reused', 'This key was used for another request.');
  if (known && known.answer !== null) return { answer: known.answer };
  let rowId = known?.id;
  const write = (attempt_id: number | null, answer: string | null): number => {
    const times = { created_at: now(), bank_created_at: bankNow() ?? null };
    return insertKey(db, { account_id: actor.id, key, fingerprint, attempt_id, answer, ...times });
  };
  const request: KeyedRequest = {
    attempt: known?.attempt_id == null ? undefined : attemptById(db, known.attempt_id),
    bind: (attemptId) => {
      rowId = write(attemptId, null);
    },
    keep: (answer) => {
      const text = JSON.stringify(answer);
      if (rowId === undefined) write(null, text);
      else keepAnswer(db, rowId, { answer: text, created_at: now(), bank_created_at: bankNow() ?? null });
      request.isKept = true;
    },
    isKept: false,
  };
  return request;
};

/** Does `work` and stores its answer under the key, in one transaction: with a crash between them it would be done again. */
export const doOnce = <Answer>(db: Db, keyed: KeyedRequest, work: () => Answer): Answer =>
  db.transaction(() => {
    const answer = work();
    keyed.keep(answer);
    return answer;
  });

/** No valid body is nested as deep; an invalid one must not exhaust the stack before it is refused. */
const MAX_DEPTH = 10;

/** Serialises equal JSON values to equal text, whatever the order of their keys. */
const canonical = (value: unknown, depth = 0): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth > MAX_DEPTH) return '…';
  const nested = (part: unknown): string => canonical(part, depth + 1);
  if (Array.isArray(value)) return `[${value.map(nested).join(',')}]`;
  const fields = value as Record<string, unknown>;
  const sorted = Object.keys(fields).sort();
  return `{${sorted.map((name) => `${JSON.stringify(name)}:${nested(fields[name])}`).join(',')}}`;
};
