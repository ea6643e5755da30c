import { AsyncResource } from 'node:async_hooks';
import { type Db, isWriteFailure } from '../../store/db/connection.ts';

/**
 * Keeps the outcome of an attempt that could not be written (a full disk) until it can be: the bank answers only once. If
 * the service ends first, the next start finds the attempt pending and marks it in doubt. `write` runs in the asynchronous
 * context of the present caller: the request that has it written later is another one.
 */
export const deferWrite = (db: Db, attemptId: number, write: () => void): void => {
  db.memory.deferred.set(attemptId, AsyncResource.bind(write));
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
