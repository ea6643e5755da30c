/**
 * The shop's logo, at most one. `dots` is the same picture in black and white, a bit a dot, for receipt printers; null
 * where it can only be shown (a JPEG).
 */
export const shopLogo = `
create table shop_logo (
  id integer primary key check (id = 1),
  type text not null check (type in ('image/png', 'image/jpeg')),
  width integer not null,
  height integer not null,
  content blob not null,
  dots blob,
  dots_width integer not null default 0,
  changed_at integer not null
) strict;
`;
