import type { Selectable } from 'kysely';
import { build, type Db } from './db/connection.ts';
import type { IdempotencyKeysTable } from './db/tables.ts';

export type KeptAnswer = Selectable<IdempotencyKeysTable>;

/** @param since older answers are expired; ms by the bank's clock. Answers of unknown time are kept. */
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
      .where((eb) => eb.or([eb('bank_created_at', 'is', null), eb('bank_created_at', '>', since)])),
  );

/** Stores an answer, replacing one to the same key. */
export const keepAnswer = (db: Db, { account_id, key, ...kept }: KeptAnswer): void => {
  db.run(
    build
      .insertInto('idempotency_keys')
      .values({ account_id, key, ...kept })
      .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet(kept)),
  );
};

/** Deletes answers from before a moment (ms by the bank's clock) and returns their number. */
export const pruneKeptAnswers = (db: Db, since: number): number =>
  db.run(build.deleteFrom('idempotency_keys').where('bank_created_at', '<=', since));
