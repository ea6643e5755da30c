import { useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '../../../shared/bridge/bridge.ts';
import { callProgram } from '../../api/bridge.ts';
import { computerQuery } from '../../api/program-queries.ts';
import { putData } from '../../api/put-data.ts';
import { useAction } from '../../kit/use-action.ts';

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
