/**
 * Goods that are sold for cash. A sale has a number of the same series as invoices, its lines, and what rounding added; a
 * return names its sale and the lines that came back.
 */
export const cashGoods = {
  steps: `
alter table cash_sales add column number integer;
alter table cash_sales add column rounding integer not null default 0;
alter table cash_sales add column received integer;
alter table cash_sales add column return_of integer references cash_sales (id);
alter table cash_sales add column reason text not null default '';
create unique index cash_sales_number on cash_sales (number) where number is not null;
create index cash_sales_return_of on cash_sales (return_of) where return_of is not null;
create table cash_sale_items (
  id integer primary key autoincrement,
  cash_sale_id integer not null references cash_sales (id),
  position integer not null,
  name text not null,
  price integer not null,
  quantity integer not null,
  unit text not null,
  product_id integer references products (id) on delete set null,
  discount integer not null,
  amount integer not null,
  item_id integer references cash_sale_items (id)
) strict;
create index cash_sale_items_sale on cash_sale_items (cash_sale_id, position);
create index cash_sale_items_product on cash_sale_items (product_id) where product_id is not null;
`,
  undo: `
drop table cash_sale_items;
drop index cash_sales_return_of;
drop index cash_sales_number;
alter table cash_sales drop column reason;
alter table cash_sales drop column return_of;
alter table cash_sales drop column received;
alter table cash_sales drop column rounding;
alter table cash_sales drop column number;
`,
};
