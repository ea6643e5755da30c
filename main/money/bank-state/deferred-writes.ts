import { AsyncResource } from 'node:async_hooks';
import { type Db, isWriteFailure } from '../../store/db/connection.ts';

/**
 * Outcomes of attempts that could not be written (a full disk), kept until they can be: the bank answers only once. If
 * the service ends first, the next start finds these attempts pending and marks them in doubt.
 */
const deferredWrites = new WeakMap<Db, Map<number, () => void>>();

/** `write` runs in the asynchronous context of the present caller: the request that has it written later is another one. */
export const deferWrite = (db: Db, attemptId: number, write: () => void): void => {
  const kept = deferredWrites.get(db) ?? new Map<number, () => void>();
  deferredWrites.set(db, kept.set(attemptId, AsyncResource.bind(write)));
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
