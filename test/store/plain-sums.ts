/** In other words than the triggers': an amount in another currency adds 0. */
const IN_HRYVNIA = `total(amount) filter (where ccy = 980) as amount,
    total(ifnull(final_amount, amount)) filter (where ccy = 980) as taken`;

const DAY = 'floor(created_date / 86400000.0)';

/** The expected content of `invoice_days`, from the table only and in other words than the triggers'. */
export const plainDays = `
  select status, cast(${DAY} as integer) as day, terminal_id as terminal, ifnull(cash_register_id, 0) as register,
    created_locally, count(*) as count, ${IN_HRYVNIA}
  from invoices not indexed group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`;

/** As `plainDays`, of `invoice_months`. */
export const plainMonths = plainDays.replace(
  `${DAY} as integer) as day`,
  `floor(${DAY} / 32.0) as integer) as month`,
);

/** As `plainDays`, of `invoice_totals`. */
export const plainTotals = `
  select status, terminal_id as terminal, ifnull(cash_register_id, 0) as register,
    created_locally, count(*) as count, ${IN_HRYVNIA}
  from invoices not indexed group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
