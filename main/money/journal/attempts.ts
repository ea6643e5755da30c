import { AsyncResource } from 'node:async_hooks';
import type { EventData } from '../../../shared/api/events.ts';
import { BankError } from '../../bank/errors.ts';
import { recordEvent } from '../../shop/events.ts';
import { type Db, isWriteFailure } from '../../store/db/connection.ts';
import { groupCommit } from '../../store/db/group-commit.ts';
import {
  type AttemptRow,
  discountRequest,
  findAttempt,
  pendingAttempts,
  settleAttempt,
} from '../../store/invoices/attempts.ts';
import { recordOutcome } from '../guard/attempt-actions.ts';

/** The attempt's current row: another request may have settled it during the request to the bank. */
export const attemptById = (db: Db, id: number): AttemptRow => {
  const attempt = findAttempt(db, id);
  if (!attempt) throw new Error(`The attempt ${id} is gone.`);
  return attempt;
};

/**
 * Keeps the outcome of an attempt that could not be written (a full disk) until it can be: the bank answers only once. If
 * the service ends first, the next start finds the attempt pending and marks it in doubt. `write` runs in the asynchronous
 * context of the present caller: the request that has it written later is another one.
 */
export const deferWrite = (db: Db, attemptId: number, write: () => void): void => {
  db.memory.deferred.set(attemptId, AsyncResource.bind(write));
};

/** Writes now, or once there is space again. */
const writeOrDefer = (db: Db, attemptId: number, write: () => void): void => {
  try {
    write();
  } catch (error) {
    if (!isWriteFailure(error)) throw error;
    deferWrite(db, attemptId, write);
  }
};

/**
 * Writes the deferred outcomes; called before the outcome of an attempt is read.
 * @throws SqliteError while a write still fails
 */
export const flushDeferred = (db: Db): void => {
  const { deferred } = db.memory;
  for (const [attemptId, write] of deferred) {
    try {
      write();
    } catch (error) {
      if (isWriteFailure(error)) throw error;
    }
    deferred.delete(attemptId);
  }
};

/**
 * Steps 2 and 3 of a journaled attempt (docs/money-safety.md): sends the bank request, outside any transaction, and
 * lets `record` write the outcome in one. A refusal or a doubt is written and rethrown.
 * @param wasInDoubt an earlier request is in doubt: a refusal now says nothing about its outcome
 */
export const runJournaled = async <Answer, Result>(
  { db, now }: { db: Db; now: () => number },
  attemptId: number,
  request: () => Promise<Answer>,
  record: (answer: Answer) => Result,
  wasInDoubt = false,
): Promise<Result> => {
  const conclude = (error: unknown): void => {
    const current = attemptById(db, attemptId);
    // Another look at the invoice may have shown the outcome meanwhile.
    if (current.status !== 'pending' || current.accepted_at !== null) return;
    // Any error but a clear refusal may have reached the bank: also a fault of Kramar after the bank has acted.
    const isRefusal = error instanceof BankError && !error.inDoubt;
    const err_code = error instanceof BankError ? error.code : 'ERROR';
    if (isRefusal && !wasInDoubt) {
      db.transaction(() => {
        recordOutcome(db, now(), current, 'refused', err_code);
        settleAttempt(db, attemptId, { status: 'refused', err_code, settled_at: now() });
      });
      return;
    }
    db.transaction(() => {
      if (isRefusal) discountRequest(db, attemptId);
      doubtAttempt(db, current, err_code, now());
    });
  };
  const write = (answer: Answer): Result => db.transaction(() => record(answer));

  const answer = await request().catch((error: unknown) => {
    writeOrDefer(db, attemptId, () => conclude(error));
    throw error;
  });
  try {
    return await groupCommit(db, () => record(answer));
  } catch (error) {
    // Once there is space, the outcome is written as if nothing had happened.
    const again = () => writeOrElse(() => write(answer), conclude);
    if (isWriteFailure(error)) deferWrite(db, attemptId, again);
    else writeOrDefer(db, attemptId, () => conclude(error));
    throw error;
  }
};

/** A failed write is no reason to call `otherwise`: the write is retried. */
const writeOrElse = (work: () => void, otherwise: (error: unknown) => void): void => {
  try {
    work();
  } catch (error) {
    if (isWriteFailure(error)) throw error;
    otherwise(error);
  }
};

/** The outcome at the bank is unknown now; an event reports it. */
const doubtAttempt = (db: Db, { id, ...attempt }: AttemptRow, err_code: string, now: number): void =>
  db.transaction(() => {
    recordOutcome(db, now, attempt, 'in_doubt', err_code);
    settleAttempt(db, id, { status: 'in_doubt', err_code, settled_at: now });
    recordEvent(db, now, {
      type: 'attempt.in_doubt',
      terminal: attempt.terminal_id,
      ...(attempt.invoice_id === null ? {} : { invoice: attempt.invoice_id }),
      data: { kind: attempt.kind, err_code },
    });
  });

/**
 * After a crash a pending attempt may or may not have reached the bank, so it becomes in doubt. Called at start, while
 * this process is the only one that calls the bank. Returns the number of attempts.
 */
export const doubtPendingAttempts = (db: Db, now: number): number =>
  db.transaction(() => {
    const pending = pendingAttempts(db);
    for (const attempt of pending) doubtAttempt(db, attempt, 'CRASHED', now);
    return pending.length;
  });

type Settled = EventData<'attempt.settled'>['outcome'];

/**
 * Ends an attempt by what the bank shows, and records an event, but during the request itself: its caller reports the
 * outcome.
 * @param times of the PC's and of the bank's clock, ms
 * @param err_code of a refusal; absent: keeps the stored one
 */
export const concludeAttempt = (
  db: Db,
  attempt: AttemptRow,
  outcome: Settled,
  { now, bankNow }: { now: number; bankNow: number | undefined },
  err_code = attempt.err_code,
): void =>
  db.transaction(() => {
    recordOutcome(db, now, attempt, outcome, err_code);
    const times = { settled_at: now, bank_settled_at: bankNow ?? null };
    settleAttempt(db, attempt.id, { status: outcome, err_code, ...times });
    const isUnderWay = attempt.status === 'pending' && attempt.accepted_at === null;
    if (!isUnderWay) recordSettled(db, attempt, outcome, now);
  });

/** Records the end of a doubt that an earlier event has reported. */
export const recordSettled = (
  db: Db,
  { kind, terminal_id, invoice_id }: Pick<AttemptRow, 'kind' | 'terminal_id' | 'invoice_id'>,
  outcome: Settled,
  now: number,
): void =>
  recordEvent(db, now, {
    type: 'attempt.settled',
    terminal: terminal_id,
    ...(invoice_id === null ? {} : { invoice: invoice_id }),
    data: { kind, outcome },
  });
