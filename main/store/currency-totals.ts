import { type SelectQueryBuilder, sql } from 'kysely';
import { CURRENCY_UAH } from '../../shared/money.ts';
import type { Db } from './db/connection.ts';
import type { Query } from './db/query-cache.ts';
import type { Tables } from './db/tables.ts';

/** Sums of a list by currency: hryvnia's is the total, the others stand apart. */

interface CurrencySum {
  ccy: number;
  count: number;
  amount: number;
}

export interface CurrencyTotals {
  total_amount: number;
  other_currencies: CurrencySum[];
}

/** Counts a list of invoices, and sums it by currency. @param amount name of the summed column */
export const totalsByCurrency = <Joined extends Tables, Name extends keyof Joined>(
  db: Db,
  listed: SelectQueryBuilder<Joined, Name, object>,
  amount: string,
): CurrencyTotals & { count: number } => {
  const [ccy, count] = [sql<number>`invoices.ccy`, sql<number>`count(*)`];
  const query = listed
    .clearSelect()
    .select([ccy.as('ccy'), count.as('count'), sql<number>`sum(${sql.ref(amount)})`.as('amount')])
    .groupBy(ccy);
  const sums = db.all(query as unknown as Query<CurrencySum>);
  return {
    count: sums.reduce((all, each) => all + each.count, 0),
    total_amount: sums.find((each) => each.ccy === CURRENCY_UAH)?.amount ?? 0,
    other_currencies: sums
      .filter((each) => each.ccy !== CURRENCY_UAH)
      .toSorted((one, other) => one.ccy - other.ccy),
  };
};
