/**
 * What the counter needs of a product beside its fields in version 1: barcodes (a JSON list), a tile colour, whether it
 * is a favourite. `product_barcodes` is the index of the barcodes; triggers alone write it. A UPC-A (12 digits) is the
 * EAN-13 with a zero in front: scanners send either, so both have one key.
 *
 * A cart is set aside until somebody takes it back; `lines` is JSON (shared/api/carts.ts).
 */
export const selling = `
alter table accounts add column catalog_prices_only integer not null default 0
  check (catalog_prices_only in (0, 1));

create table product_shop (
  product_id integer primary key references products (id) on delete cascade,
  barcodes text not null,
  tile_color text not null,
  is_favorite integer not null check (is_favorite in (0, 1))
) strict;
create index product_shop_favorite on product_shop (product_id) where is_favorite = 1;

create table product_barcodes (
  barcode_key text not null,
  product_id integer not null references product_shop (product_id) on delete cascade,
  primary key (barcode_key, product_id)
) strict, without rowid;
create index product_barcodes_product on product_barcodes (product_id);

create trigger product_shop_inserted after insert on product_shop when new.barcodes <> '[]'
begin
  insert or ignore into product_barcodes (barcode_key, product_id)
  select case when length(value) = 12 and value not glob '*[^0-9]*' then '0' || value else value end, new.product_id
  from json_each(new.barcodes);
end;
create trigger product_shop_updated after update of barcodes on product_shop when new.barcodes <> old.barcodes
begin
  delete from product_barcodes where product_id = new.product_id;
  insert or ignore into product_barcodes (barcode_key, product_id)
  select case when length(value) = 12 and value not glob '*[^0-9]*' then '0' || value else value end, new.product_id
  from json_each(new.barcodes);
end;

create table carts (
  id integer primary key autoincrement,
  name text not null,
  remark text not null,
  lines text not null,
  account_id integer references accounts (id) on delete set null,
  created_at integer not null,
  taken_at integer,
  taken_by integer references accounts (id) on delete set null
) strict;
create index carts_parked on carts (created_at) where taken_at is null;
`;
