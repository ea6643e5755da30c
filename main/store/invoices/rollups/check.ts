import type { Db } from '../../db/connection.ts';
import { daySql } from '../../db/days.ts';
import { plainSql } from '../../db/query-cache.ts';
import { SEARCHED } from '../search/trigrams.ts';

const sums = 'sum(count) as count, sum(amount) as amount, sum(taken) as taken';

/** Each kept table with the key of its rows and the query for the correct values. */
const KEPT = [
  {
    table: 'invoice_days',
    key: ['status', 'day', 'terminal', 'register', 'created_locally'],
    values: ['count', 'amount', 'taken'],
    right: `select status, ${daySql('created_date')} as day, terminal_id as terminal, coalesce(cash_register_id, 0) as register,
      created_locally, count(*) as count, sum(iif(ccy = 980, amount, 0)) as amount,
      sum(iif(ccy = 980, coalesce(final_amount, amount), 0)) as taken
      from invoices indexed by invoices_created group by 1, 2, 3, 4, 5`,
  },
  {
    table: 'invoice_months',
    key: ['status', 'month', 'terminal', 'register', 'created_locally'],
    values: ['count', 'amount', 'taken'],
    right: `select status, day >> 5 as month, terminal, register, created_locally, ${sums} from invoice_days
      group by 1, 2, 3, 4, 5`,
  },
  {
    table: 'invoice_totals',
    key: ['status', 'terminal', 'register', 'created_locally'],
    values: ['count', 'amount', 'taken'],
    right: `select status, terminal, register, created_locally, ${sums} from invoice_days group by 1, 2, 3, 4`,
  },
  {
    table: 'invoice_day_counts',
    key: ['day'],
    values: ['count'],
    right: 'select day, sum(count) as count from invoice_days group by 1',
  },
] as const;

const MOST = 10;

/** Combines both in one grouped query: a full join would compare each row of one with each of the other. */
const differing = ({ table, key, values, right }: (typeof KEPT)[number]): string => {
  const named = key.map((name) => `' ${name} ' || ${name}`).join(' || ');
  const messages = values.map((name) => `'${name} ' || sum(kept_${name}) || ' instead of ' || sum(${name})`);
  const noughts = values.map((name) => `0 as kept_${name}`);
  return `
    select '${table}' || ${named} || ': ' || ${messages.join(" || ', ' || ")} as difference
    from (
      select ${[...key, ...values.map((name) => `${name} as kept_${name}`), ...values.map((name) => `0 as ${name}`)]}
      from ${table}
      union all
      select ${[...key, ...noughts, ...values]} from (${right})
    )
    group by ${key.join(', ')}
    having ${values.map((name) => `sum(kept_${name}) <> sum(${name})`).join(' or ')}
    limit ${MOST}`;
};

/** Compares the kept sums with the invoices; returns each table's first difference. About a second per million. */
export const differencesOfSums = (db: Db): string[] =>
  KEPT.flatMap((kept) => db.all(plainSql<{ difference: string }>(differing(kept)))).map(
    ({ difference }) => difference,
  );

const QUICK = `
  select (select coalesce(sum(count), 0) from invoice_totals) as totals,
    (select coalesce(sum(count), 0) from invoice_months) as months,
    (select coalesce(sum(count), 0) from invoice_days) as days,
    (select coalesce(sum(count), 0) from invoice_day_counts) as counts,
    (select count(*) from invoices) as invoices`;

/** Compares only the counts, which a lost trigger or a direct write would change first. Quick. */
export const countsAgree = (db: Db): boolean => {
  const counts = db.get(
    plainSql<Record<'totals' | 'months' | 'days' | 'counts' | 'invoices', number>>(QUICK),
  );
  return counts !== undefined && new Set(Object.values(counts)).size === 1;
};

/**
 * Whether the search indexes match the texts. Holds the write lock while reading (half a minute per million), so it is
 * for a copy: FTS5 runs this check as an insert (https://sqlite.org/fts5.html#the_integrity_check_command).
 */
export const searchAgrees = (copy: Db): boolean => {
  try {
    // Rank 1 compares the index with the table, not only with itself.
    for (const table of SEARCHED)
      copy.run(plainSql(`insert into ${table}_text (${table}_text, rank) values ('integrity-check', 1)`));
    return true;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_CORRUPT')) return false;
    throw error;
  }
};
