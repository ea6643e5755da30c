import type { CashRegister } from '../../../shared/api/cash-registers.ts';
import type { Tile } from '../../../shared/api/product-shop.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';

/** Options and their order. Pure. */

/**
 * The available terminals and registers, and the selection: the last used terminal if available, else the first; no
 * register.
 */
export const selectTerminal = (
  allTerminals: readonly Terminal[],
  allRegisters: readonly CashRegister[],
  remembered: { terminal: number | null; cashRegister: number | null },
) => {
  const terminals = allTerminals.filter(({ is_active }) => is_active);
  const terminal = terminals.find(({ id }) => id === remembered.terminal) ?? terminals[0];
  const registers = allRegisters.filter((each) => each.is_active && each.terminal === terminal?.id);
  const register = registers.find(({ id }) => id === remembered.cashRegister);
  return { terminals, registers, terminal, register };
};

const same = (field: string, text: string): boolean => field !== '' && field.toLowerCase() === text;

/** Exact barcode, article or code first, then names that match, then the rest in their order. */
export const bestFirst = <One extends Pick<Tile, 'name' | 'article' | 'external_code' | 'barcodes'>>(
  products: readonly One[],
  typed: string,
): One[] => {
  const text = typed.trim().toLowerCase();
  const rank = ({ article, external_code, barcodes, name }: One): number => {
    if ([article, external_code, ...barcodes].some((code) => same(code, text))) return 0;
    return same(name, text) ? 1 : 2;
  };
  return products.toSorted((a, b) => rank(a) - rank(b));
};
