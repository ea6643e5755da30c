import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../shared/bridge/bridge.ts';
import { callProgram } from '../../data/bridge.ts';
import { computerQuery } from '../../data/program-queries.ts';
import { putData } from '../../data/put-data.ts';
import { useAction } from '../../ui/use-action.ts';

/** Changes settings of this computer, and shows what the program then says of them. */
export const useComputerChange = () => {
  const queries = useQueryClient();
  const { isBusy, failure, run } = useAction();
  const change = (changes: CallInput<'computer.change'>): void =>
    void run(async () => {
      putData(queries, computerQuery.queryKey, await callProgram('computer.change', changes));
    });
  return { isBusy, failure, change };
};
