import type Database from 'better-sqlite3';
import { openRows, PAGE, type Sums } from './floor-rows.ts';
import { openSearch } from './floor-search.ts';

/** The best plain SQL for each answer of the bench, prepared once. */

const DAY_MS = 86_400_000;

interface StatusSums {
  status: string;
  invoices: number;
  amount: number;
  taken: number;
}

const SUMS = 'status, sum(invoices) as invoices, sum(amount) as amount, sum(taken) as taken';
const COUNTED =
  'status, count(*) as invoices, sum(amount) as amount, sum(coalesce(final_amount, amount)) as taken';

interface Range {
  from: number;
  to: number;
}

/** Whole UTC days come from the totals, the cut ones at both ends from the index. */
const parts = ({ from, to }: Range) => {
  const first = Math.ceil(from / DAY_MS);
  const end = Math.floor((to + 1) / DAY_MS);
  return { first, last: end - 1, cut: [from, first * DAY_MS - 1, end * DAY_MS, to] as const };
};

const added = (rows: readonly StatusSums[]): Sums => {
  const sums = { count: 0, total_amount: 0, success_amount: 0 };
  for (const { status, invoices, amount, taken } of rows) {
    sums.count += invoices;
    sums.total_amount += amount;
    if (status === 'success') sums.success_amount += taken;
  }
  return sums;
};

const stats = (rows: readonly StatusSums[]) => {
  const { count, total_amount, success_amount } = added(rows);
  const of = (wanted: string) =>
    rows.filter(({ status }) => status === wanted).reduce((sum, { invoices }) => sum + invoices, 0);
  const unpaid = rows
    .filter(({ status }) => status !== 'success')
    .reduce((sum, { amount }) => sum + amount, 0);
  return {
    total_count: count,
    success_count: of('success'),
    created_count: of('created'),
    expired_count: of('expired'),
    failure_count: of('failure'),
    total_amount,
    success_amount,
    unpaid_amount: unpaid,
  };
};

/** Goes by the days' totals to the day that the page begins in, from the end that is nearer. */
const openPages = (db: Database.Database) => {
  const of = (direction: 'asc' | 'desc', beyond: string) => ({
    days: db
      .prepare<[], [number, number]>(
        `select day, sum(invoices) from floor_days group by day order by day ${direction}`,
      )
      .raw(),
    ids: db
      .prepare<[number, number, number], number>(
        `select id from invoices where created_date ${beyond} (select ?)
         order by created_date ${direction}, id ${direction} limit ? offset ?`,
      )
      .pluck(),
  });
  const ways = { desc: of('desc', '<'), asc: of('asc', '>=') };
  const walk = (direction: 'asc' | 'desc', limit: number, offset: number): number[] => {
    let left = offset;
    let start: number | undefined;
    for (const [day, invoices] of ways[direction].days.iterate()) {
      start = (direction === 'desc' ? day + 1 : day) * DAY_MS;
      if (invoices > left) break;
      left -= invoices;
    }
    return start === undefined ? [] : ways[direction].ids.all(start, limit, left);
  };
  return (count: number, offset: number): number[] => {
    if (offset <= count / 2) return walk('desc', PAGE, offset);
    const limit = Math.min(PAGE, count - offset);
    return walk('asc', limit, count - offset - limit).reverse();
  };
};

export const openReads = (db: Database.Database) => {
  const rows = openRows(db);
  const search = openSearch(db);
  const pageIds = openPages(db);
  const totals = db.prepare<[], StatusSums>(`select ${SUMS} from floor_totals group by status`);
  const daySums = db.prepare<[number, number], StatusSums>(
    `select ${SUMS} from floor_days where day between (select ?) and (select ?) group by status`,
  );
  const cutSums = db.prepare<[number, number, number, number], StatusSums>(
    `select ${COUNTED} from (
       select status, amount, final_amount from invoices where created_date between (select ?) and (select ?)
       union all
       select status, amount, final_amount from invoices where created_date between (select ?) and (select ?)
     ) group by status`,
  );
  const filteredDays = db.prepare<[number, number, string, number], StatusSums>(
    `select ${SUMS} from floor_days
     where day between (select ?) and (select ?) and status = (select ?) and terminal_id = (select ?) group by status`,
  );
  const cutFiltered = db.prepare<[object], StatusSums>(
    `select ${COUNTED} from (
       select status, amount, final_amount from invoices indexed by floor_terminal
       where terminal_id = @terminal and status = @status and created_date between @a and @b
       union all
       select status, amount, final_amount from invoices indexed by floor_terminal
       where terminal_id = @terminal and status = @status and created_date between @c and @d
     ) group by status`,
  );
  const filteredIds = db
    .prepare<[number, string, number, number, number], number>(
      `select id from invoices indexed by floor_terminal
       where terminal_id = (select ?) and status = (select ?) and created_date between (select ?) and (select ?)
       order by created_date desc, id desc limit ?`,
    )
    .pluck();
  const products = db.prepare<[number], Record<string, unknown>>(
    `select p.id, p.code, p.name, p.price, p.name_for_docs, p.article, p.external_code, p.category_id as category,
       p.unit_id as unit, p.is_archived, coalesce(c.name, '') as category_name, coalesce(u.name, '') as unit_name,
       p.created_at, p.updated_at
     from (select id from products order by name, id limit ?) found
     cross join products p on p.id = found.id
     left join categories c on c.id = p.category_id left join units u on u.id = p.unit_id`,
  );
  const productCount = db.prepare<[], number>('select count(*) from products').pluck();

  return {
    invoice: rows.one,
    rows: rows.several,
    page: (page: number) => {
      const sums = added(totals.all());
      return { sums, results: rows.several(pageIds(sums.count, (page - 1) * PAGE)) };
    },
    filtered: (status: string, terminal: number, range: Range) => {
      const { first, last, cut } = parts(range);
      const [a, b, c, d] = cut;
      const sums = added([
        ...filteredDays.all(first, last, status, terminal),
        ...cutFiltered.all({ terminal, status, a, b, c, d }),
      ]);
      return { sums, results: rows.several(filteredIds.all(terminal, status, range.from, range.to, PAGE)) };
    },
    search: (word: string) => {
      const { ids, sums } = search(word);
      return { sums, results: rows.several(ids) };
    },
    stats: (range?: Range) => {
      if (!range) return stats(totals.all());
      const { first, last, cut } = parts(range);
      return stats([...daySums.all(first, last), ...cutSums.all(...cut)]);
    },
    products: (limit: number) => ({
      count: productCount.get() ?? 0,
      results: products
        .all(limit)
        .map((row) => ({
          ...row,
          is_archived: row.is_archived === 1,
          created_at: new Date(row.created_at as number).toISOString(),
          updated_at: new Date(row.updated_at as number).toISOString(),
        })),
    }),
  };
};

export type Reads = ReturnType<typeof openReads>;
