import type { Selectable } from 'kysely';
import { build, type Db } from './database.ts';
import type { IdempotencyKeysTable } from './tables.ts';

export type KeptAnswer = Selectable<IdempotencyKeysTable>;

/** @param since older answers are no longer kept; ms */
export const findKeptAnswer = (
  db: Db,
  account_id: number,
  key: string,
  since: number,
): KeptAnswer | undefined =>
  db.get(
    build
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('account_id', '=', account_id)
      .where('key', '=', key)
      .where('created_at', '>', since),
  );

/** Keeps an answer in place of an earlier one to the same key, and forgets those from before `since` (ms). */
export const keepAnswer = (db: Db, kept: KeptAnswer, since: number): void => {
  pruneKeptAnswers(db, since);
  db.run(
    build
      .insertInto('idempotency_keys')
      .values(kept)
      .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet({ answer: kept.answer })),
  );
};

/** Forgets answers from before a moment (ms); gives how many. */
export const pruneKeptAnswers = (db: Db, since: number): number =>
  db.run(build.deleteFrom('idempotency_keys').where('created_at', '<=', since));
