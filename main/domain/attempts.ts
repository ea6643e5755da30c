import { randomBytes } from 'node:crypto';
import { BankError } from '../bank/errors.ts';
import { type AttemptRow, findAttempt, settleAttempt } from '../store/attempts.ts';
import type { Db } from '../store/database.ts';

/** A name for one attempt that the bank gives back: as metadata of an invoice, as extRef of a refund. */
export const newTag = (): string => randomBytes(16).toString('hex');

/** An attempt as it is now: while the bank was asked, somebody else may have settled it. */
export const attemptById = (db: Db, id: number): AttemptRow => {
  const attempt = findAttempt(db, id);
  if (!attempt) throw new Error(`The attempt ${id} is gone.`);
  return attempt;
};

/**
 * Steps 2 and 3 of a journaled attempt (architecture.md, "Money safety"): the bank is asked, outside any
 * transaction, and `record` writes the outcome in one. A refusal or a doubt is written down and thrown on.
 * @param wasInDoubt the bank was asked before: a refusal now says nothing of what it did then
 */
export const attempted = async <Answer, Result>(
  { db, now }: { db: Db; now: () => number },
  attemptId: number,
  ask: () => Promise<Answer>,
  record: (answer: Answer) => Result,
  wasInDoubt = false,
): Promise<Result> => {
  try {
    const answer = await ask();
    return db.transaction(() => record(answer));
  } catch (error) {
    // Anything but a clear refusal may have reached the bank: a fault of our own after it has acted as well.
    const refused = error instanceof BankError && !error.inDoubt && !wasInDoubt;
    settleAttempt(db, attemptId, {
      status: refused ? 'refused' : 'in_doubt',
      err_code: error instanceof BankError ? error.code : 'ERROR',
      settled_at: now(),
    });
    throw error;
  }
};
