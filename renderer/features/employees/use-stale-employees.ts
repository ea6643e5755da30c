import { useQueryClient } from '@tanstack/react-query';

/**
 * Has employees read anew: no event tells of a change by hand. Also where a change failed, for it may have been cut off
 * after it was made. Gives what ends once the new state is shown.
 */
export const useStaleEmployees = () => {
  const queries = useQueryClient();
  return (): Promise<void> => queries.invalidateQueries({ queryKey: ['employees'] });
};
