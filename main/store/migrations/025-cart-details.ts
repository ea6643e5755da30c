/** What the invoice of a cart is created with besides its lines: JSON (domain/carts/carts.ts). */
export const cartDetails = `
alter table carts add column details text not null default '{}';
`;
