/**
 * Who may write nothing in the catalog. What a person gives back counts for their limits whether it was taken money
 * (a refund) or held money (a release, the rest of a capture in part), so one index serves all three.
 */
export const guard = {
  steps: `
alter table accounts add column catalog_read_only integer not null default 0
  check (catalog_read_only in (0, 1));
drop index attempts_refunded_at;
create index attempts_given_back_at on attempts (coalesce(bank_created_at, created_at))
  where kind in ('refund', 'capture', 'release');
`,
  undo: `
alter table accounts drop column catalog_read_only;
drop index attempts_given_back_at;
create index attempts_refunded_at on attempts (coalesce(bank_created_at, created_at)) where kind = 'refund';
`,
};
