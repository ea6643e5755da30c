/**
 * One open refund of an invoice at a time: a second one would pay the buyer twice. A refund is open from the moment it
 * is written until the bank shows its outcome; `accepted_at` marks that the bank is known to work on it.
 * Earlier versions allowed several in doubt. All but the newest are closed here: whatever the bank made of them is in
 * its list of refunds, from which final_amount is taken.
 */
export const refundJournal = `
update attempts set status = 'dropped'
where kind = 'refund' and status in ('pending', 'in_doubt')
  and id not in (
    select max(id) from attempts
    where kind = 'refund' and status in ('pending', 'in_doubt')
    group by invoice_id
  );
alter table attempts add column accepted_at integer;
create unique index attempts_open_refund on attempts (invoice_id)
  where kind = 'refund' and status in ('pending', 'in_doubt');
`;
