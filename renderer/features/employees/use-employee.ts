import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Employee } from '../../../shared/api/employees.ts';
import type { Page } from '../../../shared/api/pages.ts';
import { employeeQuery } from '../../data/employees.ts';
import { keys } from '../../data/keys.ts';

/** One employee; what the list has read of them is there at once. */
export const useEmployee = (id: number) => {
  const queries = useQueryClient();
  const listed = () =>
    queries
      .getQueriesData<Page<Employee>>({ queryKey: keys.employeeLists })
      .flatMap(([queryKey, page]) =>
        (page?.results ?? []).map((employee) => ({
          employee,
          at: queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
        })),
      )
      .filter(({ employee }) => employee.id === id)
      .toSorted((one, other) => other.at - one.at)[0];
  return useQuery({
    ...employeeQuery(id),
    initialData: () => listed()?.employee,
    initialDataUpdatedAt: () => listed()?.at,
  });
};
