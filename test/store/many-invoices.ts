import type { Db } from '../../main/store/db/connection.ts';
import { plainSql } from '../../main/store/db/query-cache.ts';

/** That many more invoices at one terminal, over some days around 1970, of every status but two. */
export const insertMany = (db: Pick<Db, 'run'>, count: number): void => {
  db.run(
    plainSql(`insert into terminals (id, name, merchant_id, merchant_name, edrpou, is_active, show_payments, search_text,
      created_at, updated_at) values (1, '', '', '', '', 1, 1, '', 0, 0) on conflict do nothing`),
  );
  db.run(
    plainSql(`
    with recursive
      top (id) as (select coalesce((select seq from sqlite_sequence where name = 'invoices'), 0)),
      each (id) as (select id + 1 from top union all select id + 1 from each where id < (select id from top) + ${count})
    insert into invoices (number, invoice_id, terminal_id, status, amount, ccy, final_amount, reference, destination,
      comment, page_url, failure_code, failure_reason, masked_pan, approval_code, rrn, payment_system, fee, created_locally,
      webhook_received, created_date, search_text)
    select id, 'p' || id, 1, case id % 5 when 0 then 'expired' when 1 then 'failure' when 2 then 'reversed' else 'success' end,
      100 + id, 980, iif(id % 7 = 0, id, null), '', '', '', '', '', '', '', '', '', '', 0, id % 2, 0,
      (id % 40 - 10) * 86400000 + id, 'p' || id || char(10) || 'inv-' || id || char(10) || 'оплата: кава'
    from each`),
  );
};
