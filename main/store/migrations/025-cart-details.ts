/** The fields of a cart's invoice other than its lines, as JSON (domain/carts/carts.ts). */
export const cartDetails = `
alter table carts add column details text not null default '{}';
`;
