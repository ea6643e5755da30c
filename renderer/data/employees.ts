import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Employee } from '../../shared/api/employees.ts';
import type { Page } from '../../shared/api/pages.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import { type Params, search } from './queries.ts';

/** Owner only. @param params as GET employees/ takes them */
export const employeesQuery = (params: Params) =>
  queryOptions({
    queryKey: keys.employees(params),
    queryFn: ({ signal }) => call<Page<Employee>>(`employees/${search(params)}`, { signal }),
    placeholderData: keepPreviousData,
  });

export const employeeQuery = (id: number) =>
  queryOptions({
    queryKey: keys.employee(id),
    queryFn: ({ signal }) => call<Employee>(`employees/${id}/`, { signal }),
  });
