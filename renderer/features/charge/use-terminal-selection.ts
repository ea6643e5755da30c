import { useQuery } from '@tanstack/react-query';
import type { CashRegister } from '../../../shared/api/cash-registers.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { cashRegistersQuery, systemQuery, terminalsQuery } from '../../api/queries.ts';
import type { Query } from '../../kit/query-view.tsx';
import { usePreferences } from '../../lib/preferences.ts';
import { selectTerminal } from './choices.ts';

export interface TerminalSelection {
  terminals: Terminal[];
  /** The selected terminal's registers. */
  registers: CashRegister[];
  terminal: Terminal | undefined;
  /** The shop has no bank connection. */
  hasNone: boolean;
  register: CashRegister | undefined;
  /** The selected terminal has no token. */
  isTokenMissing: boolean;
  query: Query<Terminal[]>;
}

/** The terminal and register used last, if still available. */
export const useTerminalSelection = (): TerminalSelection => {
  const terminals = useQuery(terminalsQuery);
  const registers = useQuery(cashRegistersQuery);
  const { data: system } = useQuery(systemQuery);
  const remembered = usePreferences();
  const selection = selectTerminal(terminals.data ?? [], registers.data ?? [], remembered);
  const query = registers.isPending ? { ...terminals, data: undefined } : terminals;
  return {
    ...selection,
    hasNone: query.data !== undefined && !selection.terminal,
    isTokenMissing:
      system?.terminals.some(({ id, token }) => id === selection.terminal?.id && token === 'missing') ??
      false,
    query,
  };
};
