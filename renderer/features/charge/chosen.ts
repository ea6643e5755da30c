import type { CashRegister } from '../../../shared/api/cash-registers.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';

/** What can be chosen now, and what is chosen: the remembered one while it is among them, else the first; no register. */
export const chosenFrom = (
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
