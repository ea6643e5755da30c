import { type Db, isWriteFailure } from '../../store/db/connection.ts';

/**
 * What became of attempts and could not be written down (a full disk): it is kept until it can be, for the bank
 * answers only once. Should the service end before, they are found pending at the next start, and are in doubt.
 */
const deferredWrites = new WeakMap<Db, Map<number, () => void>>();

export const deferWrite = (db: Db, attemptId: number, write: () => void): void => {
  const kept = deferredWrites.get(db) ?? new Map<number, () => void>();
  deferredWrites.set(db, kept.set(attemptId, write));
};

/** Writes now, or once there is space again. */
export const writeOrDefer = (db: Db, attemptId: number, write: () => void): void => {
  try {
    write();
  } catch (error) {
    if (!isWriteFailure(error)) throw error;
    deferWrite(db, attemptId, write);
  }
};

/**
 * Writes down what could not be before; called before anybody asks what became of an attempt.
 * @throws SqliteError while it still cannot be written
 */
export const flushDeferred = (db: Db): void => {
  const kept = deferredWrites.get(db);
  for (const [attemptId, write] of kept ?? []) {
    try {
      write();
    } catch (error) {
      if (isWriteFailure(error)) throw error;
    }
    kept?.delete(attemptId);
  }
};
