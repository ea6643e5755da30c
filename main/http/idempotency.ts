import type { Context } from 'koa';
import { doOnce, type KeyedRequest, openKey } from '../money/journal/idempotency.ts';
import { createKeyedQueue } from '../platform/async.ts';
import type { Actor } from '../shop/accounts/sessions.ts';
import { fieldRefusal } from '../shop/errors.ts';
import { type ClockContext, isWriteFailure } from '../store/db/connection.ts';
import { groupCommit } from '../store/db/group-commit.ts';

const HEADER = 'Idempotency-Key';
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** Does `work`; under an Idempotency-Key in one transaction, in which its result is kept as the answer. */
export type Once = <Answer>(work: () => Answer) => Answer;

export interface Keyed {
  keyed?: KeyedRequest;
  once?: Once;
}

/**
 * Handles a request with an Idempotency-Key once, or repeats its first answer. What waits for nothing is done in one
 * transaction with its answer, so that no handler can forget it: a crash between the two would do it twice.
 * @param content what the key is bound to
 */
export type Idempotency = (
  ctx: Context,
  actor: Actor,
  content: unknown,
  request: { waits: boolean; handle(keyed?: Keyed): unknown },
) => Promise<unknown>;

export const createIdempotency = (context: ClockContext): Idempotency => {
  const exclusive = createKeyedQueue();

  return async (ctx, actor, content, { waits, handle }) => {
    const key = ctx.req.headers['idempotency-key'];
    if (typeof key !== 'string' || !PRINTABLE.test(key))
      throw fieldRefusal(HEADER, 'invalid', 'Expected 1 to 255 printable ASCII characters.', {
        expected: 'printable',
      });
    // A second request waits for the first.
    return exclusive(`${actor.id} ${key}`, async () => {
      const opened = openKey(context, actor, key, content);
      if ('answer' in opened) {
        ctx.set('Idempotency-Replayed', 'true');
        return JSON.parse(opened.answer);
      }
      const once: Once = (work) => doOnce(context.db, opened, work);
      const answer = waits ? await handle({ keyed: opened, once }) : once(() => handle());
      try {
        // What was done is on the disk already: a repetition that finds no answer finds the attempt.
        if (!opened.isKept) await groupCommit(context.db, () => opened.keep(answer));
      } catch (error) {
        // A full disk must not hide it.
        if (!isWriteFailure(error)) throw error;
      }
      return answer;
    });
  };
};
