import { useMutation } from '@tanstack/react-query';
import type { TerminalPatch } from '../../../shared/api/terminals.ts';
import { useInvalidate } from '../../data/keys.ts';
import { updateTerminal } from '../../data/mutations.ts';

export const useChangeTerminal = (id: number) => {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (changes: TerminalPatch) => updateTerminal(id, definedOf(changes)),
    // Awaited, so that the screen already shows the new state when it ends.
    onSettled: () => invalidate('terminal'),
  });
};

const definedOf = ({ name, is_active, show_payments }: TerminalPatch) => ({
  ...(name === undefined ? {} : { name }),
  ...(is_active === undefined ? {} : { is_active }),
  ...(show_payments === undefined ? {} : { show_payments }),
});
