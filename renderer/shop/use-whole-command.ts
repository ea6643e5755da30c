import { useQuery } from '@tanstack/react-query';
import { systemQuery } from '../api/queries.ts';
import { consoleOfFirstRun, wholeCommand } from '../lib/console.ts';

/** Makes a command whole: with it as it stands, the owner reaches this very shop. */
export const useWholeCommand = (): ((command: string) => string) => {
  // Not asked for here: the frame has it, and the first run shows commands before anyone signs in.
  const { data } = useQuery({ ...systemQuery, enabled: false });
  const start = data?.console ?? consoleOfFirstRun();
  return (command) => wholeCommand(command, start);
};
