import type { Product } from '../../../shared/api/catalog.ts';

const same = (field: string, text: string): boolean => field !== '' && field.toLowerCase() === text;

/** Whose article or code it is exactly, then whose name, then the rest in their order. */
export const bestFirst = (products: readonly Product[], typed: string): Product[] => {
  const text = typed.trim().toLowerCase();
  const rank = ({ article, external_code, name }: Product): number => {
    if (same(article, text) || same(external_code, text)) return 0;
    return same(name, text) ? 1 : 2;
  };
  return products.toSorted((a, b) => rank(a) - rank(b));
};
