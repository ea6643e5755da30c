import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TerminalPatch } from '../../../shared/api/terminals.ts';
import { updateTerminal } from '../../data/mutations.ts';

/** No event tells of a change by hand: what shows it is read anew here. Its name stands in registers and invoices too. */
const STALE = ['terminals', 'cash-registers', 'system', 'invoices'];

/** Changes one terminal. */
export const useChangeTerminal = (id: number) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: TerminalPatch) => updateTerminal(id, definedOf(changes)),
    // Awaited, so that what is shown as done is already the new state.
    onSettled: () => Promise.all(STALE.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
};

const definedOf = ({ name, is_active, show_payments }: TerminalPatch) => ({
  ...(name === undefined ? {} : { name }),
  ...(is_active === undefined ? {} : { is_active }),
  ...(show_payments === undefined ? {} : { show_payments }),
});
