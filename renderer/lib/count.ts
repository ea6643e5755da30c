/** `13194` → `13 194`, as amounts are grouped; the spaces do not break. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/gu, '\u00a0');
