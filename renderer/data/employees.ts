import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Employee } from '../../shared/api/employees.ts';
import type { Page } from '../../shared/api/pages.ts';
import { call } from './http.ts';
import { type Params, search } from './queries.ts';

/** The owner's only. @param params as GET employees/ takes them */
export const employeesQuery = (params: Params) =>
  queryOptions({
    queryKey: ['employees', 'list', params],
    queryFn: ({ signal }) => call<Page<Employee>>(`employees/${search(params)}`, { signal }),
    placeholderData: keepPreviousData,
  });

export const employeeQuery = (id: number) =>
  queryOptions({
    queryKey: ['employees', 'one', id],
    queryFn: ({ signal }) => call<Employee>(`employees/${id}/`, { signal }),
  });

/**
 * Has employees read anew: no event tells of a change by hand. Also where a change failed, for it may have been cut off
 * after it was made. Gives what ends once the new state is shown.
 */
export const useStaleEmployees = () => {
  const queries = useQueryClient();
  return (): Promise<void> => queries.invalidateQueries({ queryKey: ['employees'] });
};
